import AppStore
import Synchronization

/// A budget that counts requests, and refuses those beyond a limit.
final class CountedConnectBudget: ConnectBudget {
    private let state = Mutex((taken: 0, limit: Int.max))

    /// The number of requests.
    var taken: Int { self.state.withLock { $0.taken } }

    /// Allows `count` more requests.
    func allow(_ count: Int) {
        self.state.withLock { $0 = (taken: 0, limit: count) }
    }

    func take(_: String, at now: Int64) async -> RequestDecision {
        self.state.withLock { state in
            guard state.taken < state.limit else { return .notBefore(now + 1) }
            state.taken += 1
            return .granted
        }
    }

    func keep(_: ConnectLimit, of _: String, at _: Int64) async {}

    func pause(_: String, until _: Int64) async {}
}
