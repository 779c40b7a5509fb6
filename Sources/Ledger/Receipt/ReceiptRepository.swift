/// Keeps the newest receipt of each subscription of apps that have no key of Apple's.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol ReceiptRepository: Sendable {
    /// Keeps receipts of chains that are known, each unless a later one, or this one, is kept already.
    ///
    /// A later one is due anew, and whoever had leased the one before has nothing any longer.
    func keep(_ receipts: [StoredReceipt]) async throws(RepositoryError)

    /// Makes what is kept of these chains due now, and says of how many chains anything is kept.
    func expediteReceipts(
        of chains: [OriginalTransactionID],
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> Int

    /// Leases what is due to one worker, the longest due first.
    ///
    /// Nobody else gets it before `until`; after it, the lease is worth nothing.
    func leaseReceipts(at now: Instant, until: Instant, limit: Int) async throws(RepositoryError) -> [ReceiptLease]

    /// Takes note of what became of a receipt; `false` when the lease is over and nothing was noted.
    func settle(_ lease: ReceiptLease, _ step: ReceiptStep) async throws(RepositoryError) -> Bool
}

/// The newest receipt of a subscription whose app has no key of Apple's, and when Apple is asked about it.
package struct StoredReceipt: Hashable, Sendable {
    /// The app it belongs to.
    package let app: AppName
    /// The environment it belongs to.
    package let environment: StoreEnvironment
    /// The first transaction of the subscription's chain.
    package let originalTransactionID: OriginalTransactionID
    /// The receipt, encrypted: whoever has the ledger alone cannot read it.
    package let sealed: [UInt8]
    /// When the receipt was made; of two the later is kept.
    package let madeAt: Instant
    /// When Apple is asked about it.
    package var dueAt: Instant
    /// How often in a row Apple gave no answer.
    package var failures: Int

    /// A receipt of these values.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        originalTransactionID: OriginalTransactionID,
        sealed: [UInt8],
        madeAt: Instant,
        dueAt: Instant,
        failures: Int = 0
    ) {
        self.app = app
        self.environment = environment
        self.originalTransactionID = originalTransactionID
        self.sealed = sealed
        self.madeAt = madeAt
        self.dueAt = dueAt
        self.failures = failures
    }
}

/// The right of one worker to ask Apple about a stored receipt, for a while.
package struct ReceiptLease: Hashable, Sendable {
    /// The receipt.
    package let receipt: StoredReceipt
    /// The number of the lease, which no other lease of this ledger has.
    package let number: Int64

    /// A lease of these values.
    package init(receipt: StoredReceipt, number: Int64) {
        self.receipt = receipt
        self.number = number
    }
}

/// What becomes of a stored receipt after Apple was asked about it.
package enum ReceiptStep: Hashable, Sendable {
    /// Apple is asked again at an instant, having given no answer so often in a row.
    case later(Instant, failures: Int)
    /// It is forgotten: the chain is long over, or Apple will never answer about it.
    case forget
}
