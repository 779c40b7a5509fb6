import Ledger
package import NIOCore
import Synchronization

/// The newest result of each host, and the probes in progress, on the node that probes.
package final class LinkResults: Sendable {
    private struct State {
        var statuses: [String: LinkStatus] = [:]
        var begunAt: [String: NIODeadline] = [:]
        var busy: Set<String> = []
        var notedAt: NIODeadline?
    }

    private let state = Mutex(State())

    /// Creates empty results.
    package init() {}

    /// Returns the status of a host, if known.
    package func status(of host: String) -> LinkStatus? { self.state.withLock { $0.statuses[host] } }

    /// The instant of the last result by the machine's clock; `nil` without results.
    package var notedAt: NIODeadline? { self.state.withLock { $0.notedAt } }

    /// Returns whether to probe a host now, and marks the probe as in progress, unless another one is in progress or
    /// began less than `rest` ago.
    func begin(_ host: String, at now: NIODeadline, rest: TimeAmount) -> Bool {
        self.state.withLock { state in
            if let begunAt = state.begunAt[host], now - begunAt < rest { return false }
            guard state.busy.insert(host).inserted else { return false }
            state.begunAt[host] = now
            return true
        }
    }

    /// Ends a probe and stores its result; `nil` if there is none.
    func end(_ host: String, _ result: LinkResult?, at now: Instant) {
        self.state.withLock { state in
            state.busy.remove(host)
            guard let result else { return }
            state.statuses[host, default: LinkStatus(host: host)].take(result, at: now)
            state.notedAt = .now()
        }
    }
}
