extension AppStoreRequest where Answer == HistoryResponse {
    /// Get Transaction History: a page of at most twenty of a customer's transactions.
    ///
    /// - Parameters:
    ///   - anyTransactionID: Any transaction id, original transaction id or app transaction id of the customer.
    ///   - filter: Which transactions; the same on every page.
    ///   - revision: What the page before said; nil for the first page.
    /// - Returns: The request.
    public static func transactionHistory(
        of anyTransactionID: String,
        filter: HistoryFilter = .all,
        after revision: String? = nil
    ) -> Self {
        Self(
            .getTransactionHistory,
            "GET",
            ["inApps", "v2", "history", anyTransactionID],
            query: filter.query + Self.revision(revision),
            isWhole: Self.isWhole
        )
    }

    /// Get Transaction History V1, which leaves out consumables that the app has finished; deprecated by Apple.
    public static func transactionHistoryV1(
        of anyTransactionID: String,
        filter: HistoryFilter = .all,
        after revision: String? = nil
    ) -> Self {
        Self(
            .getTransactionHistoryV1,
            "GET",
            ["inApps", "v1", "history", anyTransactionID],
            query: filter.query + Self.revision(revision),
            isWhole: Self.isWhole
        )
    }

    private static func revision(_ revision: String?) -> [(name: String, value: String)] {
        revision.map { [(name: "revision", value: $0)] } ?? []
    }

    private static var isWhole: @Sendable (HistoryResponse) -> Bool {
        // Without a revision there is no next page, so an answer that promises one is not whole.
        { $0.hasMore != nil && ($0.hasMore == false || $0.revision != nil) }
    }
}

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
