/// A signed request that changes a subscription.
///
/// Apple requires `operation`, `version`, `requestInfo`, `transactionId` and `retainBillingCycle`.
public struct AdvancedCommerceSubscriptionModifyInAppRequest: WireObject {
    /// What StoreKit is asked to do.
    public var operation: AdvancedCommerceOperation?
    /// The version of the request, `1`.
    public var version: String?
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// A transaction of the subscription.
    public var transactionId: String?
    /// Whether the billing dates stay as they are.
    public var retainBillingCycle: Bool?
    /// Items to add.
    public var addItems: [AddItem]?
    /// Items to change.
    public var changeItems: [ChangeItem]?
    /// Items to remove.
    public var removeItems: [RemoveItem]?
    /// The currency of the prices, ISO 4217.
    public var currency: String?
    /// The new names of the subscription.
    public var descriptors: Descriptors?
    /// The new length of a period.
    public var periodChange: PeriodChange?
    /// The new tax category.
    public var taxCode: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
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
    /// Apple requires all fields but `proratedPrice` and `offer`.
    public struct AddItem: WireObject {
        /// The item's id, up to 128 characters.
        public var sku: String?
        /// What the item is, up to 45 characters.
        public var description: String?
        /// The item's name, up to 30 characters.
        public var displayName: String?
        /// The price, in thousandths of the currency.
        public var price: Int64?
        /// The price for the rest of the current period, in thousandths of the currency.
        public var proratedPrice: Int64?
        /// The offer for it.
        public var offer: AdvancedCommerceOffer?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
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
    /// Apple requires all fields but `proratedPrice` and `offer`.
    public struct ChangeItem: WireObject {
        /// The item's id so far, up to 128 characters.
        public var currentSKU: String?
        /// The item's new id, up to 128 characters.
        public var sku: String?
        /// What the item is, up to 45 characters.
        public var description: String?
        /// The item's name, up to 30 characters.
        public var displayName: String?
        /// When the change takes effect.
        public var effective: AdvancedCommerceEffective?
        /// The price, in thousandths of the currency.
        public var price: Int64?
        /// The price for the rest of the current period, in thousandths of the currency.
        public var proratedPrice: Int64?
        /// The offer for it.
        public var offer: AdvancedCommerceOffer?
        /// Why it changes.
        public var reason: AdvancedCommerceReason?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
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
        /// The item's id, up to 128 characters.
        public var sku: String?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceSubscriptionModifyInAppRequest.RemoveItem> = [
            WireField("SKU", \.sku)
        ]
    }

    /// New names of a subscription.
    ///
    /// Apple requires `effective`.
    public struct Descriptors: WireObject {
        /// What it is, up to 45 characters.
        public var description: String?
        /// Its name, up to 30 characters.
        public var displayName: String?
        /// When they take effect.
        public var effective: AdvancedCommerceEffective?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
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
        /// When it takes effect.
        public var effective: AdvancedCommerceEffective?
        /// How long one period lasts.
        public var period: AdvancedCommercePeriod?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceSubscriptionModifyInAppRequest.PeriodChange> = [
            WireField("effective", \.effective),
            WireField("period", \.period),
        ]
    }
}

/// Why an item of an Advanced Commerce subscription changes.
public struct AdvancedCommerceReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// To a higher level.
    public static let upgrade = AdvancedCommerceReason(rawValue: "UPGRADE")
    /// To a lower level.
    public static let downgrade = AdvancedCommerceReason(rawValue: "DOWNGRADE")
    /// To apply an offer.
    public static let applyOffer = AdvancedCommerceReason(rawValue: "APPLY_OFFER")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceReason] = [.upgrade, .downgrade, .applyOffer]
}
