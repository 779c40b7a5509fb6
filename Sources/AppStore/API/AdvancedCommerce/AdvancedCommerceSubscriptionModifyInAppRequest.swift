/// A signed request to change a subscription.
///
/// Apple requires `operation`, `version`, `requestInfo`, `transactionId`, and `retainBillingCycle`.
public struct AdvancedCommerceSubscriptionModifyInAppRequest: WireObject {
    /// The operation that StoreKit is to perform.
    public var operation: AdvancedCommerceOperation?
    /// The version of the request, `1`.
    public var version: String?
    /// The identifiers of the request and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// A transaction identifier of the subscription.
    public var transactionId: String?
    /// Whether the billing dates stay unchanged.
    public var retainBillingCycle: Bool?
    /// The items to add.
    public var addItems: [AddItem]?
    /// The items to change.
    public var changeItems: [ChangeItem]?
    /// The items to remove.
    public var removeItems: [RemoveItem]?
    /// The currency of the prices, ISO 4217.
    public var currency: String?
    /// The new description and display name of the subscription.
    public var descriptors: Descriptors?
    /// The new length of a period.
    public var periodChange: PeriodChange?
    /// The new tax category.
    public var taxCode: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceSubscriptionModifyInAppRequest> = [
        WireField("operation", \.operation),
        WireField("version", \.version),
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("transactionId", \.transactionId),
        WireField("retainBillingCycle", \.retainBillingCycle),
        WireField("addItems", \.addItems),
        WireField("changeItems", \.changeItems),
        WireField("removeItems", \.removeItems),
        WireField("currency", \.currency),
        WireField("descriptors", \.descriptors),
        WireField("periodChange", \.periodChange),
        WireField("taxCode", \.taxCode),
    ]
}

extension AdvancedCommerceSubscriptionModifyInAppRequest {
    /// An item to add.
    ///
    /// Apple requires all fields except `proratedPrice` and `offer`.
    public struct AddItem: WireObject {
        /// The item's SKU, at most 128 characters.
        public var sku: String?
        /// The item's description, at most 45 characters.
        public var description: String?
        /// The item's display name, at most 30 characters.
        public var displayName: String?
        /// The price, in thousandths of the currency unit.
        public var price: Int64?
        /// The price for the rest of the current period, in thousandths of the currency unit.
        public var proratedPrice: Int64?
        /// The offer for the item.
        public var offer: AdvancedCommerceOffer?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceSubscriptionModifyInAppRequest.AddItem> = [
            WireField("SKU", \.sku),
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("price", \.price),
            WireField("proratedPrice", \.proratedPrice),
            WireField("offer", \.offer),
        ]
    }

    /// An item to change.
    ///
    /// Apple requires all fields except `proratedPrice` and `offer`.
    public struct ChangeItem: WireObject {
        /// The item's current SKU, at most 128 characters.
        public var currentSKU: String?
        /// The item's new SKU, at most 128 characters.
        public var sku: String?
        /// The item's description, at most 45 characters.
        public var description: String?
        /// The item's display name, at most 30 characters.
        public var displayName: String?
        /// The time at which the change takes effect.
        public var effective: AdvancedCommerceEffective?
        /// The price, in thousandths of the currency unit.
        public var price: Int64?
        /// The price for the rest of the current period, in thousandths of the currency unit.
        public var proratedPrice: Int64?
        /// The offer for the item.
        public var offer: AdvancedCommerceOffer?
        /// The reason of the change.
        public var reason: AdvancedCommerceReason?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceSubscriptionModifyInAppRequest.ChangeItem> = [
            WireField("currentSKU", \.currentSKU),
            WireField("SKU", \.sku),
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("effective", \.effective),
            WireField("price", \.price),
            WireField("proratedPrice", \.proratedPrice),
            WireField("offer", \.offer),
            WireField("reason", \.reason),
        ]
    }

    /// An item to remove.
    public struct RemoveItem: WireObject {
        /// The item's SKU, at most 128 characters.
        public var sku: String?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceSubscriptionModifyInAppRequest.RemoveItem> = [
            WireField("SKU", \.sku)
        ]
    }

    /// The new description and display name of a subscription.
    ///
    /// Apple requires `effective`.
    public struct Descriptors: WireObject {
        /// The subscription's description, at most 45 characters.
        public var description: String?
        /// The subscription's display name, at most 30 characters.
        public var displayName: String?
        /// The time at which the change takes effect.
        public var effective: AdvancedCommerceEffective?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceSubscriptionModifyInAppRequest.Descriptors> = [
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("effective", \.effective),
        ]
    }

    /// A new length of a period.
    ///
    /// Apple requires all fields.
    public struct PeriodChange: WireObject {
        /// The time at which the change takes effect.
        public var effective: AdvancedCommerceEffective?
        /// The length of a period.
        public var period: AdvancedCommercePeriod?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceSubscriptionModifyInAppRequest.PeriodChange> = [
            WireField("effective", \.effective),
            WireField("period", \.period),
        ]
    }
}

/// The reason why an item of an Advanced Commerce subscription changes.
public struct AdvancedCommerceReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The item changes to a higher level of service.
    public static let upgrade = AdvancedCommerceReason(rawValue: "UPGRADE")
    /// The item changes to a lower level of service.
    public static let downgrade = AdvancedCommerceReason(rawValue: "DOWNGRADE")
    /// The item receives an offer.
    public static let applyOffer = AdvancedCommerceReason(rawValue: "APPLY_OFFER")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceReason] = [.upgrade, .downgrade, .applyOffer]
}
