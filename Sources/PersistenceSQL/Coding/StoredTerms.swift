/// Terms of one app, their strings and offers replaced by numbers.
struct StoredTerms: Hashable, Sendable {
    /// The app's number.
    let app: Int64
    /// The number of the product.
    let product: Int64
    /// The code of the product's kind; nothing for a renewal.
    var kind: Int64?
    /// The code of who started it.
    var reason: Int64?
    /// The number of the product that renews next.
    var nextProduct: Int64?
    /// Whether it renews: 0 or 1.
    var autoRenew: Int64?
    /// The number of the offer.
    var offer: Int64?
    /// The price in thousandths.
    var price: Int64?
    /// The number of the price's currency.
    var currency: Int64?
    /// The number of the storefront.
    var storefront: Int64?

    /// The values in the order of the columns.
    var values: [SQLValue] {
        [.integer(self.app), .integer(self.product)]
            + [
                self.kind, self.reason, self.nextProduct, self.autoRenew, self.offer, self.price,
                self.currency,
                self.storefront,
            ].map(SQLValue.optional)
    }
}
