public import Foundation

extension AppStoreRequest where Answer == TransactionInfoResponse {
    /// Get Transaction Info: one transaction as it is now.
    public static func transactionInfo(_ transactionID: String) -> Self {
        Self(.getTransactionInfo, "GET", ["inApps", "v1", "transactions", transactionID]) {
            $0.signedTransactionInfo != nil
        }
    }
}

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

extension AppStoreRequest where Answer == AppTransactionInfoResponse {
    /// Get App Transaction Info: the download of the app by the customer of any transaction.
    public static func appTransactionInfo(of anyTransactionID: String) -> Self {
        Self(
            .getAppTransactionInfo,
            "GET",
            ["inApps", "v1", "transactions", "appTransactions", anyTransactionID]
        ) { $0.signedAppTransactionInfo != nil }
    }
}

extension AppStoreRequest where Answer == OrderLookupResponse {
    /// Look Up Order ID: the transactions of an order number from Apple's mail.
    ///
    /// Production only.
    public static func orderLookup(_ orderID: String) -> Self {
        Self(.lookUpOrderId, "GET", ["inApps", "v1", "lookup", orderID]) { $0.status != nil }
    }
}

extension AppStoreRequest where Answer == Void {
    /// Finish Transaction: so that the app is not told of it again.
    public static func finishTransaction(_ transactionID: String) -> Self {
        Self(.finishTransaction, "POST", ["inApps", "v1", "transactions", transactionID, "finish"])
    }

    /// Set App Account Token of an original transaction, and so of all that follow from it.
    public static func setAppAccountToken(_ token: UUID, of originalTransactionID: String) -> Self {
        Self(
            .setAppAccountToken,
            "PUT",
            ["inApps", "v1", "transactions", originalTransactionID, "appAccountToken"],
            body: .json(UpdateAppAccountTokenRequest.with { $0.appAccountToken = token.uuidString.lowercased() }.json())
        )
    }
}
