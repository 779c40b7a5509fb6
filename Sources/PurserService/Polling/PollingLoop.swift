import ServiceLifecycle

/// Work that repeats until the server stops.
///
/// A stop cancels only the rest between two rounds; a round that has begun is completed.
struct PollingLoop<C: Clock<Duration>>: Sendable {
    /// The rest after a round that found nothing more to do.
    let interval: Duration
    /// The clock that paces the rounds; the ambient's instant decides what is due.
    let clock: C
    /// Awaited before each round where the ledger follows a simulated clock, which stands still while it does not
    /// answer.
    var catchUp: (@Sendable () async throws -> Void)?

    /// Runs rounds until the stop; a round that returns `true` is followed by the next one at once.
    func run(_ round: () async -> Bool) async {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            // A simulated clock that does not answer must not keep the server from stopping.
            if let catchUp { try? await cancelWhenGracefulShutdown { try await catchUp() } }
            guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return }
            if await round() { continue }
            try? await cancelWhenGracefulShutdown {
                try await self.clock.sleep(for: self.interval)
            }
        }
    }
}

/// A rest within long work for a waiting client, which a stopping server cuts short.
package struct InterruptibleSleep: Sendable {
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a sleep by this clock, which is real time outside tests.
    package init(sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.sleep = sleep
    }

    /// Whether the server is stopping and the work should end.
    package var isOver: Bool { Task.isShuttingDownGracefully || Task.isCancelled }

    /// Rests for a duration, or until the server stops.
    package func rest(for span: Duration) async {
        try? await cancelWhenGracefulShutdown { try await self.sleep(span) }
    }
}
