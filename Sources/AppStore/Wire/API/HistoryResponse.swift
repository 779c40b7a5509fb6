/// One page of the answer to Get Transaction History.
public struct HistoryResponse: WireObject {
    /// The token that asks for the next page, or later for what has changed.
    public var revision: String?
    /// Whether there is another page.
    public var hasMore: Bool?
    /// The app's bundle id.
    public var bundleId: String?
    /// Apple's id of the app.
    public var appAppleId: Int64?
    /// Where the purchases were made.
    public var environment: AppStoreEnvironment?
    /// Up to 20 transactions, signed.
    public var signedTransactions: [SignedData]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<HistoryResponse> = [
        WireField("revision", \.revision),
        WireField("hasMore", \.hasMore),
        WireField("bundleId", \.bundleId),
        WireField("appAppleId", \.appAppleId),
        WireField("environment", \.environment),
        WireField("signedTransactions", \.signedTransactions),
    ]
}
