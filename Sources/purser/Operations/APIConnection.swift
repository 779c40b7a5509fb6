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

/// The way from a command to the API: the running server, or where none runs, a server that this process puts together.
///
/// Either way the command sends the same requests to the same router. A server of this process has the database's lock,
/// listens at the operators' socket alone, and ends with the command.
enum APIConnection {
    /// Does work with the API.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - app: The app that requests are about; `nil` for the whole server.
    ///   - clock: The clock of a simulated App Store, for a server of this process.
    ///   - absence: What is written where no server runs and this process cannot stand in for it; `nil` where it can.
    ///   - work: The work.
    /// - Throws: The exit status, after writing what was refused.
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

    /// Does work with a client for HTTP.
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

    /// Does work with the server, and writes what was refused; the server's end is any other error on the way.
    static func refusing(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let exit as ExitCode {
            throw exit
        } catch {
            throw (error as? OperationFailure ?? APIClient.interrupted).refusal()
        }
    }

    /// Returns the API of the running server; `nil` where none answers at the operators' socket.
    static func running(_ configuration: Configuration, _ http: HTTPClient) async throws -> APIClient? {
        guard let socket = OperatorSocket(databasePath: configuration.statePath) else { return nil }
        let api = APIClient(socket: socket, client: http)
        do {
            // Another command that has the database for a moment is no server.
            return try await api.get("database")["serves"] == .bool(true) ? api : nil
        } catch let failure as OperationFailure where failure.code == "operator_not_allowed" {
            StandardStream.error.write(line: "\(socket.path): \(failure.detail)")
            throw ExitStatus.notAllowed.error
        } catch let failure as OperationFailure where failure.code != APIClient.interrupted.code {
            // A server is there and refuses, for example because the clock that it follows does not answer.
            throw failure.refusal()
        } catch {
            return nil
        }
    }

    /// Does work with a server that this process puts together on the database, without its background services.
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
                line: "storage: the path \(configuration.statePath) is too long for a socket beside it; "
                    + "move the database to a shorter one."
            )
            await storage.repository.close()
            throw ExitStatus.unavailable.error
        }
        // The command itself writes what there is to say.
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

    /// Does work while a server listens at the operators' socket.
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

    /// The sentence about another process that has the database and takes no commands.
    static func taken(_ configuration: Configuration) -> String {
        let path = configuration.statePath
        let used = if case .sqlite = configuration.storage { "the database \(path)" } else { "the files at \(path)" }
        return """
            storage: Another process is using \(used) and takes no commands at \(path).sock; \
            wait until it has started or ended, or stop it, then try again.
            """
    }

    /// The refusal of a place where no socket can be, with what to do.
    private static func cannotListen(at socket: OperatorSocket, _ obstacle: any Error) -> ExitCode {
        StandardStream.error.write(
            line:
                "\(socket.path): the command cannot listen there (\(obstacle)). See that this user may make a socket in "
                + "the folder and that nothing else has this name."
        )
        return ExitStatus.unavailable.error
    }
}

/// The log of a command that works on the ledger by itself: number and hash of what it enters in the audit log, as a
/// line on standard error, and nothing else, because whatever else there is to say the command says.
struct CommandLog: LogHandler {
    var logLevel = Logger.Level.notice
    var metadata = Logger.Metadata()

    /// Writes into it.
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
