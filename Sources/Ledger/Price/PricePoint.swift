/// A price that Apple offers in one storefront.
///
/// Price points are imported from Apple. Their steps follow no formula, so the server never computes one.
package struct PricePoint: Hashable, Sendable {
    /// The storefront, by ISO 3166-1 alpha-3 code.
    package let storefront: String
    /// The price that the customer pays.
    package let price: Money
    /// The developer's proceeds in the same currency, where they are known.
    package let proceeds: Money?
    /// The developer's proceeds from the second year of a subscription on, where they are known.
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
    /// The position of a price point relative to the price.
    package enum Place: String, Hashable, Sendable {
        /// The price point is below the price.
        case below
        /// The price point equals the price.
        case equal
        /// The price point is above the price.
        case above
    }

    /// The price point.
    package let point: PricePoint
    /// The position of the price point relative to the price.
    package let place: Place
    /// The distance between the price point and the price.
    package let difference: Money
    /// Whether no other price point is nearer; of two equally near ones, the higher one is the nearest.
    package let isNearest: Bool

    /// Creates a price point relative to a price in its currency; both are not negative.
    init(_ point: PricePoint, seenFrom sum: Money, isNearest: Bool) {
        let milliunits = point.price.amountMilliunits - sum.amountMilliunits
        self.point = point
        self.place = milliunits == 0 ? .equal : milliunits < 0 ? .below : .above
        self.difference = Money(amountMilliunits: abs(milliunits), currency: sum.currency)
        self.isNearest = isNearest
    }
}
