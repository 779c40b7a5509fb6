package import Ledger

/// What became of the purchases of an order number from one of Apple's mails.
package struct RecoveredOrder: Hashable, Sendable {
    /// The number, as Apple spells it.
    package let number: String
    /// For whom it was recovered.
    package let customer: CustomerID
    /// Each of its purchases, in Apple's order.
    package let purchases: [RecoveredPurchase]
}
