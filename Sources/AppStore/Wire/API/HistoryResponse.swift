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

    /// An object with these fields; what is left out is absent.
    public init(
        revision: String? = nil,
        hasMore: Bool? = nil,
        bundleId: String? = nil,
        appAppleId: Int64? = nil,
        environment: AppStoreEnvironment? = nil,
        signedTransactions: [SignedData]? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.revision = revision
        self.hasMore = hasMore
        self.bundleId = bundleId
        self.appAppleId = appAppleId
        self.environment = environment
        self.signedTransactions = signedTransactions
        self.unknownFields = unknownFields
    }

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
