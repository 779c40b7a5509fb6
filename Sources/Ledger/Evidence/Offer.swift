/// The offer under which a period was bought or will renew, in Apple's own values.
package struct Offer: Hashable, Sendable {
    /// Apple's `offerType`: 1 introductory, 2 promotional, 3 offer code, 4 win-back; other numbers are kept.
    package let type: Int
    /// Apple's `offerIdentifier`; every type but introductory has one.
    package let identifier: String?
    /// Apple's `offerDiscountType`, for example `FREE_TRIAL`.
    package let discountType: String?
    /// Apple's `offerPeriod`, an ISO 8601 duration.
    package let period: String?

    /// An offer of these values.
    package init(type: Int, identifier: String?, discountType: String?, period: String?) {
        self.type = type
        self.identifier = identifier
        self.discountType = discountType
        self.period = period
    }
}
