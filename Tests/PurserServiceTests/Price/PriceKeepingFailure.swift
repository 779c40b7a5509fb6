import Ledger
import PurserTesting
import Synchronization

/// A repository that stores the prices of a number of products, and then fails.
final class PriceKeepingFailure: ForwardingRepository {
    let base: any Repository
    private let left: Mutex<Int>

    init(_ base: any Repository, after count: Int) {
        self.base = base
        self.left = Mutex(count)
    }

    func keep(_ prices: [FetchedPrice], of app: AppName) async throws(RepositoryError) {
        let isLeft = self.left.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isLeft else { throw .unavailable }
        try await self.base.write { unit in try unit.keep(prices, of: app) }
    }
}
