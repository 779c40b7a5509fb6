import Synchronization

/// When which node acknowledged something.
final class AcknowledgementTimes: Sendable {
    private let clock: ContinuousClock
    private let openedAt: ContinuousClock.Instant
    private let state = Mutex<[(node: String, at: Duration)]>([])

    /// None so far.
    init(clock: ContinuousClock) {
        self.clock = clock
        self.openedAt = clock.now
    }

    /// The time since the first moment.
    var now: Duration { self.clock.now - self.openedAt }

    /// Notes that a node acknowledged something now.
    func note(_ node: String) {
        self.state.withLock { $0.append((node, self.clock.now - self.openedAt)) }
    }

    /// Whether a node, or any, acknowledged something since a moment.
    func isHeard(_ node: String? = nil, since moment: Duration) -> Bool {
        self.state.withLock { times in
            times.reversed().prefix { $0.at > moment }.contains { node ?? $0.node == $0.node }
        }
    }

    /// All that a node acknowledged, or all together, in order.
    func times(of node: String? = nil) -> [Duration] {
        self.state.withLock { times in times.filter { node ?? $0.node == $0.node }.map(\.at) }
    }
}
