package import Ledger

/// A subscription in which a customer owns at least one period.
package struct OwnedSubscription: Hashable, Sendable {
    /// The original transaction id that names it.
    package let originalTransactionID: OriginalTransactionID
    /// Its group in the catalogue.
    package let group: String?
    /// Whether its latest purchase is his; otherwise only earlier periods are.
    package let isCurrentOwner: Bool
    /// The transactions of his latest period.
    package let latest: [TransactionID]
    /// How many periods are his.
    package let purchaseCount: Int
    /// Its state now; `nil` where another customer has gone on with it, whose state is nobody else's.
    package let state: SubscriptionState?
}
