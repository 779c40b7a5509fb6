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
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(
        sku: String? = nil,
        description: String? = nil,
        displayName: String? = nil,
        offer: AdvancedCommerceOffer? = nil,
        price: Int64? = nil,
        refunds: [AdvancedCommerceRefund]? = nil,
        revocationDate: Timestamp? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.sku = sku
        self.description = description
        self.displayName = displayName
        self.offer = offer
        self.price = price
        self.refunds = refunds
        self.revocationDate = revocationDate
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
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
