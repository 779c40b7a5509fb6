import ArgumentParser
import Foundation
import Ledger
import PersistenceSQLite
import PurserHTTP
import PurserService

/// `purser db restore`: replaces the database by a backup.
struct DatabaseRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replace the database by a backup; the server must be stopped.",
        discussion: """
            Example:
              purser db restore /var/backups/purser/today.db --config shop/purser.yaml

            The command first copies and checks the backup, and keeps the present database beside it under another
            name. Data that were acknowledged after the backup are not in it. The App Store keeps its notifications for
            180 days; beyond that, the apps submit again what their customers own.

            Exit status: 0 restored, 64 wrong usage, 65 the backup is damaged or of a newer version, 69 it cannot be
            opened, 73 the copy cannot be written, 75 the server is running, 77 not confirmed, 78 the configuration is
            wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "The backup.")
    var file: String

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    @Option(help: "The reason, for the audit log.")
    var reason: String?

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    func run() async throws {
        guard case .sqlite(let path) = try self.configuration.load().storage else {
            StandardStream.error.write(
                line: "PostgreSQL restores its databases itself: stop every server first, and start them afterwards."
            )
            throw ExitStatus.wrongUsage.error
        }
        let backup = URL(filePath: self.file).standardizedFileURL.path
        let restore: DatabaseRestore
        do {
            restore = try DatabaseRestore(path: path)
        } catch .locked {
            StandardStream.error.write(
                line: "The server is using the database \(path); stop it, restore, and start it again."
            )
            throw ExitStatus.tryAgain.error
        } catch {
            throw DatabaseAccess.refusal(error)
        }
        let display = OperationDisplay(isJSON: false)
        let check: CheckReport
        do {
            check = try await restore.prepare(from: backup) { display.take(.progress(OperationProgress($0))) }
        } catch {
            display.take(.failure(OperationFailure(error)))
            return try display.finish()
        }
        self.show(check, backup: backup, path: path)
        try self.confirm(restore)
        let aside: String?
        do {
            try await self.record(in: restore, backup: backup, check: check)
            aside = try restore.finish(now: Ambient.live.now())
        } catch let error as MaintenanceError {
            display.take(.failure(OperationFailure(error)))
            return try display.finish()
        }
        guard !self.json else {
            let fields = [OperationResult.Field("restored", .text(path)), .init("from", .text(backup))]
            let kept = aside.map { [OperationResult.Field("kept", .text($0))] } ?? []
            return StandardStream.output.write(json: OperationResult.json(fields + kept))
        }
        StandardStream.output.write(line: "Restored: \(path)")
        if let aside { StandardStream.output.write(line: "The previous database is kept: \(aside)") }
        StandardStream.output.write(
            line: "Data from after the backup are not in it; Apple and the apps send them again while they retry."
        )
    }

    /// Shows a preview.
    private func show(_ check: CheckReport, backup: String, path: String) {
        let evidence = check.counts.first { $0.table == "evidence" }?.rows ?? 0
        let customers = check.counts.first { $0.table == "customer" }?.rows ?? 0
        // The preview is not part of the output for programs.
        let stream: StandardStream = self.json ? .error : .output
        let counts =
            "\(Counted.text(Int(evidence), "signed object", "signed objects")), "
            + Counted.text(Int(customers), "customer", "customers")
        stream.write(line: "\(backup): valid, schema \(check.schema), \(counts).")
        stream.write(line: "It replaces \(path), which is kept under another name.")
    }

    /// Asks for confirmation, unless it was given already.
    private func confirm(_ restore: DatabaseRestore) throws {
        guard !self.yes else { return }
        do {
            try Confirmation.ask("Restore it?")
        } catch {
            restore.abandon()
            throw error
        }
    }

    /// Records the origin of the restored database in its audit log.
    private func record(in restore: DatabaseRestore, backup: String, check: CheckReport) async throws {
        do {
            let repository = try restore.openPrepared(logger: CommandLog.logger)
            let record = AuditRecord(
                by: OperatorPeer.current.name,
                .databaseRestore,
                on: backup,
                reason: self.reason,
                details: ["schema": check.schema]
            )
            do {
                _ = try await AuditLog(repository: repository, ambient: .live).add(record)
            } catch {
                await repository.close()
                throw error
            }
            await repository.close()
        } catch let error as SQLiteOpenError {
            restore.abandon()
            throw MaintenanceError.cannotOpen(error)
        } catch let error as RepositoryError {
            restore.abandon()
            throw OperationFailure(error).refusal()
        }
    }
}
