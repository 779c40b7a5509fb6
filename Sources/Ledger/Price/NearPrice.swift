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
