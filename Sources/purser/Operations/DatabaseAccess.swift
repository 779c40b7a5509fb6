import ArgumentParser
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserHTTP
import PurserService

/// The access of commands to the database as a file: through the running server that has it open, or directly.
///
/// Commands that copy or check a file need neither a schema of this version nor a server.
enum DatabaseAccess {
    /// The running server.
    case server(APIClient)
    /// The file, whose lock this process holds, and its audit log; `nil` if its schema is older.
    case file(DatabaseMaintenance, audit: (any SQLRepository)?)

    /// Runs work with the database; `audits` says whether the audit log records it.
    ///
    /// - Throws: The exit status, after writing why the database is not available.
    static func with(
        _ configuration: Configuration,
        audits: Bool,
        _ work: (Self) async throws -> Void
    ) async throws {
        try await APIConnection.withHTTPClient { http in
            if let running = try await APIConnection.running(configuration, http) {
                return try await APIConnection.refusing { try await work(.server(running)) }
            }
            guard case .sqlite(let path) = configuration.storage else {
                return try await work(.file(.postgreSQL, audit: nil))
            }
            let (file, repository): (SQLiteMaintenance, (any SQLRepository)?)
            do throws(SQLiteOpenError) {
                (file, repository) = try Self.open(path, audits: audits)
            } catch {
                guard case .locked = error else { throw Self.refusal(error) }
                StandardStream.error.write(line: APIConnection.taken(configuration))
                throw ExitStatus(code: error.code).error
            }
            do {
                try await work(.file(.sqlite(file, isServed: false), audit: repository))
            } catch {
                await repository?.close()
                throw error
            }
            await repository?.close()
        }
    }

    private static func open(
        _ path: String,
        audits: Bool
    ) throws(SQLiteOpenError) -> (SQLiteMaintenance, (any SQLRepository)?) {
        guard audits, let repository = try Self.repository(path) else {
            return (try SQLiteMaintenance(path: path, ownership: .taken), nil)
        }
        return (try SQLiteMaintenance(path: path, ownership: .callers), repository)
    }

    /// Returns the ledger in a file; `nil` if its schema is older.
    private static func repository(_ path: String) throws(SQLiteOpenError) -> (any SQLRepository)? {
        do throws(SQLiteOpenError) {
            return try SQLiteRepository(path: path, policy: .requireCurrent, logger: CommandLog.logger) { _ in }
        } catch {
            guard case .olderSchema = error else { throw error }
            return nil
        }
    }

    /// Returns the exit status of a database that cannot be opened, after writing the error.
    static func refusal(_ error: SQLiteOpenError) -> ExitCode {
        StandardStream.error.write(line: "storage: \(error) (\(error.code))")
        return ExitStatus(code: error.code).error
    }
}
