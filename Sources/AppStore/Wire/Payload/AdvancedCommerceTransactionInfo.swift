/// The information that the Advanced Commerce API adds to a transaction.
public struct AdvancedCommerceTransactionInfo: WireObject {
    /// The description and display name.
    public var descriptors: AdvancedCommerceDescriptors?
    /// The estimated tax, in thousandths of the transaction's currency unit.
    public var estimatedTax: Int64?
    /// The purchased items.
    public var items: [AdvancedCommerceTransactionItem]?
    /// The length of the subscription period.
    public var period: AdvancedCommercePeriod?
    /// The identifier, a UUID, of the request that led to the transaction.
    public var requestReferenceId: String?
    /// The tax category.
    public var taxCode: String?
    /// The price excluding tax, in thousandths of the transaction's currency unit.
    public var taxExclusivePrice: Int64?
    /// The tax rate as the text of a decimal fraction: 15 percent is `0.15`.
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

/// The description and display name of an Advanced Commerce product.
public struct AdvancedCommerceDescriptors: WireObject {
    /// The description, at most 45 characters.
    public var description: String?
    /// The display name, at most 30 characters.
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

/// An item of an Advanced Commerce transaction.
public struct AdvancedCommerceTransactionItem: WireObject {
    /// The item's SKU.
    public var sku: String?
    /// The item's description.
    public var description: String?
    /// The item's display name.
    public var displayName: String?
    /// The offer that determined the price.
    public var offer: AdvancedCommerceOffer?
    /// The price, in thousandths of the transaction's currency unit.
    public var price: Int64?
    /// The refunds of the item.
    public var refunds: [AdvancedCommerceRefund]?
    /// The time at which the item was revoked.
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

/// A refund of an Advanced Commerce item.
public struct AdvancedCommerceRefund: WireObject {
    /// The amount, in thousandths of the transaction's currency unit.
    public var refundAmount: Int64?
    /// The time of the refund.
    public var refundDate: Timestamp?
    /// The reason of the refund.
    public var refundReason: AdvancedCommerceRefundReason?
    /// The kind of refund.
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

/// The reason for refunding an Advanced Commerce item.
public struct AdvancedCommerceRefundReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The purchase was not intended.
    public static let unintendedPurchase = AdvancedCommerceRefundReason(rawValue: "UNINTENDED_PURCHASE")
    /// The customer did not receive the purchase, or it did not work.
    public static let fulfillmentIssue = AdvancedCommerceRefundReason(rawValue: "FULFILLMENT_ISSUE")
    /// The customer was not satisfied.
    public static let unsatisfiedWithPurchase = AdvancedCommerceRefundReason(rawValue: "UNSATISFIED_WITH_PURCHASE")
    /// A legal reason.
    public static let legal = AdvancedCommerceRefundReason(rawValue: "LEGAL")
    /// Another reason.
    public static let other = AdvancedCommerceRefundReason(rawValue: "OTHER")
    /// Items of the subscription were changed.
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

/// The kind of refund of an Advanced Commerce item.
public struct AdvancedCommerceRefundType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A refund of the full price.
    public static let full = AdvancedCommerceRefundType(rawValue: "FULL")
    /// A refund of the remaining share of the period.
    public static let prorated = AdvancedCommerceRefundType(rawValue: "PRORATED")
    /// A refund of an amount that the request states.
    public static let custom = AdvancedCommerceRefundType(rawValue: "CUSTOM")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceRefundType] = [.full, .prorated, .custom]
}
