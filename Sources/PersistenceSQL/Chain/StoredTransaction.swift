import Ledger

/// A transaction as it lies in the database.
struct StoredTransaction {
    /// The number of the original under which its snapshots lie: that of the snapshot that came first.
    let original: Int64
    /// Its snapshots.
    var record: TransactionRecord
    /// The number of its owner.
    var owner: Int64?
    /// Why it is his.
    var reason: Claim.Reason
    /// The numbers of those with whom it is shared.
    var sharedWith: Set<Int64> = []
    /// Whether it has a row of its own already.
    var isStored: Bool
}
