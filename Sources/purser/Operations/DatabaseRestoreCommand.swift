import ArgumentParser
import Foundation
import Ledger
import PersistenceSQLite
import PurserHTTP
import PurserService

/// `purser db restore`: puts a backup in the place of the database.
struct DatabaseRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Puts a backup in the place of the database; the server must be stopped.",
        discussion: """
            Example:
              purser db restore /var/backups/purser/today.db --config shop/purser.yaml

            The backup is copied and checked first; the present database is kept beside it under another name. What was
            acknowledged after the backup was made is not in it. The App Store keeps its notifications for 180 days;
            without them, the apps submit again what their customers own.

            Exit status: 0 restored, 64 wrong usage, 65 the backup is damaged or of a newer version, 69 it cannot be
            opened, 73 the copy cannot be written, 75 the server is running, 77 not confirmed, 78 the configuration is
            wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "The backup.")
    var file: String

    @Flag(help: "Do not ask.")
    var yes = false

    @Option(help: "Why, for the audit log.")
    var reason: String?

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    func run() async throws {
        guard case .sqlite(let path) = try self.configuration.load().storage else {
            StandardStream.error.write(
                line: "PostgreSQL restores its databases itself; stop every server before, and start them afterwards."
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
        if let aside { StandardStream.output.write(line: "The database until now is kept: \(aside)") }
        StandardStream.output.write(
            line: "What came after the backup is not in it; Apple and the apps send it again as long as they try."
        )
    }

    /// Says what would be done.
    private func show(_ check: CheckReport, backup: String, path: String) {
        let evidence = check.counts.first { $0.table == "evidence" }?.rows ?? 0
        let customers = check.counts.first { $0.table == "customer" }?.rows ?? 0
        // What it would do is no part of what a program reads.
        let stream: StandardStream = self.json ? .error : .output
        let counts =
            "\(Counted.text(Int(evidence), "signed object", "signed objects")), "
            + Counted.text(Int(customers), "customer", "customers")
        stream.write(line: "\(backup): sound, schema \(check.schema), \(counts).")
        stream.write(line: "It takes the place of \(path), which is kept under another name.")
    }

    /// Asks, unless that was answered already.
    private func confirm(_ restore: DatabaseRestore) throws {
        guard !self.yes else { return }
        do {
            try Confirmation.ask("Restore it?")
        } catch {
            restore.abandon()
            throw error
        }
    }

    /// Writes into the audit log of the restored database where it comes from.
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
