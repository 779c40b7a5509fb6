package import Ledger

/// What an order number of Apple's mails stands for.
package struct LookedUpOrder: Hashable, Sendable {
    /// One purchase of it, as the books have it.
    package struct Purchase: Hashable, Sendable {
        /// The newest word about the transaction.
        package let transaction: TransactionSnapshot
        /// Whose it is, if anybody's.
        package let owner: CustomerID?
    }

    /// Whether Apple knows the number.
    package let isValid: Bool
    /// Its purchases, which are recorded now.
    package let purchases: [Purchase]
    /// How many could not be recorded yet.
    package let heldCount: Int
}
