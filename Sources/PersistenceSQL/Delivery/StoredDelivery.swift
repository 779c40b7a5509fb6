import Ledger

/// A delivery as it lies in the database.
struct StoredDelivery {
    /// The number of its row.
    let number: Int64
    /// The app and environment.
    let scope: Scope
    /// The number of the original under which its transaction became known.
    let original: Int64
    /// The delivery, when a worker may take it, and the lease on it.
    var work: WorkedDelivery

    /// The delivery.
    var delivery: Delivery { self.work.delivery }
}
