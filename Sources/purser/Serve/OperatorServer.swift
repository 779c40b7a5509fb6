import Hummingbird
import Logging
import PurserHTTP
import ServiceLifecycle

/// Listens at the operators' socket until the server stops.
///
/// If the server cannot listen there, it logs a warning and continues, because requests of customers are more important
/// than commands.
struct OperatorServer: Service {
    /// Creates the router for the commands.
    let router: @Sendable () -> Router<PurserContext>
    /// The gate that lets one long operation run at a time.
    let gate: OperationGate
    /// The socket.
    let socket: OperatorSocket
    /// The logger for messages to the operator.
    let logger: Logger
    /// Called when it listens, or with the error when it cannot.
    let onSettled: @Sendable (_ obstacle: (any Error)?) -> Void

    /// Listens until the server stops, then cancels running operations and removes the socket.
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
                "The server cannot listen at the operators' socket; commands have to wait until the server is stopped.",
                metadata: ["error": "\(error)"]
            )
            try? await gracefulShutdown()
        }
        self.socket.removeStale()
    }
}
