import ServiceLifecycle

/// Work that is done again and again until the server stops.
///
/// What is begun is finished: only the rest between two rounds is cut short by a stop.
struct PollingLoop<C: Clock<Duration>>: Sendable {
    /// How long to rest after a round that found nothing more to do.
    let interval: Duration
    /// Paces the rounds; what is due is decided by the ambient's instant.
    let clock: C
    /// Awaited before each round where the time is somebody else's; a simulated clock that does not answer stands
    /// still.
    var catchUp: (@Sendable () async throws -> Void)?

    /// Does rounds until the stop; a round that answers `true` is followed by the next one at once.
    func run(_ round: () async -> Bool) async {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            // A clock that does not answer must not keep the server from its end.
            if let catchUp { try? await cancelWhenGracefulShutdown { try await catchUp() } }
            guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return }
            if await round() { continue }
            try? await cancelWhenGracefulShutdown {
                try await self.clock.sleep(for: self.interval)
            }
        }
    }
}

/// A rest within long work for somebody who waits outside, which a server that stops cuts short.
package struct InterruptibleSleep: Sendable {
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
