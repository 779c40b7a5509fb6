import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
import Metrics
import NIOCore
import Notation
import Observability
import PurserHTTP
import PurserService
import ServiceLifecycle
import Tracing
import UnixSignals

/// `purser serve`: runs the server.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server.",
        discussion: """
            Example:
              purser serve --config shop/purser.yaml

            The first line on standard output says that the server listens: {"ready":true,"url":"http://..."}, and
            where the dashboard is. Everything else goes to standard error. While no operator can sign in to the
            dashboard, a start writes a link there with which the first one sets a password. SIGTERM or SIGINT stops
            the server after its current requests, within ten seconds, with exit status 0.

            Exit status: 0 stopped, 69 the port or the database is not available, 78 the configuration is wrong.
            """
    )

    @Option(help: "The configuration file; by default PURSER_CONFIG or purser.yaml.")
    var config: String?

    @Option(help: "The port to listen on instead of the configured one; 0 picks a free one.")
    var port: Int?

    @Option(
        help: """
            The role of this node among those that share a PostgreSQL database: web responds to Apple and the shop, \
            worker delivers events, asks Apple and processes what is due, both does both.
            """
    )
    var role = Role.both

    @Flag(help: "Print the effective configuration with the source of each value and without secrets, and exit.")
    var check = false

    @Option(
        help: """
            Follow the clock of a simulated App Store at this address, for example \
            http://127.0.0.1:8090/_sim/v1/clock. Refused while Apple's roots are trusted.
            """
    )
    var clock: String?

    @Option(
        name: .customLong("events"),
        help: """
            Append every event from now on to this file, one JSON object per line; a line is on disk before the event \
            counts as published.
            """
    )
    var eventFile: String?

    @Flag(
        help: """
            Sign with a new key from now on, although the nodes of a PostgreSQL database used another: for the case \
            that none of them has its file any more.
            """
    )
    var newSigningKey = false

    func validate() throws {
        if let port, !(0...65535).contains(port) {
            throw ValidationError("--port must be between 0 and 65535; 0 picks a free one.")
        }
        if let clock { try WebAddress.require(clock, option: "--clock", example: RemoteClock.example) }
    }

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let configuration: Configuration
        do {
            configuration = try Configuration.load(
                file: self.config ?? environment["PURSER_CONFIG"] ?? "purser.yaml",
                environment: environment
            )
        } catch {
            StandardStream.error.write(line: "\(error)")
            throw ExitStatus.badConfiguration.error
        }
        if self.clock != nil, case .apple = configuration.trust {
            StandardStream.error.write(
                line:
                    "--clock: a server that trusts Apple's roots uses real time. Trust a simulated App Store instead: "
                    + "trust: simulator: root.der"
            )
            throw ExitStatus.badConfiguration.error
        }
        if self.check {
            StandardStream.output.write(line: configuration.effective)
            return
        }
        try self.requireSupportedStorage(configuration.storage)
        OpenFiles.raise()
        let metrics = MetricsRegistry(help: ServerMetrics.help, spans: ServerMetrics.spans)
        MetricsSystem.bootstrap(metrics)
        Self.startLog(configuration.logs)
        let tracer = configuration.tracing.map {
            SpanTracer(
                sample: $0.sample,
                instance: Hexadecimal.text(SystemRandomness.bytes(6)),
                randomBytes: SystemRandomness.bytes
            )
        }
        InstrumentationSystem.bootstrap(tracer ?? TracePropagator())
        let httpClient = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: AppStoreTransport.configuration
        )
        do {
            try await self.serve(configuration, httpClient: httpClient, metrics: metrics, tracer: tracer)
        } catch {
            // A service that did not start has not closed it.
            try? await httpClient.shutdown()
            throw error
        }
    }

    /// Sends every line of the log to standard error, in the configured format.
    static func startLog(_ settings: LogSettings) {
        let output = LineLogHandler.Output {
            Ambient.live.now().rfc3339
        } write: { line in
            StandardStream.error.write(line: line)
        }
        LoggingSystem.bootstrap(
            { label, provider in
                LineLogHandler(label: label, settings: settings, output: output, metadataProvider: provider)
            },
            metadataProvider: .multiplex([RequestIdentifier.metadata, TraceContext.metadata])
        )
    }

    /// Refuses options that apply only to several nodes, or only to a single one.
    private func requireSupportedStorage(_ storage: Configuration.Storage) throws {
        switch storage {
        case .sqlite where self.role != .both:
            StandardStream.error.write(
                line:
                    "--role \(self.role.rawValue): with an SQLite file, one process does all the work. Roles are for "
                    + "nodes that share a database: storage: postgres://..."
            )
        case .postgreSQL where self.eventFile != nil:
            StandardStream.error.write(
                line:
                    "--events: a file belongs to one node, but other nodes may publish events too. Read them with "
                    + "purser events tail, or create a webhook endpoint: purser webhooks create"
            )
        default: return
        }
        throw ExitStatus.badConfiguration.error
    }

    /// Serves until a signal asks to stop, and closes the client with the rest.
    private func serve(
        _ configuration: Configuration,
        httpClient: HTTPClient,
        metrics: MetricsRegistry,
        tracer: SpanTracer?
    ) async throws {
        let logger = Logger(label: "purser")
        let time = try await Server.Time.following(self.clock, client: httpClient)
        let address = Configuration.Address(
            host: configuration.address.host,
            port: self.port ?? configuration.address.port
        )
        if let obstacle = await ListeningPort.obstacle(host: address.host, port: address.port) {
            throw Server.cannotListen(at: address, obstacle)
        }
        var eventFile: EventFile?
        if let path = self.eventFile {
            do {
                eventFile = try EventFile(path: path)
            } catch {
                StandardStream.error.write(
                    line:
                        "--events \(path): the file cannot be written. Name a file in a folder that belongs to this "
                        + "user."
                )
                throw ExitStatus.cannotCreate.error
            }
        }
        let certificate = try Server.certificate(of: configuration)
        let storage = try OpenedStorage.forServing(configuration, logger: logger)
        let server: Server
        let sinks: [EventSink]
        do {
            server = try Server(
                configuration: configuration,
                role: self.role,
                storage: storage,
                time: time,
                certificate: certificate,
                httpClient: httpClient,
                metrics: metrics,
                logger: logger
            )
            try await server.joinCluster(replacingKey: self.newSigningKey)
            try await server.openRevocations()
            try await server.openCatalogs()
            sinks = server.eventSinks(eventFile)
            try await server.nameSinks(sinks)
        } catch {
            await storage.repository.close()
            throw error
        }
        server.checkAlarmChannels()
        if let problem = configuration.proxyProblem {
            logger.warning(
                "\(problem) \(Configuration.proxyRemedy)",
                metadata: ["code": "\(DoctorFinding.Kind.proxiesMissing.rawValue)"]
            )
        }
        let trust = configuration.trust.name
        var services = server.backgroundServices(port: address.port, sinks: sinks) { url in
            let dashboard =
                server.role.answers
                ? #""dashboard":"\#(server.dashboardAddress.url)\#(DashboardSettings.path)","# : ""
            StandardStream.output.write(line: #"{"ready":true,"url":"\#(url)",\#(dashboard)"trust":"\#(trust)"}"#)
            if server.role.answers { await server.inviteFirstOperator(logsAre: configuration.logs.format) }
        }
        if let tracer, let tracing = configuration.tracing {
            // It ends last, so that it sends the spans of the services that end before it.
            services.insert(
                SpanExportWorker(tracer: tracer, endpoint: tracing.endpoint, client: httpClient, logger: logger),
                at: 0
            )
        }
        let stop = ServerStop(logger: logger)
        let outcome = await stop.run(services)
        await stop.close {
            await server.closeDatabase()
        } rest: {
            await server.closeConnections()
            try? await httpClient.shutdown()
        }
        do {
            try outcome.get()
        } catch let error as IOError {
            throw Server.cannotListen(at: address, ListeningPort.words(for: error))
        } catch let error as SocketAddressError.UnknownHost {
            throw Server.cannotListen(at: address, ListeningPort.words(for: error))
        }
    }
}

/// The role of a node among those that share a database.
enum Role: String, CaseIterable, ExpressibleByArgument {
    /// Responds to Apple and the shop.
    case web
    /// Delivers events, asks Apple, and processes what is due.
    case worker
    /// Both.
    case both

    /// Whether the node responds to Apple and the shop.
    var answers: Bool { self != .worker }
    /// Whether the node runs the workers.
    var works: Bool { self != .web }
}
