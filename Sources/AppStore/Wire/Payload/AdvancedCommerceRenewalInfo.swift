/// What Advanced Commerce adds to a renewal info.
public struct AdvancedCommerceRenewalInfo: WireObject {
    /// The token that the next request about the subscription must echo.
    public var consistencyToken: String?
    /// The names that customers see.
    public var descriptors: AdvancedCommerceDescriptors?
    /// What renews.
    public var items: [AdvancedCommerceRenewalItem]?
    /// How long one period of the subscription lasts.
    public var period: AdvancedCommercePeriod?
    /// The id, a UUID, of the request that led to this state.
    public var requestReferenceId: String?
    /// The tax category.
    public var taxCode: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceRenewalInfo> = [
        WireField("consistencyToken", \.consistencyToken),
        WireField("descriptors", \.descriptors),
        WireField("items", \.items),
        WireField("period", \.period),
        WireField("requestReferenceId", \.requestReferenceId),
        WireField("taxCode", \.taxCode),
    ]
}

/// How long one period of an Advanced Commerce subscription lasts, as an ISO 8601 duration.
public struct AdvancedCommercePeriod: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// One week.
    public static let oneWeek = AdvancedCommercePeriod(rawValue: "P1W")
    /// One month.
    public static let oneMonth = AdvancedCommercePeriod(rawValue: "P1M")
    /// Two months.
    public static let twoMonths = AdvancedCommercePeriod(rawValue: "P2M")
    /// Three months.
    public static let threeMonths = AdvancedCommercePeriod(rawValue: "P3M")
    /// Six months.
    public static let sixMonths = AdvancedCommercePeriod(rawValue: "P6M")
    /// One year.
    public static let oneYear = AdvancedCommercePeriod(rawValue: "P1Y")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommercePeriod] = [
        .oneWeek,
        .oneMonth,
        .twoMonths,
        .threeMonths,
        .sixMonths,
        .oneYear,
    ]
}

/// One item of an Advanced Commerce subscription that renews.
public struct AdvancedCommerceRenewalItem: WireObject {
    /// The item's id.
    public var sku: String?
    /// What the item is.
    public var description: String?
    /// The item's name.
    public var displayName: String?
    /// The offer that the next renewal has.
    public var offer: AdvancedCommerceOffer?
    /// The price, in thousandths of the renewal's currency.
    public var price: Int64?
    /// A price increase to come.
    public var priceIncreaseInfo: AdvancedCommercePriceIncreaseInfo?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceRenewalItem> = [
        WireField("SKU", \.sku),
        WireField("description", \.description),
        WireField("displayName", \.displayName),
        WireField("offer", \.offer),
        WireField("price", \.price),
        WireField("priceIncreaseInfo", \.priceIncreaseInfo),
    ]
}

/// A price increase to come for an Advanced Commerce item.
public struct AdvancedCommercePriceIncreaseInfo: WireObject {
    /// Other items whose price depends on it.
    public var dependentSKUs: [String]?
    /// The new price, in thousandths of the renewal's currency.
    public var price: Int64?
    /// Whether the customer has been told and has answered.
    public var status: AdvancedCommercePriceIncreaseInfoStatus?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommercePriceIncreaseInfo> = [
        WireField("dependentSKUs", \.dependentSKUs),
        WireField("price", \.price),
        WireField("status", \.status),
    ]
}

/// Where the price increase of an Advanced Commerce item stands.
public struct AdvancedCommercePriceIncreaseInfoStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is planned and the customer has not been told.
    public static let scheduled = AdvancedCommercePriceIncreaseInfoStatus(rawValue: "SCHEDULED")
    /// The customer has been told and has not answered.
    public static let pending = AdvancedCommercePriceIncreaseInfoStatus(rawValue: "PENDING")
    /// The customer agreed, or needs not to.
    public static let accepted = AdvancedCommercePriceIncreaseInfoStatus(rawValue: "ACCEPTED")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommercePriceIncreaseInfoStatus] = [.scheduled, .pending, .accepted]
}
