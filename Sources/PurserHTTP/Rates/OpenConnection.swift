import NIOCore
import PurserService
import Synchronization

/// One connection that counts, and whether it waits for its client.
final class OpenConnection: Sendable {
    /// The other end.
    let address: NetworkAddress
    /// Ends the connection.
    let close: @Sendable () -> Void
    /// Since when it has waited for a whole request, or for the client to take an answer, in nanoseconds of the loop's
    /// clock; -1 while the server is at work.
    private let waiting: Atomic<Int64>

    /// A connection that waits from now on.
    init(from address: NetworkAddress, at now: NIODeadline, close: @escaping @Sendable () -> Void) {
        self.address = address
        self.close = close
        self.waiting = Atomic(Int64(clamping: now.uptimeNanoseconds))
    }

    /// Since when it has been the client's turn; `nil` while it is the server's.
    var waitingSince: Int64? {
        let since = self.waiting.load(ordering: .relaxed)
        return since < 0 ? nil : since
    }

    /// Notes that it is the server's turn.
    func beginAnswering() {
        self.waiting.store(-1, ordering: .relaxed)
    }

    /// Notes that it is the client's turn, which begins anew.
    func beginWaiting(at now: NIODeadline) {
        self.waiting.store(Int64(clamping: now.uptimeNanoseconds), ordering: .relaxed)
    }

    /// Notes that it is the client's turn, since now unless it has been before.
    func goOnWaiting(at now: NIODeadline) {
        let now = Int64(clamping: now.uptimeNanoseconds)
        _ = self.waiting.compareExchange(expected: -1, desired: now, ordering: .relaxed)
    }
}
