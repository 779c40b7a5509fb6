import ServiceLifecycle

/// A rest within long work for somebody who waits outside, which a server that stops cuts short.
package struct StoppableRest: Sendable {
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Rests by this clock, which is real time but in tests.
    package init(sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.sleep = sleep
    }

    /// Whether the server stops, and the work should end.
    package var isOver: Bool { Task.isShuttingDownGracefully || Task.isCancelled }

    /// Rests for so long, or until the server stops.
    package func rest(for span: Duration) async {
        try? await cancelWhenGracefulShutdown { try await self.sleep(span) }
    }
}
