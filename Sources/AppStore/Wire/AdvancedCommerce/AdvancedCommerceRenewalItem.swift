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

    /// An object with these fields; what is left out is absent.
    public init(
        sku: String? = nil,
        description: String? = nil,
        displayName: String? = nil,
        offer: AdvancedCommerceOffer? = nil,
        price: Int64? = nil,
        priceIncreaseInfo: AdvancedCommercePriceIncreaseInfo? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.sku = sku
        self.description = description
        self.displayName = displayName
        self.offer = offer
        self.price = price
        self.priceIncreaseInfo = priceIncreaseInfo
        self.unknownFields = unknownFields
    }

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
