import AppStore

/// One item of what Advanced Commerce sells: as a transaction has it, or as it is to renew.
///
/// Instants are milliseconds since 1970, amounts milliunits of the content's currency.
struct CommerceItem: Hashable, Sendable {
    /// A higher price that is to come.
    struct Increase: Hashable, Sendable {
        /// The price.
        let price: Int64
        /// Other items whose prices depend on it.
        let dependentSKUs: [String]
        /// Whether the customer knows and agrees.
        var status: AdvancedCommercePriceIncreaseInfoStatus
    }

    /// The developer's id of the item.
    var sku: String
    /// What it is.
    var description: String
    /// Its name.
    var displayName: String
    /// What it costs without an offer.
    var price: Int64
    /// The offer that sets its price.
    var offer: AdvancedCommerceOffer?
    /// For how many periods, this one included, the offer still does.
    var offerPeriodsLeft: Int32 = 0
    /// What was really charged for it, of a transaction in the middle of a period; `nil` for ``due``.
    var charged: Int64?
    /// What was given back.
    var refunds: [AdvancedCommerceRefund] = []
    /// When it was taken away.
    var revokedAt: Int64?
    /// A higher price that is to come.
    var increase: Increase?

    /// What a whole period of it costs.
    var due: Int64 { self.offer?.price ?? self.price }
    /// What was paid for it.
    var paid: Int64 { self.charged ?? self.due }
    /// What was given back of it.
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
