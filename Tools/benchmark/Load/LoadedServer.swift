import Hummingbird
import Logging
import NIOCore
import NIOPosix
import PurserHTTP

/// A server in this process and a load generator beside it, on the same cores.
struct LoadedServer {
    /// The port of the server.
    let port: Int
    /// The load generator's threads.
    let group: any EventLoopGroup

    /// Settings without a practical rate limit for a key.
    static let unlimited: AuthenticationSettings = {
        let rate = RateLimit(perSecond: 10_000_000, burst: 10_000_000)
        return AuthenticationSettings(limits: RateLimits(key: rate, address: rate, apple: rate))
    }()

    /// Runs a server with Purser's settings during the work, and stops it.
    static func serving<Outcome: Sendable>(
        _ router: Router<PurserContext>,
        _ work: @Sendable @escaping (Self) async throws -> Outcome
    ) async throws -> Outcome {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let application = PurserApplication.make(
            router: router,
            host: "127.0.0.1",
            port: 0,
            logger: Self.silence
        ) { channel in
            continuation.yield(channel.localAddress?.port ?? 0)
        }
        return try await Self.running({ try await application.run() }, ports: ports, work)
    }

    /// Runs a server of the HTTP library with its defaults, whose one route answers "Hello", during the work.
    static func greeting<Outcome: Sendable>(
        _ work: @Sendable @escaping (Self) async throws -> Outcome
    ) async throws -> Outcome {
        let router = Router()
        router.get("/hello") { _, _ in "Hello" }
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0), serverName: nil),
            onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) },
            logger: Self.silence
        )
        return try await Self.running({ try await application.run() }, ports: ports, work)
    }

    /// Sends each request once over a number of connections.
    func send(
        _ requests: [ByteBuffer],
        perSecond: Double? = nil,
        connections: Int
    ) async throws -> LoadGenerator.Outcome {
        try await LoadGenerator(group: self.group, port: self.port, connections: connections)
            .send(requests, perSecond: perSecond)
    }

    private static let silence = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }

    private static func running<Outcome: Sendable>(
        _ run: @Sendable @escaping () async throws -> Void,
        ports: AsyncStream<Int>,
        _ work: @Sendable @escaping (Self) async throws -> Outcome
    ) async throws -> Outcome {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await run() }
            var iterator = ports.makeAsyncIterator()
            let port = await iterator.next() ?? 0
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let outcome = try await work(Self(port: port, group: group))
            try await group.shutdownGracefully()
            tasks.cancelAll()
            return outcome
        }
    }
}
