import Synchronization

/// How long a fault kept everybody from writing.
package struct WriteOutage: Hashable, Sendable {
    /// What had happened.
    package let fault: ClusterFault
    /// The longest time without an acknowledgment of any node.
    package let length: Duration

    /// The silence that a fault brought between two moments: the longest time in which nothing was acknowledged, begun
    /// before the second of them.
    package init(_ fault: ClusterFault, from beganAt: Duration, to endedAt: Duration, acknowledgedAt times: [Duration])
    {
        self.fault = fault
        let within = times.filter { $0 >= beganAt && $0 <= endedAt }.sorted()
        let edges = [beganAt] + within + [endedAt]
        self.length = zip(edges, edges.dropFirst()).map { $1 - $0 }.max() ?? .zero
    }

    /// A silence of this length.
    package init(_ fault: ClusterFault, length: Duration) {
        self.fault = fault
        self.length = length
    }

    /// What is wrong with it; `nil` when it was short enough.
    package var violation: String? {
        guard self.length > self.fault.limit else { return nil }
        return "\(self.fault.rawValue): nothing was acknowledged for \(self.length.inSeconds), and "
            + "\(self.fault.limit.inSeconds) is the most"
    }
}

extension Duration {
    /// Seconds, with one place.
    package var inSeconds: String {
        let tenths = (self + .milliseconds(50)) / .milliseconds(100)
        return "\(Int(tenths) / 10).\(Int(tenths) % 10) s"
    }
}

/// When which node acknowledged something.
final class AcknowledgmentTimes: Sendable {
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

    /// Returns whether a node, or any, acknowledged something since a moment.
    func isHeard(_ node: String? = nil, since moment: Duration) -> Bool {
        self.state.withLock { times in
            times.reversed().prefix { $0.at > moment }.contains { node ?? $0.node == $0.node }
        }
    }

    /// Returns all that a node acknowledged, or all together, in order.
    func times(of node: String? = nil) -> [Duration] {
        self.state.withLock { times in times.filter { node ?? $0.node == $0.node }.map(\.at) }
    }
}
