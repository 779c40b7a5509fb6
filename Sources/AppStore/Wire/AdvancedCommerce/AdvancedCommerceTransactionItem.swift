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
