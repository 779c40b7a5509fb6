/// The information that the Advanced Commerce API adds to renewal information.
public struct AdvancedCommerceRenewalInfo: WireObject {
    /// The token that the next request about the subscription must contain.
    public var consistencyToken: String?
    /// The description and display name.
    public var descriptors: AdvancedCommerceDescriptors?
    /// The items that renew.
    public var items: [AdvancedCommerceRenewalItem]?
    /// The length of the subscription period.
    public var period: AdvancedCommercePeriod?
    /// The identifier, a UUID, of the request that led to this state.
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

/// The length of a period of an Advanced Commerce subscription, as an ISO 8601 duration.
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

/// An item of an Advanced Commerce subscription that renews.
public struct AdvancedCommerceRenewalItem: WireObject {
    /// The item's SKU.
    public var sku: String?
    /// The item's description.
    public var description: String?
    /// The item's display name.
    public var displayName: String?
    /// The offer of the next renewal.
    public var offer: AdvancedCommerceOffer?
    /// The price, in thousandths of the renewal's currency unit.
    public var price: Int64?
    /// The upcoming price increase.
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

/// An upcoming price increase of an Advanced Commerce item.
public struct AdvancedCommercePriceIncreaseInfo: WireObject {
    /// The SKUs of other items whose price depends on this one.
    public var dependentSKUs: [String]?
    /// The new price, in thousandths of the renewal's currency unit.
    public var price: Int64?
    /// Whether the customer was notified and has responded.
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

/// The state of an Advanced Commerce item's price increase.
public struct AdvancedCommercePriceIncreaseInfoStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The increase is scheduled, and the customer has not been notified.
    public static let scheduled = AdvancedCommercePriceIncreaseInfoStatus(rawValue: "SCHEDULED")
    /// The customer has been notified and has not responded.
    public static let pending = AdvancedCommercePriceIncreaseInfoStatus(rawValue: "PENDING")
    /// The customer consented, or consent is not required.
    public static let accepted = AdvancedCommercePriceIncreaseInfoStatus(rawValue: "ACCEPTED")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommercePriceIncreaseInfoStatus] = [.scheduled, .pending, .accepted]
}
