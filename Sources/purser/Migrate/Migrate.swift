import AppStore
import ArgumentParser
import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserHTTP
import PurserService

/// `purser migrate`: updates the database, or migrates the data to another one.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Update the database, or migrate the data from SQLite to PostgreSQL.",
        discussion: """
            Example:
              purser migrate --dry-run --config shop/purser.yaml
              purser migrate --config shop/purser.yaml --to postgres://purser@db.example/purser

            Without --to, the command updates the database, as the server does at its start. This cannot be undone:
            make a backup first, with the version that wrote the database or with this one.

            With --to, it copies everything from the configured SQLite file into an empty PostgreSQL database, with the
            same ids, and compares both. The server must be stopped; the file is only read. After any interruption, the
            same command continues where it stopped, and no server opens the database until its data is complete. The
            password may be in PGPASSWORD or a password file of libpq, or the address in a file: --to-file.

            Exit status: 0 up to date, migrated, or listed with --dry-run; 1 the copy differs; 64 wrong usage, 65 the
            database is damaged, of a newer version or half-migrated, 69 it cannot be opened or a required server is
            not there, 73 there is other data in the database, 75 the server is running or the migration was
            interrupted, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Flag(name: .customLong("dry-run"), help: "Only show what would be done.")
    var dryRun = false

    @Option(help: "The reason, for the audit log.")
    var reason: String?

    @Option(help: ArgumentHelp("Migrate the data to this PostgreSQL database.", valueName: "address"))
    var to: String?

    @Option(
        name: .customLong("to-file"),
        help: ArgumentHelp("The same, with the address in a file.", valueName: "file")
    )
    var toFile: String?

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    @Flag(help: "Discard what an earlier migration left in the database, and start again.")
    var restart = false

    func validate() throws {
        if self.to != nil, self.toFile != nil { throw ValidationError("Use either --to or --to-file.") }
        let migratesStorage = self.to != nil || self.toFile != nil
        if self.restart, !migratesStorage {
            throw ValidationError("--restart is for the migration to another database: add --to")
        }
        if self.dryRun, migratesStorage {
            throw ValidationError("--dry-run shows the effect of a new schema: leave --to out.")
        }
    }

    func run() async throws {
        if self.to != nil || self.toFile != nil { return try await self.migrateStorage() }
        let storage = try self.configuration.load().storage
        guard case .sqlite(let path) = storage else { return try await self.migrate(storage) }
        let plan: MigrationPlan
        do throws(SQLiteOpenError) {
            plan = try Self.plan(path)
        } catch {
            switch error {
            case .missing: plan = .fresh
            case .locked:
                StandardStream.error.write(
                    line:
                        "The server is using the database \(path); stop it first. It updates the database itself when "
                        + "it starts."
                )
                throw ExitStatus.tryAgain.error
            default: throw DatabaseAccess.refusal(error)
            }
        }
        self.show(plan, path: path)
        guard !self.dryRun, !plan.steps.isEmpty else { return }
        try await self.migrate(path, from: plan)
    }

    /// Updates a database on a server; other servers may continue to use it.
    private func migrate(_ storage: Configuration.Storage) async throws {
        let quiet = Logger(label: "purser") { _ in SwiftLogNoOpLogHandler() }
        do throws(StorageFailure) {
            let repository = try storage.open(migrates: !self.dryRun, logger: quiet)
            self.say(
                storage.name,
                schema: repository.schema,
                "\(storage.name): schema \(repository.schema), up to date."
            )
            await repository.close()
        } catch {
            // A missing schema is the result that the command would create.
            guard self.dryRun, ["database_missing", "database_too_old"].contains(error.code) else {
                StandardStream.error.write(line: "storage: \(error) (\(error.code))")
                throw ExitStatus(code: error.code).error
            }
            self.say(storage.name, schema: nil, "\(storage.name): \(error)")
        }
    }

    private static func plan(_ path: String) throws(SQLiteOpenError) -> MigrationPlan {
        let maintenance = try SQLiteMaintenance(path: path, ownership: .taken)
        do {
            return try maintenance.plan()
        } catch .cannotOpen(let error) {
            throw error
        } catch {
            throw .unreadable(path: path)
        }
    }

    /// Writes the state of the database.
    private func say(_ name: String, schema: String?, _ sentence: String) {
        let fields = [
            OperationResult.Field("database", .text(name)),
            OperationResult.Field("schema", schema.map { .text($0) } ?? .json(.null)),
            OperationResult.Field("isCurrent", .flag(schema != nil)),
        ]
        StandardStream.output.write(OperationResult.json(fields), isJSON: self.json, sentence)
    }

    /// Writes what would be done.
    private func show(_ plan: MigrationPlan, path: String) {
        let text = MigrationPlanText(plan, path: path)
        guard self.json else {
            for line in text.lines { StandardStream.output.write(line: line) }
            return
        }
        // The next steps are written once they are done.
        guard self.dryRun || plan.isCurrent else { return }
        StandardStream.output.write(json: OperationResult.json(text.fields))
    }

    private func migrate(_ path: String, from plan: MigrationPlan) async throws {
        let repository: SQLiteRepository
        do {
            repository = try SQLiteRepository(path: path, logger: CommandLog.logger) { _ in }
        } catch {
            throw DatabaseAccess.refusal(error)
        }
        let record = AuditRecord(
            by: OperatorPeer.current.name,
            .databaseMigrate,
            on: path,
            reason: self.reason,
            details: ["from": plan.schema ?? "0000", "to": SQLiteRepository.schemaVersion]
        )
        do {
            _ = try await AuditLog(repository: repository, ambient: .live).add(record)
        } catch {
            await repository.close()
            throw OperationFailure(error).refusal()
        }
        await repository.close()
        let schema = SQLiteRepository.schemaVersion
        self.say(path, schema: schema, "\(path): schema \(schema), up to date.")
    }
}
