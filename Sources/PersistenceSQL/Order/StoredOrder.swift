import Ledger

/// An order as its row has it.
struct StoredOrder {
    /// Its number, by which everything about it is kept together.
    let number: Int64
    /// The number of the customer who ordered, whoever counts as him.
    let owner: Int64
    /// The order and what became of it.
    var record: OrderRecord
    /// What was told of it last; `nil` while nothing was.
    let told: OrderTelling.Told?
}
