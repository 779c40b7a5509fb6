import Ledger

/// A customer as he lies in the database.
struct StoredCustomer {
    /// His number.
    let number: Int64
    /// His name, or what stands in its place since it was erased.
    let name: CustomerID
    /// The number of whom he was merged into.
    let mergedInto: Int64?
    /// When his name was erased.
    let erasedAt: Instant?
}
