import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserHTTP
import PurserService

/// The way from a command to the database: through the server that has it open, or to the file that nobody has open.
enum OperatorAccess {
    /// Through the running server.
    case server(OperatorClient)
    /// To the file, which is this process's for the time being.
    case file(OpenedDatabase)

    /// A database that this process works on itself: a file that it has taken, or one on a server.
    struct OpenedDatabase {
        /// Looks after it.
        let upkeep: DatabaseUpkeep
        /// The books; `nil` where their schema is an older one, or where only the file as such is of interest.
        let repository: (any SQLRepository)?
    }

    /// What a command needs of a file that nobody has open.
    enum Need {
        /// The file as it is, whatever its state.
        case file
        /// The books, if their schema is this version's; otherwise the file.
        case booksIfCurrent
        /// The books.
        case books
    }

    /// Finds the way and goes it; what was opened is closed again.
    static func with(
        _ configuration: Configuration,
        need: Need,
        _ work: (OperatorAccess, HTTPClient) async throws -> Void
    ) async throws {
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: AppStoreTransport.configuration
        )
        do {
            let access = try await Self.find(configuration.storage, need: need, client: client)
            do {
                try await work(access, client)
            } catch {
                await access.close()
                throw error
            }
            await access.close()
        } catch {
            try? await client.shutdown()
            throw error
        }
        try? await client.shutdown()
    }

    /// Goes the way through the running server, where nobody else can do the work; `absence` is said where none runs.
    static func withServer(
        _ configuration: Configuration,
        absence: String,
        _ work: (OperatorClient) async throws -> Void
    ) async throws {
        try await Self.with(configuration, need: .file) { access, _ in
            guard case .server(let server) = access else {
                StandardStream.error.write(line: absence)
                throw ExitStatus.unavailable.error
            }
            try await Self.refusing { try await work(server) }
        }
    }

    /// Does work with the server, and says what was refused; whatever else goes wrong on the way is the server's end.
    static func refusing(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let exit as ExitCode {
            throw exit
        } catch {
            throw (error as? OperationFailure ?? OperatorClient.brokenOff).refusal()
        }
    }

    /// The refusal of a database that cannot be opened, in its own sentence.
    static func refusal(_ error: SQLiteOpenError) -> ExitCode {
        StandardStream.error.write(line: "storage: \(error) (\(error.code))")
        return ExitStatus(code: error.code).error
    }

    private static func find(
        _ storage: Configuration.Storage,
        need: Need,
        client: HTTPClient
    ) async throws -> Self {
        switch storage {
        case .sqlite(let path): return try await Self.find(path, need: need, client: client)
        case .postgreSQL(_, let beside):
            // Nobody owns the database, but a server on this machine knows what it has in memory.
            if let socket = OperatorSocket(databasePath: beside) {
                let access = OperatorClient(socket: socket, client: client)
                if (try? await access.status()) != nil { return .server(access) }
            }
            do throws(StorageFailure) {
                let books = try storage.open(migrates: false, logger: CommandLog.logger)
                return .file(OpenedDatabase(upkeep: .postgreSQL, repository: books))
            } catch {
                StandardStream.error.write(line: "storage: \(error) (\(error.code))")
                throw ExitStatus(code: error.code).error
            }
        }
    }

    private static func find(_ path: String, need: Need, client: HTTPClient) async throws -> Self {
        do throws(SQLiteOpenError) {
            return .file(try Self.open(path, need: need))
        } catch {
            guard case .locked = error else { throw Self.refusal(error) }
        }
        guard let socket = OperatorSocket(databasePath: path) else {
            StandardStream.error.write(
                line: "storage: the path \(path) is too long for a socket beside it; stop the server and try again."
            )
            throw ExitStatus.tryAgain.error
        }
        let access = OperatorClient(socket: socket, client: client)
        do {
            _ = try await access.status()
            return .server(access)
        } catch let failure as OperationFailure where failure.code == "operator_not_allowed" {
            StandardStream.error.write(line: "\(socket.path): \(failure.detail)")
            throw ExitStatus.notAllowed.error
        } catch {
            StandardStream.error.write(
                line: """
                    storage: Another process is using the database \(path) and takes no commands at \(socket.path); \
                    wait until it has started or ended, or stop it, then try again.
                    """
            )
            throw ExitStatus.tryAgain.error
        }
    }

    private static func open(_ path: String, need: Need) throws(SQLiteOpenError) -> OpenedDatabase {
        if need != .file {
            do throws(SQLiteOpenError) {
                let repository = try SQLiteRepository(
                    path: path,
                    policy: .requireCurrent,
                    logger: CommandLog.logger
                ) { _ in }
                let upkeep = try SQLiteUpkeep(path: path, ownership: .callers)
                return OpenedDatabase(upkeep: .sqlite(upkeep, isServed: false), repository: repository)
            } catch {
                guard case .olderSchema = error, need == .booksIfCurrent else { throw error }
            }
        }
        let upkeep = try SQLiteUpkeep(path: path, ownership: .taken)
        return OpenedDatabase(upkeep: .sqlite(upkeep, isServed: false), repository: nil)
    }

    private func close() async {
        if case .file(let database) = self { await database.repository?.close() }
    }
}
