package import Ledger

/// All that is known of one transaction.
package struct TransactionReport: Hashable, Sendable {
    /// The environment.
    package let environment: StoreEnvironment
    /// The transaction.
    package let transactionID: TransactionID
    /// The original transaction id that names its chain.
    package let originalTransactionID: OriginalTransactionID
    /// The purchase that it stands for.
    package let purchase: PurchaseLine?
    /// Whose it is, and why.
    package let claim: Claim
    /// Everything Apple said of it that is worth keeping, oldest first.
    package let snapshots: [TransactionSnapshot]
    /// The chain, with whose each purchase is.
    package let chain: OwnedChain
    /// The state of the chain, where it is a subscription.
    package let subscription: SubscriptionState?
    /// The moves of the chain, newest first.
    package let moves: [OwnershipMove]
}
