package import AppStore

/// A request that arrived at the simulated App Store.
package struct AppleCall: Hashable, Sendable {
    /// The address that it came from.
    package let source: String
    /// The environment that was asked.
    package let environment: AppStoreEnvironment
    /// What was asked; `nil` for what is not among what the server asks here.
    package let operation: AppStoreOperation?
    /// When it was there, since the first moment.
    package let at: Duration

    /// A call of these values.
    package init(source: String, environment: AppStoreEnvironment, operation: AppStoreOperation?, at: Duration) {
        self.source = source
        self.environment = environment
        self.operation = operation
        self.at = at
    }

    /// The operation of a method and a path, of those that healing and lookups use.
    package static func operation(_ method: String, _ path: String) -> AppStoreOperation? {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 3, parts[0] == "inApps" else { return nil }
        switch (method, parts[2], parts.count) {
        case ("POST", "notifications", 4) where parts[3] == "history": return .getNotificationHistory
        case ("GET", "lookup", 4): return .lookUpOrderId
        case ("GET", "transactions", 4): return .getTransactionInfo
        case ("GET", "subscriptions", 4): return .getAllSubscriptionStatuses
        case ("GET", "history", 4): return parts[1] == "v1" ? .getTransactionHistoryV1 : .getTransactionHistory
        case ("GET", "refund", 5): return parts[1] == "v1" ? .getRefundHistoryV1 : .getRefundHistory
        default: return nil
        }
    }

    /// Calls, made wrong on purpose: each comes at once once more, as if each node had a budget of its own.
    package static func spoiled(_ calls: [Self], by flaw: TortureFlaw?) -> [Self] {
        flaw == .countsAlone ? calls.flatMap { [$0, $0] } : calls
    }
}
