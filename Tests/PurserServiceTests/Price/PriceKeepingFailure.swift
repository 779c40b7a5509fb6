import Ledger
import PurserTesting
import Synchronization

/// A repository that stores the prices of a number of products, and then fails.
final class PriceKeepingFailure: ObservedRepository {
    let base: any Repository
    private let left: Mutex<Int>

    init(_ base: any Repository, after count: Int) {
        self.base = base
        self.left = Mutex(count)
    }

    /// Counts the units of work in which `PriceService.fetch` stores the prices of one product; those with its price
    /// points have another name.
    func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
        guard call.isWrite, call.isFrom("keep(_:_:in:by:)") else { return }
        let isLeft = self.left.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isLeft else { throw .unavailable }
    }
}
