/// One item of an Advanced Commerce subscription that renews.
public struct AdvancedCommerceRenewalItem: WireObject {
    /// The item's id.
    public var sku: String?
    /// What the item is.
    public var description: String?
    /// The item's name.
    public var displayName: String?
    /// The offer that the next renewal has.
    public var offer: AdvancedCommerceOffer?
    /// The price, in thousandths of the renewal's currency.
    public var price: Int64?
    /// A price increase to come.
    public var priceIncreaseInfo: AdvancedCommercePriceIncreaseInfo?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceRenewalItem> = [
        WireField("SKU", \.sku),
        WireField("description", \.description),
        WireField("displayName", \.displayName),
        WireField("offer", \.offer),
        WireField("price", \.price),
        WireField("priceIncreaseInfo", \.priceIncreaseInfo),
    ]
}
