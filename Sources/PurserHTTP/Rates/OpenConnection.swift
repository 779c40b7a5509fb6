import NIOCore
import PurserService
import Synchronization

/// One connection that counts, and whether it waits for its client.
final class OpenConnection: Sendable {
    /// The other end.
    let address: NetworkAddress
    /// Ends the connection.
    let close: @Sendable () -> Void
    /// Since when it has waited for a whole request, in nanoseconds of the loop's clock; -1 while one is being answered.
    private let waiting: Atomic<Int64>

    /// A connection that waits from now on.
    init(from address: NetworkAddress, at now: NIODeadline, close: @escaping @Sendable () -> Void) {
        self.address = address
        self.close = close
        self.waiting = Atomic(Int64(clamping: now.uptimeNanoseconds))
    }

    /// Since when the client has owed a whole request; `nil` while it is the server's turn.
    var waitingSince: Int64? {
        let since = self.waiting.load(ordering: .relaxed)
        return since < 0 ? nil : since
    }

    /// Notes whose turn it is.
    func note(isAnswering: Bool, at now: NIODeadline) {
        self.waiting.store(isAnswering ? -1 : Int64(clamping: now.uptimeNanoseconds), ordering: .relaxed)
    }
}
