import HTTPTypes
import Hummingbird
public import Logging
public import ServiceLifecycle

/// Serves the control interface of one world over HTTP, on this machine only unless told otherwise.
///
/// It runs until it is asked to stop, and ends what it began. Port 0 lets the system choose; `onReady` hears the port.
public struct SimulatorServer: Service {
    private let routes: ControlRoutes
    private let host: String
    private let port: Int
    private let logger: Logger
    private let onReady: @Sendable (Int) async -> Void

    /// A server for a world.
    ///
    /// With a receiver every command delivers what it causes before it answers; without one notifications wait in the
    /// world's outbox.
    public init(
        world: World,
        receiver: NotificationReceiver?,
        host: String = "127.0.0.1",
        port: Int = 0,
        logger: Logger,
        onReady: @escaping @Sendable (_ port: Int) async -> Void
    ) {
        self.routes = ControlRoutes(world: world, receiver: receiver)
        self.host = host
        self.port = port
        self.logger = logger
        self.onReady = onReady
    }

    /// Serves until a graceful shutdown.
    public func run() async throws {
        let application = Application(
            router: self.routes.router(),
            configuration: ApplicationConfiguration(address: .hostname(self.host, port: self.port)),
            onServerRunning: { channel in await self.onReady(channel.localAddress?.port ?? self.port) },
            logger: self.logger
        )
        try await application.run()
    }
}
