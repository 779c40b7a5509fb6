import AppStore
import ServiceLifecycle

/// Asks about revocation in the background until the server stops.
struct RevocationService: Service {
    /// Knows what to ask.
    let checker: RevocationChecker

    /// Asks until the stop; a question on its way is dropped.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            await self.checker.run(clock: .continuous)
        }
    }
}
