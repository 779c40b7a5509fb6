import HTTPTypes
import Hummingbird
public import Logging
public import ServiceLifecycle
import Synchronization

/// A server of worlds over HTTP: Apple's interfaces at Apple's paths, control under `/_sim/v1`, and other worlds than
/// the main one below `/w/{name}` or on their own ports.
///
/// It also advances running clocks.
public struct SimulatorServer: Service {
    /// The interval in which running clocks advance.
    private static let tick = Duration.milliseconds(50)

    private let worlds: Worlds
    private let receiver: NotificationReceiver?
    private let realtimeSender: RealtimeSender?
    private let host: String
    private let port: Int
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let onReady: @Sendable (Int) async -> Void

    /// Creates a server of worlds.
    ///
    /// `receiver` receives every notification; without one they stay in the worlds. `port` 0 uses a free port;
    /// `onReady` receives the port when the server accepts requests. `clock` is the wall clock for running worlds.
    public init(
        worlds: Worlds,
        receiver: NotificationReceiver?,
        realtimeSender: RealtimeSender? = nil,
        host: String = "127.0.0.1",
        port: Int = 0,
        clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger,
        onReady: @escaping @Sendable (_ port: Int) async -> Void
    ) {
        self.worlds = worlds
        self.receiver = receiver
        self.realtimeSender = realtimeSender
        self.host = host
        self.port = port
        self.clock = clock
        self.logger = logger
        self.onReady = onReady
    }

    /// Runs the server until it is stopped.
    public func run() async throws {
        let (orders, order) = AsyncStream<ListenerRequest>.makeStream()
        let routes = ControlRoutes(
            worlds: self.worlds,
            receiver: self.receiver,
            realtimeSender: self.realtimeSender
        ) { hosted, port in
            try await withCheckedThrowingContinuation { continuation in
                order.yield(ListenerRequest(hosted: hosted, port: port, answer: continuation))
            }
        }
        let router = SimulatorRouter(routes: routes, clock: self.clock, realtimeSender: self.realtimeSender)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await cancelWhenGracefulShutdown { await self.listen(to: orders, router) } }
            group.addTask { await cancelWhenGracefulShutdown { await self.turnClocks() } }
            group.addTask {
                try await self.application(router, world: Worlds.main, port: self.port, self.onReady).run()
                order.finish()
            }
            defer { group.cancelAll() }
            try await group.next()
            while !group.isEmpty { try await group.next() }
        }
    }

    /// Opens a port for each world that has one, and closes it when the world is deleted.
    private func listen(to orders: AsyncStream<ListenerRequest>, _ router: SimulatorRouter) async {
        await withTaskGroup(of: Void.self) { group in
            for await order in orders {
                group.addTask { await self.serve(order, router) }
            }
            group.cancelAll()
        }
    }

    private func serve(_ order: ListenerRequest, _ router: SimulatorRouter) async {
        let answer = OneShotContinuation(order.answer)
        let application = self.application(router, world: order.hosted.name, port: order.port) { port in
            order.hosted.port = port
            answer.resume(returning: ())
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await application.run()
                } catch {
                    answer.resume(throwing: WorldsError.portIsTaken(order.port))
                }
            }
            group.addTask {
                while !order.hosted.isDeleted, !Task.isCancelled {
                    try? await self.clock.sleep(for: Self.tick)
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func application(
        _ router: SimulatorRouter,
        world: String,
        port: Int,
        _ onReady: @escaping @Sendable (Int) async -> Void
    ) -> some ApplicationProtocol {
        Application(
            router: router.router(world: world),
            configuration: ApplicationConfiguration(address: .hostname(self.host, port: port)),
            onServerRunning: { channel in await onReady(channel.localAddress?.port ?? port) },
            logger: self.logger
        )
    }

    /// Advances every running clock by the passed time, multiplied by its speed.
    private func turnClocks() async {
        while !Task.isCancelled {
            let started = ContinuousClock.now
            guard (try? await self.clock.sleep(for: Self.tick)) != nil else { return }
            // A tick that is late, because a world was busy, covers a longer time.
            let passed = self.clock is ContinuousClock ? ContinuousClock.now - started : Self.tick
            for hosted in self.worlds.all where hosted.rate > 0 {
                var action = WorldAction(.advance)
                let seconds = Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18
                action.milliseconds = Int64(seconds * 1000 * hosted.rate)
                let turn = action
                _ = try? await hosted.queue.run {
                    if let receiver = self.receiver {
                        return try await hosted.world.perform(turn, delivering: receiver)
                    }
                    return try hosted.world.perform(turn)
                }
            }
        }
    }
}

/// A request to open a port for a world.
struct ListenerRequest: Sendable {
    let hosted: HostedWorld
    let port: Int
    /// The continuation that receives success when the port is open, or the error.
    let answer: CheckedContinuation<Void, any Error>
}

/// A continuation that resumes with the first result and ignores later ones.
final class OneShotContinuation: Sendable {
    private let continuation: Mutex<CheckedContinuation<Void, any Error>?>

    init(_ continuation: CheckedContinuation<Void, any Error>) {
        self.continuation = Mutex(continuation)
    }

    func resume(returning answer: Void) {
        self.take()?.resume(returning: answer)
    }

    func resume(throwing error: any Error) {
        self.take()?.resume(throwing: error)
    }

    private func take() -> CheckedContinuation<Void, any Error>? {
        self.continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
    }
}
