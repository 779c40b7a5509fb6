extension AppStoreRequest where Response == HistoryResponse {
    /// Returns a page of a customer's transactions, at most twenty (Get Transaction History).
    ///
    /// - Parameters:
    ///   - anyTransactionID: Any transaction, original transaction, or app transaction identifier of the customer.
    ///   - filter: The filter, which must be the same for every page.
    ///   - revision: The revision of the previous page; `nil` for the first page.
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

    /// Returns a page of a customer's transactions, except finished consumables (Get Transaction History V1);
    /// deprecated by Apple.
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
        // Without a revision the next page cannot be requested, so a response that announces one is incomplete.
        { $0.hasMore != nil && ($0.hasMore == false || $0.revision != nil) }
    }
}

/// A page of the response to Get Transaction History.
public struct HistoryResponse: WireObject {
    /// The token for requesting the next page; on the last page, store it to request later only what has changed since.
    public var revision: String?
    /// Whether there is a next page.
    public var hasMore: Bool?
    /// The app's bundle identifier.
    public var bundleId: String?
    /// The app's identifier in the App Store.
    public var appAppleId: Int64?
    /// The environment of the purchases.
    public var environment: AppStoreEnvironment?
    /// The signed transactions, at most 20.
    public var signedTransactions: [SignedData]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<HistoryResponse> = [
        WireField("revision", \.revision),
        WireField("hasMore", \.hasMore),
        WireField("bundleId", \.bundleId),
        WireField("appAppleId", \.appAppleId),
        WireField("environment", \.environment),
        WireField("signedTransactions", \.signedTransactions),
    ]
}
