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
    /// The Apple Account that paid; `nil` in old evidence.
    package private(set) var account: AppTransactionID?
    /// What was bought once; `nil` where only the transaction is known.
    package private(set) var purchase: PurchaseKey?

    /// A subject of these values.
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

    /// What a snapshot says that the case is about.
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

    /// Learns which Apple Account paid for which purchase where only another subject says so; returns whether it is
    /// new.
    mutating func learn(from other: Self) -> Bool {
        let known = self
        self.account = self.account ?? other.account
        self.purchase = self.purchase ?? other.purchase
        return self != known
    }

    /// The key of a purchase, as far as one snapshot says it.
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
