/// Keeps the newest receipt of each subscription of apps that have no key of Apple's.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol ReceiptRepository: Sendable {
    /// Keeps receipts of chains that are known, each unless a later one, or this one, is kept already.
    ///
    /// A later one is due anew, and whoever had leased the one before has nothing any longer.
    func keep(_ receipts: [KeptReceipt]) async throws(RepositoryError)

    /// Makes what is kept of these chains due now, and says of how many chains anything is kept.
    func hastenReceipts(
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
