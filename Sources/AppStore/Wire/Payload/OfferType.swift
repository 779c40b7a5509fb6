/// The type of the offer that determined a price.
public struct OfferType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// An introductory offer, for new subscribers.
    public static let introductory = OfferType(rawValue: 1)
    /// A promotional offer, which the developer's server signs.
    public static let promotional = OfferType(rawValue: 2)
    /// An offer code.
    public static let offerCode = OfferType(rawValue: 3)
    /// A win-back offer, for former subscribers.
    public static let winBack = OfferType(rawValue: 4)
    /// A retention offer, for subscribers who are about to cancel.
    public static let retention = OfferType(rawValue: 5)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [OfferType] = [.introductory, .promotional, .offerCode, .winBack, .retention]
}

/// The payment mode of an offer.
public struct OfferDiscountType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A free trial.
    public static let freeTrial = OfferDiscountType(rawValue: "FREE_TRIAL")
    /// A lower price for each of several periods.
    public static let payAsYouGo = OfferDiscountType(rawValue: "PAY_AS_YOU_GO")
    /// One lower price for the whole offer.
    public static let payUpFront = OfferDiscountType(rawValue: "PAY_UP_FRONT")
    /// A lower price for a one-time purchase.
    public static let oneTime = OfferDiscountType(rawValue: "ONE_TIME")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [OfferDiscountType] = [.freeTrial, .payAsYouGo, .payUpFront, .oneTime]
}
