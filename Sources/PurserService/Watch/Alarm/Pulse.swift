import NIOCore
import Synchronization

/// When the heartbeat went out last, and how that ended.
///
/// A ledger that follows a simulated clock has many minutes in one of ours; the receiver is not to be flooded by them.
final class Pulse: Sendable {
    private static let shortestPause = TimeAmount.seconds(30)

    private let state = Mutex<(last: NIODeadline?, problem: String?)>((nil, nil))

    /// Returns whether it is time for another one, and takes note of it.
    func begin(at now: NIODeadline) -> Bool {
        self.state.withLock { state in
            if let last = state.last, now - last < Self.shortestPause { return false }
            state.last = now
            return true
        }
    }

    /// Takes note of how it ended, and returns whether that is another way than the last time.
    func isNews(_ problem: String?) -> Bool {
        self.state.withLock { state in
            defer { state.problem = problem }
            return state.problem != problem
        }
    }
}
