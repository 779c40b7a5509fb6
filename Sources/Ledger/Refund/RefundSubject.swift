/// What a refund case is about.
package struct RefundSubject: Hashable, Sendable {
    /// The chain of the transaction.
    package let originalTransactionID: OriginalTransactionID
    /// What was bought.
    package let productID: ProductID
    /// When it was bought.
    package let purchasedAt: Instant
    /// What was paid; `nil` in old evidence.
    package let price: Money?

    /// A subject of these values.
    package init(
        originalTransactionID: OriginalTransactionID,
        productID: ProductID,
        purchasedAt: Instant,
        price: Money?
    ) {
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.purchasedAt = purchasedAt
        self.price = price
    }

    /// What a snapshot says that the case is about.
    package init(_ snapshot: TransactionSnapshot) {
        self.init(
            originalTransactionID: snapshot.originalTransactionID,
            productID: snapshot.productID,
            purchasedAt: snapshot.purchaseAt,
            price: snapshot.price
        )
    }
}
