/// Money that the store gave back for a transaction, or took again after a dispute.
struct Payback: Sendable {
    /// The transaction's place in the world.
    let transaction: Int
    /// When, in milliseconds since 1970.
    let at: Int64
    /// The share of what was paid, in thousandths of a percent; negative where it was taken again.
    let share: Int
    /// Whether it is the credit for the rest of a period that an upgrade ended.
    var isCredit = false
}
