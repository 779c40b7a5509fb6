#if PostgreSQL
import Foundation
import Ledger
import PersistencePostgreSQL
import PersistenceSQL
import PersistenceSQLite
import PurserHTTP
import PurserService
import UnixSignals

extension Migrate {
    /// Moves the data from the configured file to a database on a server.
    func migrateStorage() async throws {
        let here = try self.configuration.load()
        guard case .sqlite(let path) = here.storage else {
            StandardStream.error.write(
                line: "The data is moved from an SQLite file, and storage in the configuration names none; give the "
                    + "configuration that does: --config"
            )
            throw ExitStatus.wrongUsage.error
        }
        let there = try self.configuration.load(storage: self.to, storageFile: self.toFile)
        guard case .postgreSQL(let connection, let beside) = there.storage else {
            StandardStream.error.write(
                line: "--to takes the address of a PostgreSQL database: --to postgres://purser@db.example/purser"
            )
            throw ExitStatus.wrongUsage.error
        }
        let display = OperationDisplay(isJSON: self.json, writesLines: true)
        let source = try Self.open(path)
        let gracePolicies = there.apps.map { ($0.name, $0.catalog.catalog.gracePolicy) }
        let migration = StorageMigration(
            source,
            to: PostgreSQLSettings(connection: connection.revealed),
            restarts: self.restart,
            gracePolicies: Dictionary(gracePolicies) { first, _ in first },
            report: { display.take($0) }
        )
        // Beforehand: who is broken off at the end is told that all is moved, and would start without it.
        let file = KeyFile(from: path, to: beside)
        try await self.perform(migration, display)
        let result = display.result
        guard result?.isClean == true else {
            try? display.finish()
            StandardStream.error.write(
                line: "The copy differs from \(path), so no server opens it. Look at both, then copy all of it again: "
                    + "--restart"
            )
            throw ExitStatus.negative.error
        }
        try display.finish()
        await self.note(there.storage, from: path)
        if !self.json { self.sayNext(path, file) }
    }

    private static func open(_ path: String) throws -> StorageMigrationSource {
        do throws(SQLiteOpenError) {
            return try StorageMigrationSource(path: path)
        } catch {
            if case .locked = error {
                StandardStream.error.write(
                    line: "The server is using the database \(path); stop it, move the data, then start it with the "
                        + "new storage (\(error.code))"
                )
                throw ExitStatus.tryAgain.error
            }
            throw DatabaseAccess.refusal(error)
        }
    }

    /// Does the work until it ends, or until somebody interrupts it.
    private func perform(_ migration: StorageMigration, _ display: OperationDisplay) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let event: OperationEvent? = try await withThrowingTaskGroup(of: OperationEvent?.self) { group in
            group.addTask { await Self.event(of: migration) }
            group.addTask {
                for await _ in signals { break }
                return nil
            }
            let first = try await group.next() ?? nil
            group.cancelAll()
            // What was being written comes to its end, or is given up, before this returns.
            while let next = try await group.next() {
                if first == nil, let next, case .result = next { return next }
            }
            return first
        }
        display.clear()
        guard let event else {
            StandardStream.error.write(
                line: "It was broken off. The same command goes on where it stopped; until then no server opens the "
                    + "database that --to names."
            )
            throw ExitStatus.tryAgain.error
        }
        display.take(event)
        if case .failure(let failure) = event { throw failure.refusal() }
    }

    private static func event(of migration: StorageMigration) async -> OperationEvent {
        do {
            return .result(try await migration.run())
        } catch {
            return .failure(OperationFailure(storageMigration: error))
        }
    }

    /// Enters the move into the audit log of the data that were moved.
    private func note(_ storage: Configuration.Storage, from path: String) async {
        let record = AuditRecord(
            by: OperatorPeer.current.name,
            .databaseMigrate,
            on: "PostgreSQL",
            reason: self.reason,
            details: ["from": path]
        )
        let isNoted: Bool
        if let repository = try? storage.open(migrates: false, logger: CommandLog.logger) {
            isNoted = (try? await AuditLog(repository: repository, ambient: .live).add(record)) != nil
            await repository.close()
        } else {
            isNoted = false
        }
        guard !isNoted else { return }
        StandardStream.error.write(
            line: "The data is whole, but the migration could not be entered into its audit log."
        )
    }

    private func sayNext(_ path: String, _ file: KeyFile) {
        if let line = file.line { StandardStream.output.write(line: line) }
        StandardStream.output.write(
            line: "Next: give the server the address as storage, in the configuration or in PURSER_STORAGE, and start "
                + "it: purser serve"
        )
        StandardStream.output.write(
            line: "\(path) is as it was; keep it until there is a backup of the new database."
        )
    }
}

extension OperationFailure {
    /// Why a move of the data did not come to its end, in the operator's words.
    init(storageMigration error: any Error) {
        switch error {
        case let error as StorageMigrationError: self.init(code: error.code, detail: error.description)
        case let error as PostgreSQLOpenError: self.init(code: error.code, detail: error.description)
        case let error as PostgreSQLFailure:
            self.init(
                code: error.code.rawValue,
                detail: error.sentence + " Then the same command goes on where it stopped."
            )
        case let error as MaintenanceError: self.init(error)
        case let error as SQLiteOpenError: self.init(code: error.code, detail: error.description)
        case let error as RepositoryError: self.init(error)
        default: self.init(code: "postgresql_other", detail: "Something unexpected went wrong: \(type(of: error)).")
        }
    }
}

/// The file of the key that lies beside the data and is not in them.
///
/// A server on PostgreSQL looks for it at another place. Without it every receiver of webhooks would need a new secret.
struct KeyFile {
    private static let suffix = ".webhook-key"
    private static let words = "the key of webhook secrets"
    /// More than it ever has.
    private static let limitBytes = 1 << 10

    /// What was done, in a sentence; `nil` where there was nothing to do.
    let line: String?

    /// Copies the file from beside one place to beside another, if it is not there yet.
    init(from source: String, to target: String) {
        let from = source + Self.suffix
        let to = target + Self.suffix
        do throws(SecretFile.Trouble) {
            self.line = try Self.copy(from, to)
        } catch {
            let command = "cp -p \(ShellArgument(from)) \(ShellArgument(to))"
            self.line = "Copy \(Self.words) yourself before the server starts: \(command)"
        }
    }

    private static func copy(_ from: String, _ to: String) throws(SecretFile.Trouble) -> String? {
        guard let bytes = try SecretFile(path: from).read(limitBytes: Self.limitBytes) else { return nil }
        if let there = try SecretFile(path: to).read(limitBytes: Self.limitBytes) {
            guard there != bytes else { return nil }
            return "\(to) is there already and is another than \(from): see that it is the right one (\(Self.words))."
        }
        try SecretFile(path: to).write(bytes)
        return "Copied \(Self.words): \(to)"
    }
}
#else
extension Migrate {
    /// Says that nothing can be moved with this program.
    func migrateStorage() async throws {
        StandardStream.error.write(
            line: "PostgreSQL is not built into this program. Build it with its default traits (postgresql_not_built)"
        )
        throw ExitStatus.unavailable.error
    }
}
#endif
