/// A period of a subscription that was a customer's own and is over.
package struct EndedPeriod: Hashable, Sendable {
    /// The product.
    package let productID: ProductID
    /// When it ended or was revoked.
    package let endedAt: Instant
    /// Why it was revoked; `nil` when it just ended.
    package let revokedFor: SubscriptionState.Reason?
    /// The transactions that stand for it.
    package let transactionIDs: [TransactionID]

    /// A period of these values.
    package init(
        productID: ProductID,
        endedAt: Instant,
        revokedFor: SubscriptionState.Reason?,
        transactionIDs: [TransactionID]
    ) {
        self.productID = productID
        self.endedAt = endedAt
        self.revokedFor = revokedFor
        self.transactionIDs = transactionIDs
    }
}
