import Hummingbird
import Logging
import PurserHTTP
import ServiceLifecycle

/// Listens on the operator's socket until the server stops.
///
/// A server that cannot listen there says so and serves on: customers come before commands.
struct OperatorServer: Service {
    /// Makes the router that answers the commands.
    let router: @Sendable () -> Router<PurserContext>
    /// Lets one long operation run at a time.
    let gate: OperationGate
    /// Where it listens.
    let socket: OperatorSocket
    /// Where to tell what an operator should know.
    let logger: Logger
    /// Called once it listens, or once it is clear that it cannot, with why.
    let onSettled: @Sendable (_ obstacle: (any Error)?) -> Void

    /// Listens until the stop, breaks off what runs then, and takes the socket away.
    func run() async throws {
        self.socket.removeStale()
        let application = OperatorApplication.make(
            router: self.router(),
            socket: self.socket,
            logger: self.logger,
            onListening: { self.onSettled(nil) }
        )
        let gate = self.gate
        do {
            try await withGracefulShutdownHandler {
                try await application.run()
            } onGracefulShutdown: {
                gate.stop()
            }
        } catch {
            self.onSettled(error)
            self.logger.error(
                "Nobody can listen at the operator's socket; commands have to wait until the server is stopped.",
                metadata: ["error": "\(error)"]
            )
            try? await gracefulShutdown()
        }
        self.socket.removeStale()
    }
}
