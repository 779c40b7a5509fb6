/// The answer to Look Up Order ID.
public struct OrderLookupResponse: WireObject {
    /// Whether the order belongs to the app.
    public var status: OrderLookupStatus?
    /// The order's transactions, signed.
    public var signedTransactions: [SignedData]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<OrderLookupResponse> = [
        WireField("status", \.status),
        WireField("signedTransactions", \.signedTransactions),
    ]
}
