import Ledger
import PurserTesting
import Synchronization

/// A repository that counts reads of a storefront's prices.
final class PriceReadCount: ObservedRepository {
    let base: any Repository
    private let counted = Mutex(0)

    /// The number of reads for `PriceService.currentPrices(in:of:)`, which reads nothing where its cache has the prices.
    var count: Int { self.counted.withLock { $0 } }

    init(_ base: any Repository) {
        self.base = base
    }

    func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
        guard call.isFrom("currentPrices") || call.isFrom("fetched") else { return }
        self.counted.withLock { $0 += 1 }
    }
}
