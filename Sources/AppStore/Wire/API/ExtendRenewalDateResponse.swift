/// The answer to Extend a Subscription Renewal Date.
public struct ExtendRenewalDateResponse: WireObject {
    /// The id of the chain's first transaction.
    public var originalTransactionId: String?
    /// The id of the subscription's purchase event.
    public var webOrderLineItemId: String?
    /// Whether the date was extended.
    public var success: Bool?
    /// The new end of the period.
    public var effectiveDate: Timestamp?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<ExtendRenewalDateResponse> = [
        WireField("originalTransactionId", \.originalTransactionId),
        WireField("webOrderLineItemId", \.webOrderLineItemId),
        WireField("success", \.success),
        WireField("effectiveDate", \.effectiveDate),
    ]
}
