/// Why an Advanced Commerce item is refunded.
public struct AdvancedCommerceRefundReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AdvancedCommerceRefundReason {
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

    /// The values this version knows, in the order of Apple's documentation.
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
