/// An offer of one app, its strings replaced by their numbers.
struct StoredOffer: Hashable, Sendable {
    /// The app's number.
    let app: Int64
    /// Apple's `offerType`.
    let type: Int64
    /// The number of Apple's `offerIdentifier`.
    let identifier: Int64?
    /// The number of Apple's `offerDiscountType`.
    let discountType: Int64?
    /// The number of Apple's `offerPeriod`.
    let period: Int64?
}
