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

    /// An object with these fields; what is left out is absent.
    public init(
        period: AdvancedCommerceOfferPeriod? = nil,
        periodCount: Int32? = nil,
        price: Int64? = nil,
        reason: AdvancedCommerceOfferReason? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.period = period
        self.periodCount = periodCount
        self.price = price
        self.reason = reason
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceOffer> = [
        WireField("period", \.period),
        WireField("periodCount", \.periodCount),
        WireField("price", \.price),
        WireField("reason", \.reason),
    ]
}
