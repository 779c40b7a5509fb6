import AppStore
import Ledger
import PurserService

/// A subscription in which a customer owns something, as our JSON shows it.
struct OwnedSubscriptionBody: Encodable {
    let originalTransaction: String
    let group: String?
    let owned: Bool
    let transactions: [String]
    let purchases: Int
    let subscription: JSONValue?

    init(_ owned: OwnedSubscription) {
        self.originalTransaction = owned.originalTransactionID.rawValue
        self.group = owned.group
        self.owned = owned.isCurrentOwner
        self.transactions = owned.latest.map(\.rawValue)
        self.purchases = owned.purchaseCount
        self.subscription = owned.state.flatMap(SubscriptionBody.value)
    }
}
