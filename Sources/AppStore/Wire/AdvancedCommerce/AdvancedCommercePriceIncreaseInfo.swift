/// A price increase to come for an Advanced Commerce item.
public struct AdvancedCommercePriceIncreaseInfo: WireObject {
    /// Other items whose price depends on it.
    public var dependentSKUs: [String]?
    /// The new price, in thousandths of the renewal's currency.
    public var price: Int64?
    /// Whether the customer has been told and has answered.
    public var status: AdvancedCommercePriceIncreaseInfoStatus?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommercePriceIncreaseInfo> = [
        WireField("dependentSKUs", \.dependentSKUs),
        WireField("price", \.price),
        WireField("status", \.status),
    ]
}
