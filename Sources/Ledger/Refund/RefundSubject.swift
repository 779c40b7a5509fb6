/// The purchase that a refund case is about.
package struct RefundSubject: Hashable, Sendable {
    /// The chain of the transaction.
    package let originalTransactionID: OriginalTransactionID
    /// The product.
    package private(set) var productID: ProductID
    /// The instant of the purchase.
    package private(set) var purchasedAt: Instant
    /// The price paid; `nil` in old evidence.
    package private(set) var price: Money?
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

    /// Adds what another subject of the same transaction states; returns whether anything is new.
    ///
    /// Where two contradict each other, the order in which they came must not decide. So of two prices the smaller one
    /// stays, and of two keys the later one in the alphabet: a period's item says more than its begin.
    mutating func learn(from other: Self) -> Bool {
        let known = self
        self.productID = min(self.productID, other.productID)
        self.purchasedAt = min(self.purchasedAt, other.purchasedAt)
        let prices = [self.price, other.price].compactMap(\.self)
        self.price = prices.min { ($0.currency, $0.amountMilliunits) < ($1.currency, $1.amountMilliunits) }
        self.account = [self.account, other.account].compactMap(\.self).min()
        self.purchase = [self.purchase, other.purchase].compactMap(\.self).max { $0.spelling < $1.spelling }
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
