/// An offer for an Advanced Commerce item.
public struct AdvancedCommerceOffer: WireObject {
    /// The length of one period of the offer.
    public var period: AdvancedCommerceOfferPeriod?
    /// The number of periods of the offer, 1 to 12.
    public var periodCount: Int32?
    /// The price of each period, in thousandths of the currency unit.
    public var price: Int64?
    /// The reason for the offer.
    public var reason: AdvancedCommerceOfferReason?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceOffer> = [
        WireField("period", \.period),
        WireField("periodCount", \.periodCount),
        WireField("price", \.price),
        WireField("reason", \.reason),
    ]
}

/// The length of a period of an Advanced Commerce offer, as an ISO 8601 duration.
public struct AdvancedCommerceOfferPeriod: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Three days.
    public static let threeDays = AdvancedCommerceOfferPeriod(rawValue: "P3D")
    /// One week.
    public static let oneWeek = AdvancedCommerceOfferPeriod(rawValue: "P1W")
    /// Two weeks.
    public static let twoWeeks = AdvancedCommerceOfferPeriod(rawValue: "P2W")
    /// One month.
    public static let oneMonth = AdvancedCommerceOfferPeriod(rawValue: "P1M")
    /// Two months.
    public static let twoMonths = AdvancedCommerceOfferPeriod(rawValue: "P2M")
    /// Three months.
    public static let threeMonths = AdvancedCommerceOfferPeriod(rawValue: "P3M")
    /// Six months.
    public static let sixMonths = AdvancedCommerceOfferPeriod(rawValue: "P6M")
    /// Nine months.
    public static let nineMonths = AdvancedCommerceOfferPeriod(rawValue: "P9M")
    /// One year.
    public static let oneYear = AdvancedCommerceOfferPeriod(rawValue: "P1Y")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceOfferPeriod] = [
        .threeDays,
        .oneWeek,
        .twoWeeks,
        .oneMonth,
        .twoMonths,
        .threeMonths,
        .sixMonths,
        .nineMonths,
        .oneYear,
    ]
}

/// The reason for an Advanced Commerce offer.
public struct AdvancedCommerceOfferReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// To acquire a customer.
    public static let acquisition = AdvancedCommerceOfferReason(rawValue: "ACQUISITION")
    /// To win back a former customer.
    public static let winBack = AdvancedCommerceOfferReason(rawValue: "WIN_BACK")
    /// To retain a customer.
    public static let retention = AdvancedCommerceOfferReason(rawValue: "RETENTION")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceOfferReason] = [.acquisition, .winBack, .retention]
}
