import ServiceLifecycle

/// Closes something when the server stops; placed before those that use it, it closes after them.
struct ClosingService: Service {
    /// Closes it.
    let close: @Sendable () async -> Void

    /// Waits for the stop, then closes.
    func run() async throws {
        try? await gracefulShutdown()
        await self.close()
    }
}
