/// An offer for an Advanced Commerce item.
public struct AdvancedCommerceOffer: WireObject {
    /// How long one period of the offer lasts.
    public var period: AdvancedCommerceOfferPeriod?
    /// How many periods the offer lasts, 1 to 12.
    public var periodCount: Int32?
    /// The price of each period, in thousandths of the currency.
    public var price: Int64?
    /// Why the offer is made.
    public var reason: AdvancedCommerceOfferReason?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceOffer> = [
        WireField("period", \.period),
        WireField("periodCount", \.periodCount),
        WireField("price", \.price),
        WireField("reason", \.reason),
    ]
}
