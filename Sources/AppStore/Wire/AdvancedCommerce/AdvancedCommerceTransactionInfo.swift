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
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
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
