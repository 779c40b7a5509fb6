import Ledger
package import NIOCore
import Synchronization

/// The newest result of each host, and which probes are under way, on the node that probes.
package final class LinkResults: Sendable {
    private struct State {
        var statuses: [String: LinkStatus] = [:]
        var begunAt: [String: NIODeadline] = [:]
        var busy: Set<String> = []
        var notedAt: NIODeadline?
    }

    private let state = Mutex(State())

    /// Results of no host.
    package init() {}

    /// What is known of a host.
    package func status(of host: String) -> LinkStatus? { self.state.withLock { $0.statuses[host] } }

    /// When something was noted last, by the machine's clock; `nil` where nothing was.
    package var notedAt: NIODeadline? { self.state.withLock { $0.notedAt } }

    /// Takes the turn to probe a host, unless a probe of it is under way or began less than a while ago.
    func begin(_ host: String, at now: NIODeadline, rest: TimeAmount) -> Bool {
        self.state.withLock { state in
            if let begunAt = state.begunAt[host], now - begunAt < rest { return false }
            guard state.busy.insert(host).inserted else { return false }
            state.begunAt[host] = now
            return true
        }
    }

    /// Gives the turn back, with what was found; `nil` where nothing was.
    func end(_ host: String, _ result: LinkResult?, at now: Instant) {
        self.state.withLock { state in
            state.busy.remove(host)
            guard let result else { return }
            state.statuses[host, default: LinkStatus(host: host)].take(result, at: now)
            state.notedAt = .now()
        }
    }
}
