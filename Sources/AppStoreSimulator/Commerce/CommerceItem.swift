import AppStore

/// One item of an Advanced Commerce purchase, in a transaction or in the next renewal.
///
/// Instants are milliseconds since 1970, amounts milliunits of the content's currency.
struct CommerceItem: Hashable, Sendable {
    /// A future price increase.
    struct Increase: Hashable, Sendable {
        /// The price.
        let price: Int64
        /// The items whose prices depend on it.
        let dependentSKUs: [String]
        /// The instant of the request for it.
        let scheduledAt: Int64
        /// Whether the customer has been notified and has consented.
        var status: AdvancedCommercePriceIncreaseInfoStatus
    }

    /// The developer's id of the item.
    var sku: String
    /// The description.
    var description: String
    /// The name.
    var displayName: String
    /// The price without an offer.
    var price: Int64
    /// The offer that sets the price.
    var offer: AdvancedCommerceOffer?
    /// The number of periods, this one included, in which the offer still applies.
    var offerPeriodsLeft: Int32 = 0
    /// The charged amount, for a transaction in the middle of a period; `nil` for ``due``.
    var charged: Int64?
    /// The refunds.
    var refunds: [AdvancedCommerceRefund] = []
    /// The instant of its revocation.
    var revokedAt: Int64?
    /// A future price increase.
    var increase: Increase?

    /// The price of a whole period.
    var due: Int64 { self.offer?.price ?? self.price }
    /// The paid amount.
    var paid: Int64 { self.charged ?? self.due }
    /// The refunded amount.
    var refunded: Int64 { self.refunds.reduce(0) { $0 + ($1.refundAmount ?? 0) } }

    /// The item in the period after this one.
    var renewed: CommerceItem {
        var item = self
        item.charged = nil
        item.refunds = []
        item.offerPeriodsLeft -= 1
        if item.offerPeriodsLeft <= 0 {
            item.offer = nil
            item.offerPeriodsLeft = 0
        }
        return item
    }
}
