import Ledger

/// A name that is being erased.
struct ErasedName {
    /// The number of whoever had it.
    let number: Int64
    /// The name.
    let name: CustomerID
    /// What stands in its place.
    let nameless: CustomerID
}
