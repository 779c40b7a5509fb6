import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
import NIOCore
import PersistenceSQL
import PurserHTTP
import PurserService
import ServiceLifecycle

/// The access of commands to the API: the running server, or a server that this process starts if none is running.
///
/// In both cases the command sends the same requests to the same router. A server of this process holds the database's
/// lock, listens only at the operators' socket, and ends with the command.
enum APIConnection {
    /// Runs work with the API.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - app: The app of the requests; `nil` for the whole server.
    ///   - clock: The clock of a simulated App Store, for a server of this process.
    ///   - absence: The message if no server is running and this process cannot replace it; `nil` if it can.
    ///   - work: The work.
    /// - Throws: The exit status, after writing the error.
    static func with(
        _ configuration: Configuration,
        app: AppName? = nil,
        clock: String? = nil,
        absence: String? = nil,
        _ work: (APIClient) async throws -> Void
    ) async throws {
        try await Self.withHTTPClient { http in
            if let running = try await Self.running(configuration, http) {
                return try await Self.refusing { try await work(running.about(app?.rawValue)) }
            }
            if let absence {
                StandardStream.error.write(line: absence)
                throw ExitStatus.unavailable.error
            }
            try await Self.serving(configuration, clock: clock, http) { api in
                try await Self.refusing { try await work(api.about(app?.rawValue)) }
            }
        }
    }

    /// Runs work with an HTTP client.
    static func withHTTPClient(_ work: (HTTPClient) async throws -> Void) async throws {
        let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: AppStoreTransport.configuration)
        do {
            try await work(http)
        } catch {
            try? await http.shutdown()
            throw error
        }
        try? await http.shutdown()
    }

    /// Runs work with the server, and writes its errors; any other error means that the server closed the connection.
    static func refusing(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let exit as ExitCode {
            throw exit
        } catch {
            throw (error as? OperationFailure ?? APIClient.interrupted).refusal()
        }
    }

    /// Returns the API of the running server; `nil` if none responds at the operators' socket.
    static func running(_ configuration: Configuration, _ http: HTTPClient) async throws -> APIClient? {
        guard let socket = OperatorSocket(databasePath: configuration.statePath) else { return nil }
        let api = APIClient(socket: socket, client: http)
        do {
            // Another command that has the database open temporarily is not a server.
            return try await api.get("database")["serves"] == .bool(true) ? api : nil
        } catch let failure as OperationFailure where failure.code == "operator_not_allowed" {
            StandardStream.error.write(line: "\(socket.path): \(failure.detail)")
            throw ExitStatus.notAllowed.error
        } catch let failure as OperationFailure where failure.code != APIClient.interrupted.code {
            // A server is running and refuses, for example because the clock that it follows does not respond.
            throw failure.refusal()
        } catch {
            return nil
        }
    }

    /// Runs work with a server that this process starts on the database, without its background services.
    private static func serving(
        _ configuration: Configuration,
        clock: String?,
        _ http: HTTPClient,
        _ work: (APIClient) async throws -> Void
    ) async throws {
        let storage: OpenedStorage
        do throws(StorageFailure) {
            storage = try OpenedStorage(
                configuration.storage,
                migrates: false,
                isServed: false,
                logger: CommandLog.logger
            )
        } catch {
            StandardStream.error.write(line: Self.refusal(error, configuration))
            throw ExitStatus(code: error.code).error
        }
        guard let socket = OperatorSocket(databasePath: configuration.statePath) else {
            StandardStream.error.write(
                line:
                    "storage: the path \(configuration.statePath) is too long for a socket beside it; move the "
                    + "database to a shorter path."
            )
            await storage.repository.close()
            throw ExitStatus.unavailable.error
        }
        // The command itself writes all messages.
        let quiet = Logger(label: "purser") { _ in SwiftLogNoOpLogHandler() }
        let server: Server
        do {
            server = try Server(
                configuration: configuration,
                storage: storage,
                time: try await Server.Time.following(clock, client: http),
                verifiers: ProcessInfo.processInfo.activeProcessorCount,
                isServing: false,
                httpClient: http,
                logger: quiet
            )
        } catch {
            await storage.repository.close()
            throw error
        }
        let outcome: Result<Void, any Error>
        do {
            try await server.checkCluster()
            try await server.openRevocations()
            try await server.openCatalogs()
            try await Self.listening(server, at: socket, quiet) {
                try await work(APIClient(socket: socket, client: http))
            }
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        await server.closeDatabase()
        await server.closeConnections()
        try outcome.get()
    }

    /// Runs work while a server listens at the operators' socket.
    private static func listening(
        _ server: Server,
        at socket: OperatorSocket,
        _ logger: Logger,
        _ work: () async throws -> Void
    ) async throws {
        let (settled, settle) = AsyncStream<(any Error)?>.makeStream()
        let service = OperatorServer(
            router: { server.operatorsRouter() },
            gate: server.gate,
            socket: socket,
            logger: logger,
            onSettled: { obstacle in
                settle.yield(obstacle)
                settle.finish()
            }
        )
        let group = ServiceGroup(services: [service], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            var obstacle: (any Error)?
            for await found in settled { obstacle = found }
            let outcome: Result<Void, any Error>
            do {
                if let obstacle { throw Self.cannotListen(at: socket, obstacle) }
                try await work()
                outcome = .success(())
            } catch {
                outcome = .failure(error)
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try outcome.get()
        }
    }

    private static func refusal(_ error: StorageFailure, _ configuration: Configuration) -> String {
        error.code == "database_locked" ? Self.taken(configuration) : "storage: \(error) (\(error.code))"
    }

    /// Returns the message about another process that has the database open and accepts no commands.
    static func taken(_ configuration: Configuration) -> String {
        let path = configuration.statePath
        let used = if case .sqlite = configuration.storage { "the database \(path)" } else { "the files at \(path)" }
        return """
            storage: Another process is using \(used) and accepts no commands at \(path).sock; wait until it has \
            started or ended, or stop it, then try again.
            """
    }

    /// Throws the error for a location without a usable socket, with a remedy.
    private static func cannotListen(at socket: OperatorSocket, _ obstacle: any Error) -> ExitCode {
        StandardStream.error.write(
            line:
                "\(socket.path): the command cannot listen there (\(obstacle)). Check that this user may create a "
                + "socket in the folder and that no other file has this name."
        )
        return ExitStatus.unavailable.error
    }
}

/// The log of a command that works on the ledger itself: for each entry in the audit log it writes the number and the
/// hash to standard error, and nothing else, because the command writes all other messages.
struct CommandLog: LogHandler {
    var logLevel = Logger.Level.notice
    var metadata = Logger.Metadata()

    /// A logger that writes to it.
    static var logger: Logger { Logger(label: "purser") { _ in Self() } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { self.metadata[key] }
        set { self.metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard let entry = Logger.auditEntry(in: event.metadata) else { return }
        StandardStream.error.write(line: "Entry \(entry.number) of the audit log has the hash \(entry.hash).")
    }
}
