/// One purchase, as far as it may be a reason to look twice.
package struct RiskPayment: Hashable, Sendable {
    /// Its transaction.
    package let transactionID: TransactionID
    /// The Apple account that paid; unknown in old evidence.
    package let account: AppTransactionID?
    /// Whose it is.
    package let customer: CustomerID
    /// When it was made.
    package let purchasedAt: Instant
    /// Whether somebody pressed a button for it: no renewal.
    package let isByHand: Bool
    /// The storefront.
    package let storefront: String?
    /// The currency that was paid in.
    package let currency: String?
    /// When Apple gave the money back; `nil` for what stands.
    package let refundedAt: Instant?
    /// The share that was used by now, in thousandths of a percent; `nil` where that is not known.
    package let usedMilliunits: Int64?
    /// Whether less was paid for a coin than the catalogue's least.
    package let isCheap: Bool

    /// A purchase of these values.
    package init(
        transactionID: TransactionID,
        account: AppTransactionID?,
        customer: CustomerID,
        purchasedAt: Instant,
        isByHand: Bool = true,
        storefront: String? = nil,
        currency: String? = nil,
        refundedAt: Instant? = nil,
        usedMilliunits: Int64? = nil,
        isCheap: Bool = false
    ) {
        self.transactionID = transactionID
        self.account = account
        self.customer = customer
        self.purchasedAt = purchasedAt
        self.isByHand = isByHand
        self.storefront = storefront
        self.currency = currency
        self.refundedAt = refundedAt
        self.usedMilliunits = usedMilliunits
        self.isCheap = isCheap
    }
}
