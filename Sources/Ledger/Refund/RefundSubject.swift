/// The purchase that a refund case is about.
package struct RefundSubject: Hashable, Sendable {
    /// The chain of the transaction.
    package let originalTransactionID: OriginalTransactionID
    /// The product.
    package let productID: ProductID
    /// The instant of the purchase.
    package let purchasedAt: Instant
    /// The price paid; `nil` in old evidence.
    package let price: Money?
    /// The Apple Account that paid; `nil` in old evidence.
    package private(set) var account: AppTransactionID?
    /// The key of the purchase; `nil` where only the transaction is known.
    package private(set) var purchase: PurchaseKey?

    /// Creates a subject of these values.
    package init(
        originalTransactionID: OriginalTransactionID,
        productID: ProductID,
        purchasedAt: Instant,
        price: Money?,
        account: AppTransactionID? = nil,
        purchase: PurchaseKey? = nil
    ) {
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.purchasedAt = purchasedAt
        self.price = price
        self.account = account
        self.purchase = purchase
    }

    /// Creates the subject of a transaction snapshot.
    package init(_ snapshot: TransactionSnapshot) {
        self.init(
            originalTransactionID: snapshot.originalTransactionID,
            productID: snapshot.productID,
            purchasedAt: snapshot.purchaseAt,
            price: snapshot.price,
            account: snapshot.appTransactionID,
            purchase: Self.purchase(of: snapshot)
        )
    }

    /// Adds the Apple Account and the purchase where only another subject has them; returns whether either is new.
    mutating func learn(from other: Self) -> Bool {
        let known = self
        self.account = self.account ?? other.account
        self.purchase = self.purchase ?? other.purchase
        return self != known
    }

    /// Returns the key of a purchase, as far as one snapshot states it.
    private static func purchase(of snapshot: TransactionSnapshot) -> PurchaseKey {
        switch snapshot.kind {
        case .autoRenewable:
            snapshot.webOrderLineItemID.map { .period(snapshot.originalTransactionID, $0) }
                ?? .periodBegunAt(snapshot.originalTransactionID, snapshot.purchaseAt)
        case .nonConsumable: .owned(snapshot.originalTransactionID)
        case .consumable, .nonRenewing: .single(snapshot.transactionID)
        }
    }
}
