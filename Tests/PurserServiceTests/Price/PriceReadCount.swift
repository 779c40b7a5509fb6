import Ledger
import PurserTesting
import Synchronization

/// A repository that counts reads of a storefront's prices.
final class PriceReadCount: ForwardingRepository {
    let base: any Repository
    private let counted = Mutex(0)

    /// The number of reads.
    var count: Int { self.counted.withLock { $0 } }

    init(_ base: any Repository) {
        self.base = base
    }

    func fetchedPrices(
        in storefront: String,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [FetchedPrice] {
        self.counted.withLock { $0 += 1 }
        return try await self.base.read { view in try view.fetchedPrices(in: storefront, app: app, limit: limit) }
    }
}
