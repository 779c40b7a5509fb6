/// What Advanced Commerce adds to a transaction.
public struct AdvancedCommerceTransactionInfo: WireObject {
    /// The names that customers see.
    public var descriptors: AdvancedCommerceDescriptors?
    /// The tax as estimated, in thousandths of the transaction's currency.
    public var estimatedTax: Int64?
    /// What was bought.
    public var items: [AdvancedCommerceTransactionItem]?
    /// How long one period of the subscription lasts.
    public var period: AdvancedCommercePeriod?
    /// The id, a UUID, of the request that led to the transaction.
    public var requestReferenceId: String?
    /// The tax category.
    public var taxCode: String?
    /// The price without tax, in thousandths of the transaction's currency.
    public var taxExclusivePrice: Int64?
    /// The tax rate as a decimal fraction in text: 15 percent is `0.15`.
    public var taxRate: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceTransactionInfo> = [
        WireField("descriptors", \.descriptors),
        WireField("estimatedTax", \.estimatedTax),
        WireField("items", \.items),
        WireField("period", \.period),
        WireField("requestReferenceId", \.requestReferenceId),
        WireField("taxCode", \.taxCode),
        WireField("taxExclusivePrice", \.taxExclusivePrice),
        WireField("taxRate", \.taxRate),
    ]
}

/// The names of an Advanced Commerce product that customers see.
public struct AdvancedCommerceDescriptors: WireObject {
    /// What the product is, up to 45 characters.
    public var description: String?
    /// The product's name, up to 30 characters.
    public var displayName: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceDescriptors> = [
        WireField("description", \.description),
        WireField("displayName", \.displayName),
    ]
}

/// One item of an Advanced Commerce transaction.
public struct AdvancedCommerceTransactionItem: WireObject {
    /// The item's id.
    public var sku: String?
    /// What the item is.
    public var description: String?
    /// The item's name.
    public var displayName: String?
    /// The offer that set the price.
    public var offer: AdvancedCommerceOffer?
    /// The price, in thousandths of the transaction's currency.
    public var price: Int64?
    /// What was refunded of the item.
    public var refunds: [AdvancedCommerceRefund]?
    /// When the item was revoked.
    public var revocationDate: Timestamp?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceTransactionItem> = [
        WireField("SKU", \.sku),
        WireField("description", \.description),
        WireField("displayName", \.displayName),
        WireField("offer", \.offer),
        WireField("price", \.price),
        WireField("refunds", \.refunds),
        WireField("revocationDate", \.revocationDate),
    ]
}

/// One refund of an Advanced Commerce item.
public struct AdvancedCommerceRefund: WireObject {
    /// The amount, in thousandths of the transaction's currency.
    public var refundAmount: Int64?
    /// When it was refunded.
    public var refundDate: Timestamp?
    /// Why it was refunded.
    public var refundReason: AdvancedCommerceRefundReason?
    /// How much was refunded.
    public var refundType: AdvancedCommerceRefundType?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceRefund> = [
        WireField("refundAmount", \.refundAmount),
        WireField("refundDate", \.refundDate),
        WireField("refundReason", \.refundReason),
        WireField("refundType", \.refundType),
    ]
}

/// Why an Advanced Commerce item is refunded.
public struct AdvancedCommerceRefundReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The purchase was not intended.
    public static let unintendedPurchase = AdvancedCommerceRefundReason(rawValue: "UNINTENDED_PURCHASE")
    /// What was bought did not arrive or did not work.
    public static let fulfillmentIssue = AdvancedCommerceRefundReason(rawValue: "FULFILLMENT_ISSUE")
    /// The customer was not satisfied.
    public static let unsatisfiedWithPurchase = AdvancedCommerceRefundReason(rawValue: "UNSATISFIED_WITH_PURCHASE")
    /// A legal reason.
    public static let legal = AdvancedCommerceRefundReason(rawValue: "LEGAL")
    /// Another reason.
    public static let other = AdvancedCommerceRefundReason(rawValue: "OTHER")
    /// Items of the subscription changed.
    public static let modifyItemsRefund = AdvancedCommerceRefundReason(rawValue: "MODIFY_ITEMS_REFUND")
    /// Makes the Sandbox decline the refund.
    public static let simulateRefundDecline = AdvancedCommerceRefundReason(rawValue: "SIMULATE_REFUND_DECLINE")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceRefundReason] = [
        .unintendedPurchase,
        .fulfillmentIssue,
        .unsatisfiedWithPurchase,
        .legal,
        .other,
        .modifyItemsRefund,
        .simulateRefundDecline,
    ]
}

/// How much of an Advanced Commerce item is refunded.
public struct AdvancedCommerceRefundType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of its price.
    public static let full = AdvancedCommerceRefundType(rawValue: "FULL")
    /// The share that is left of its period.
    public static let prorated = AdvancedCommerceRefundType(rawValue: "PRORATED")
    /// An amount that the request names.
    public static let custom = AdvancedCommerceRefundType(rawValue: "CUSTOM")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceRefundType] = [.full, .prorated, .custom]
}
