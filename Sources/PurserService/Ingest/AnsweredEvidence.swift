package import Ledger

/// What Apple answered about a customer's purchases, as it came: signed objects, still closed, and its word on
/// subscriptions, which nobody signed.
package struct AnsweredEvidence: Sendable {
    /// One subscription as Apple states it.
    package struct Subscription: Sendable {
        /// Which one.
        package let originalTransactionID: OriginalTransactionID
        /// Apple's word; `nil` for one that this version does not know.
        package let status: StatusStatement.Status?
        /// Its newest transaction in compact form.
        package let transaction: [UInt8]?
        /// Its renewal info in compact form.
        package let renewal: [UInt8]?

        /// A subscription of these parts.
        package init(
            originalTransactionID: OriginalTransactionID,
            status: StatusStatement.Status?,
            transaction: [UInt8]?,
            renewal: [UInt8]?
        ) {
            self.originalTransactionID = originalTransactionID
            self.status = status
            self.transaction = transaction
            self.renewal = renewal
        }
    }

    /// Transactions in compact form.
    package let transactions: [[UInt8]]
    /// Subscriptions.
    package let subscriptions: [Subscription]
    /// When Apple was asked: what nobody signed is as old as the question.
    package let askedAt: Instant

    /// An answer of these parts.
    package init(transactions: [[UInt8]] = [], subscriptions: [Subscription] = [], askedAt: Instant) {
        self.transactions = transactions
        self.subscriptions = subscriptions
        self.askedAt = askedAt
    }
}
