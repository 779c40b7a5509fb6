package import Ledger

/// What Apple says of a customer's subscriptions at one instant.
package struct AppleStatus: Hashable, Sendable {
    /// One subscription.
    package struct Subscription: Hashable, Sendable {
        /// The subscription.
        package let originalTransactionID: OriginalTransactionID
        /// How it is; `nil` for a number that this version does not know.
        package let status: StatusStatement.Status?
    }

    /// Where they were bought.
    package let environment: StoreEnvironment
    /// When Apple was asked.
    package let askedAt: Instant
    /// The subscriptions.
    package let subscriptions: [Subscription]
    /// Whether everything that Apple signed with it is in the books now.
    package let isRecorded: Bool
}
