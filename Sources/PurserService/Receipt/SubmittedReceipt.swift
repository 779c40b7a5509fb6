package import Ledger

/// What became of a receipt that was handed in.
package struct SubmittedReceipt: Hashable, Sendable {
    /// One purchase of a receipt, and whose it is.
    package struct Line: Hashable, Sendable {
        /// The transaction.
        package let transactionID: TransactionID
        /// What was bought.
        package let productID: ProductID
        /// What kind of product it is.
        package let kind: TransactionSnapshot.Kind
        /// Whose it is; `nil` where a preview cannot say it.
        package var claim: Claim?
    }

    /// What is answered about: the purchase that was named, or the newest that is nobody else's.
    package var purchase: SubmittedPurchase
    /// The newest purchase of each kind of product, the earliest first.
    package var newest: [Line] = []
    /// How many purchases the receipt lists that lack what a purchase needs.
    package var incompleteCount = 0
    /// What recording would change; `nil` unless it is a preview.
    package var ownership: OwnershipPreview?
}
