import Ledger

/// An entitlement as our JSON shows it.
struct EntitlementBody: Encodable {
    let right: String
    let active: Bool
    let state: String
    let reason: String
    let since: String?
    let until: String?
    let willRenew: String
    let environment: String
    let product: String?
    let transactions: [String]
    let paidTwice: Bool
    let subscription: SubscriptionBody?

    init(_ entitlement: Entitlement) {
        self.right = entitlement.right.rawValue
        self.active = entitlement.isActive
        self.state = entitlement.state.code
        self.reason = entitlement.reason.rawValue
        self.since = entitlement.since?.rfc3339
        self.until = entitlement.until?.rfc3339
        self.willRenew = entitlement.willRenew.rawValue
        self.environment = entitlement.environment.rawValue
        self.product = entitlement.productID?.rawValue
        self.transactions = entitlement.transactionIDs.map(\.rawValue)
        self.paidTwice = entitlement.paidTwice
        self.subscription = entitlement.subscription.map(SubscriptionBody.init)
    }
}
