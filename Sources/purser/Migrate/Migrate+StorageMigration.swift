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
    /// Migrates the data from the configured file to a database on a server.
    func migrateStorage() async throws {
        let here = try self.configuration.load()
        guard case .sqlite(let path) = here.storage else {
            StandardStream.error.write(
                line:
                    "Only an SQLite file can be migrated, and storage in the configuration is not one; use the "
                    + "configuration with the file: --config"
            )
            throw ExitStatus.wrongUsage.error
        }
        let there = try self.configuration.load(storage: self.to, storageFile: self.toFile)
        guard case .postgreSQL(let connection, let beside) = there.storage else {
            StandardStream.error.write(
                line: "--to requires the address of a PostgreSQL database: --to postgres://purser@db.example/purser"
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
        // This comes first: an operator who interrupts the end sees that the data is migrated, and would start the
        // server without the key.
        let file = KeyFile(from: path, to: beside)
        try await self.perform(migration, display)
        let result = display.result
        guard result?.isClean == true else {
            try? display.finish()
            StandardStream.error.write(
                line:
                    "The copy differs from \(path), so no server opens it. Check both, then copy everything again: "
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
                    line:
                        "The server is using the database \(path); stop it, migrate the data, then start it with the "
                        + "new storage (\(error.code))"
                )
                throw ExitStatus.tryAgain.error
            }
            throw DatabaseAccess.refusal(error)
        }
    }

    /// Runs the migration until it ends, or until a signal interrupts it.
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
            // A write in progress is completed or abandoned before this returns.
            while let next = try await group.next() {
                if first == nil, let next, case .result = next { return next }
            }
            return first
        }
        display.clear()
        guard let event else {
            StandardStream.error.write(
                line:
                    "The migration was interrupted. Run the same command to continue; until then no server opens the "
                    + "target database."
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

    /// Records the migration in the audit log of the migrated data.
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
            line: "The data is complete, but the migration could not be recorded in its audit log."
        )
    }

    private func sayNext(_ path: String, _ file: KeyFile) {
        if let line = file.line { StandardStream.output.write(line: line) }
        StandardStream.output.write(
            line:
                "Next: set storage to the address, in the configuration or in PURSER_STORAGE, and start the server: "
                + "purser serve"
        )
        StandardStream.output.write(
            line: "\(path) is unchanged; keep it until there is a backup of the new database."
        )
    }
}

extension OperationFailure {
    /// Creates the failure of a migration for the operator.
    init(storageMigration error: any Error) {
        switch error {
        case let error as StorageMigrationError: self.init(code: error.code, detail: error.description)
        case let error as PostgreSQLOpenError: self.init(code: error.code, detail: error.description)
        case let error as PostgreSQLFailure:
            self.init(
                code: error.code.rawValue,
                detail: error.sentence + " Then run the same command to continue."
            )
        case let error as MaintenanceError: self.init(error)
        case let error as SQLiteOpenError: self.init(code: error.code, detail: error.description)
        case let error as RepositoryError: self.init(error)
        default: self.init(code: "postgresql_other", detail: "An unexpected error occurred: \(type(of: error)).")
        }
    }
}

/// The file with the key that is beside the data and not in them.
///
/// A server on PostgreSQL looks for it at another location. Without it every receiver of webhooks would need a new
/// secret.
struct KeyFile {
    private static let suffix = ".webhook-key"
    private static let words = "the key of webhook secrets"
    /// The maximum size, more than the file ever has.
    private static let limitBytes = 1 << 10

    /// A sentence about what was done; `nil` if nothing was to be done.
    let line: String?

    /// Copies the file from beside one location to beside another, unless it exists there.
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
            return "\(to) exists already and differs from \(from): check that it is the right one (\(Self.words))."
        }
        try SecretFile(path: to).write(bytes)
        return "Copied \(Self.words): \(to)"
    }
}
#else
extension Migrate {
    /// Writes that this program cannot migrate data.
    func migrateStorage() async throws {
        StandardStream.error.write(
            line: "PostgreSQL is not built into this program. Build it with its default traits (postgresql_not_built)"
        )
        throw ExitStatus.unavailable.error
    }
}
#endif
