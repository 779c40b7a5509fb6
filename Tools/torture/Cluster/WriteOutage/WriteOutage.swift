import Synchronization

/// The time in which a fault prevented all writes.
package struct WriteOutage: Hashable, Sendable {
    /// The fault.
    package let fault: ClusterFault
    /// The longest time without an acknowledgment of any node.
    package let length: Duration

    /// Creates the outage of a fault between two moments: the longest time without an acknowledgment that begins before
    /// the second moment.
    package init(_ fault: ClusterFault, from beganAt: Duration, to endedAt: Duration, acknowledgedAt times: [Duration])
    {
        self.fault = fault
        let within = times.filter { $0 >= beganAt && $0 <= endedAt }.sorted()
        let edges = [beganAt] + within + [endedAt]
        self.length = zip(edges, edges.dropFirst()).map { $1 - $0 }.max() ?? .zero
    }

    /// Creates an outage of this length.
    package init(_ fault: ClusterFault, length: Duration) {
        self.fault = fault
        self.length = length
    }

    /// The violation; `nil` when the outage was short enough.
    package var violation: String? {
        guard self.length > self.fault.limit else { return nil }
        return "\(self.fault.rawValue): nothing was acknowledged for \(self.length.inSeconds); "
            + "the limit is \(self.fault.limit.inSeconds)"
    }
}

extension Duration {
    /// The length in seconds, with one decimal.
    package var inSeconds: String {
        let tenths = (self + .milliseconds(50)) / .milliseconds(100)
        return "\(Int(tenths) / 10).\(Int(tenths) % 10) s"
    }
}

/// The times of acknowledgments by node.
final class AcknowledgmentTimes: Sendable {
    private let clock: ContinuousClock
    private let openedAt: ContinuousClock.Instant
    private let state = Mutex<[(node: String, at: Duration)]>([])

    /// Creates an empty list.
    init(clock: ContinuousClock) {
        self.clock = clock
        self.openedAt = clock.now
    }

    /// The time since the start of the run.
    var now: Duration { self.clock.now - self.openedAt }

    /// Records an acknowledgment of a node.
    func note(_ node: String) {
        self.state.withLock { $0.append((node, self.clock.now - self.openedAt)) }
    }

    /// Returns whether a node, or any node, has acknowledged a message since a moment.
    func isHeard(_ node: String? = nil, since moment: Duration) -> Bool {
        self.state.withLock { times in
            times.reversed().prefix { $0.at > moment }.contains { node ?? $0.node == $0.node }
        }
    }

    /// Returns the times of the acknowledgments of a node, or of all nodes, in order.
    func times(of node: String? = nil) -> [Duration] {
        self.state.withLock { times in times.filter { node ?? $0.node == $0.node }.map(\.at) }
    }
}
