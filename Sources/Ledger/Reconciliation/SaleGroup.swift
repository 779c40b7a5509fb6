/// The dimensions of a sum that reconciliation compares; Apple's reports name no transaction, so both sides are added
/// up to groups.
package struct SaleGroup: Hashable, Comparable, Sendable {
    /// The direction of the payment.
    package enum Direction: Int, Hashable, Sendable, CaseIterable {
        /// The customer paid.
        case sale
        /// The customer was refunded, on the day of the refund.
        case refund
    }

    /// The kind of period of an auto-renewable subscription.
    package enum Period: Int, Hashable, Sendable, CaseIterable {
        /// The product is not an auto-renewable subscription.
        case none
        /// The customer bought it.
        case new
        /// The App Store renewed it.
        case renewal
    }

    /// The day in Pacific time.
    package var day: PacificDay
    /// The product; a report calls it the SKU.
    package var product: ProductID
    /// The storefront, two letters (ISO 3166-1 alpha-2); `nil` where the ledger does not know it.
    package var storefront: String?
    /// The currency of the price (ISO 4217); `nil` where the price is unknown.
    package var currency: String?
    /// The unit price, never negative; `nil` where the ledger does not know it.
    package var unitPriceMilliunits: Int64?
    /// Whether it was sold or refunded.
    package var direction: Direction
    /// Whether a subscription is new or renewed.
    package var period: Period

    /// Creates a group of these values.
    package init(
        day: PacificDay,
        product: ProductID,
        storefront: String?,
        currency: String?,
        unitPriceMilliunits: Int64?,
        direction: Direction = .sale,
        period: Period = .none
    ) {
        self.day = day
        self.product = product
        self.storefront = storefront
        self.currency = currency
        self.unitPriceMilliunits = unitPriceMilliunits
        self.direction = direction
        self.period = period
    }

    /// Orders groups by day, then by each other value.
    package static func < (left: Self, right: Self) -> Bool {
        if left.day != right.day { return left.day < right.day }
        if left.product != right.product { return left.product < right.product }
        if left.storefront != right.storefront { return (left.storefront ?? "") < (right.storefront ?? "") }
        if left.currency != right.currency { return (left.currency ?? "") < (right.currency ?? "") }
        if left.unitPriceMilliunits != right.unitPriceMilliunits {
            return (left.unitPriceMilliunits ?? -1) < (right.unitPriceMilliunits ?? -1)
        }
        if left.direction != right.direction { return left.direction.rawValue < right.direction.rawValue }
        return left.period.rawValue < right.period.rawValue
    }

    /// The values that a matching rule does not compare.
    struct Relaxation: OptionSet, Hashable, Sendable {
        let rawValue: Int

        /// The storefront, for groups whose storefront the ledger does not know.
        static let storefront = Self(rawValue: 1)
        /// The unit price with its currency.
        static let price = Self(rawValue: 2)
        /// New or renewal.
        static let period = Self(rawValue: 4)
        /// The day.
        static let day = Self(rawValue: 8)
        /// The product.
        static let product = Self(rawValue: 16)
    }

    /// Returns the group with a fixed value for everything that is not compared, so that groups that agree otherwise
    /// are equal.
    func relaxed(_ relaxation: Relaxation) -> Self {
        var group = self
        if relaxation.contains(.storefront) { group.storefront = nil }
        if relaxation.contains(.price) {
            group.currency = nil
            group.unitPriceMilliunits = nil
        }
        if relaxation.contains(.period) { group.period = .none }
        if relaxation.contains(.day) { group.day = PacificDay(number: 0) }
        if relaxation.contains(.product) { group.product = ProductID("") }
        return group
    }
}
