/// The kind of offer that a price came from.
public struct OfferType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// For new subscribers.
    public static let introductory = OfferType(rawValue: 1)
    /// Signed by the developer's server.
    public static let promotional = OfferType(rawValue: 2)
    /// Redeemed by a code.
    public static let offerCode = OfferType(rawValue: 3)
    /// For former subscribers.
    public static let winBack = OfferType(rawValue: 4)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [OfferType] = [.introductory, .promotional, .offerCode, .winBack]
}

/// How an offer is paid.
public struct OfferDiscountType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing is charged.
    public static let freeTrial = OfferDiscountType(rawValue: "FREE_TRIAL")
    /// A lower price for each of several periods.
    public static let payAsYouGo = OfferDiscountType(rawValue: "PAY_AS_YOU_GO")
    /// One lower price for the whole offer.
    public static let payUpFront = OfferDiscountType(rawValue: "PAY_UP_FRONT")
    /// A lower price for a product that is bought once.
    public static let oneTime = OfferDiscountType(rawValue: "ONE_TIME")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [OfferDiscountType] = [.freeTrial, .payAsYouGo, .payUpFront, .oneTime]
}
