/// A price that Apple offers in one storefront.
///
/// Price points are imported. Their steps follow no formula, so none is ever computed.
package struct PricePoint: Hashable, Sendable {
    /// The storefront, by ISO 3166-1 alpha-3 code.
    package let storefront: String
    /// What the customer pays.
    package let price: Money
    /// What the developer receives of it, in the same currency, where it is known.
    package let proceeds: Money?
    /// What the developer receives of it from the second year of a subscription on, where it is known.
    package let secondYearProceeds: Money?
    /// Apple's id of the price point, where it is known.
    package let appleID: String?

    /// Creates a price point of these values.
    package init(
        storefront: String,
        price: Money,
        proceeds: Money? = nil,
        secondYearProceeds: Money? = nil,
        appleID: String? = nil
    ) {
        self.storefront = storefront
        self.price = price
        self.proceeds = proceeds
        self.secondYearProceeds = secondYearProceeds
        self.appleID = appleID
    }
}

/// A price point near a price.
package struct NearPrice: Hashable, Sendable {
    /// Where a price point is, as seen from the price.
    package enum Place: String, Hashable, Sendable {
        /// It is lower.
        case below
        /// It is the price itself.
        case equal
        /// It is higher.
        case above
    }

    /// The price point.
    package let point: PricePoint
    /// Where it is.
    package let place: Place
    /// How far it is from the price.
    package let difference: Money
    /// Whether no other is nearer; of two that are equally near, it is the one above.
    package let isNearest: Bool

    /// A price point as seen from a price in its currency; both are no less than nothing.
    init(_ point: PricePoint, seenFrom sum: Money, isNearest: Bool) {
        let milliunits = point.price.amountMilliunits - sum.amountMilliunits
        self.point = point
        self.place = milliunits == 0 ? .equal : milliunits < 0 ? .below : .above
        self.difference = Money(amountMilliunits: abs(milliunits), currency: sum.currency)
        self.isNearest = isNearest
    }
}
