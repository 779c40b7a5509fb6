import Ledger

/// A delivery as it lies in the database.
struct StoredDelivery {
    /// The number of its row.
    let number: Int64
    /// The app and environment.
    let scope: Scope
    /// The number of the original under which its transaction became known.
    let original: Int64
    /// The delivery.
    var delivery: Delivery
    /// When a worker may take it, by real time.
    var dueAt: Instant?
    /// The number of the lease on it.
    var lease: Int64?
}
