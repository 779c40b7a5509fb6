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

    /// An object with these fields; what is left out is absent.
    public init(
        descriptors: AdvancedCommerceDescriptors? = nil,
        estimatedTax: Int64? = nil,
        items: [AdvancedCommerceTransactionItem]? = nil,
        period: AdvancedCommercePeriod? = nil,
        requestReferenceId: String? = nil,
        taxCode: String? = nil,
        taxExclusivePrice: Int64? = nil,
        taxRate: String? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.descriptors = descriptors
        self.estimatedTax = estimatedTax
        self.items = items
        self.period = period
        self.requestReferenceId = requestReferenceId
        self.taxCode = taxCode
        self.taxExclusivePrice = taxExclusivePrice
        self.taxRate = taxRate
        self.unknownFields = unknownFields
    }

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
