import Ledger

/// What many purchases, or many renewals, have in common: the product and what it costs where.
struct Terms: Sendable {
    /// The product.
    let productID: ProductID
    /// The product's kind; nothing for a renewal.
    let kind: TransactionSnapshot.Kind?
    /// Who started it.
    let reason: TransactionSnapshot.Reason?
    /// The product that renews next.
    let nextProductID: ProductID?
    /// Whether it renews.
    let autoRenew: Bool?
    /// The offer.
    let offer: Offer?
    /// The price.
    let price: Money?
    /// The storefront.
    let storefront: String?
}
