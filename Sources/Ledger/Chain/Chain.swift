/// Everything known about the purchases that share one original transaction id.
///
/// For an auto-renewable subscription it is the subscription with all its periods; for anything else mostly a single
/// purchase. Chains that a migration joined (`previousOriginalTransactionId`) are one. A chain is a set: the order in
/// which its parts came to be known is not in it, so nothing derived from it can depend on that order.
package struct Chain: Hashable, Sendable {
    /// Its transactions, by ascending transaction id.
    package var transactions: [TransactionRecord]
    /// The newest renewal snapshot of each original transaction id, by ascending original transaction id.
    package var renewals: [RenewalSnapshot]
    /// The newest status of each original transaction id, by ascending original transaction id.
    package var statuses: [StatusStatement]
    /// The newest refund request and the newest end of one, of each transaction.
    package var refundRequests: [RefundRequestStatement]
    /// What newer renewal snapshots have replaced, in the order of `RenewalWord.precedes`.
    package var earlierRenewals: [RenewalWord]
    /// The refunds that nobody signed, the report that counts of each transaction, by ascending transaction id.
    package var reportedRefunds: [ReportedRefund]

    /// A chain of these parts.
    package init(
        transactions: [TransactionRecord] = [],
        renewals: [RenewalSnapshot] = [],
        statuses: [StatusStatement] = [],
        refundRequests: [RefundRequestStatement] = [],
        earlierRenewals: [RenewalWord] = [],
        reportedRefunds: [ReportedRefund] = []
    ) {
        self.transactions = transactions
        self.renewals = renewals
        self.statuses = statuses
        self.refundRequests = refundRequests
        self.earlierRenewals = earlierRenewals
        self.reportedRefunds = reportedRefunds
    }

    /// When the newest word of Apple's on the chain was signed or said; `nil` for an empty chain.
    package var newestWordAt: Instant? {
        let words =
            self.transactions.map(\.newestSignedAt) + self.renewals.map(\.signedAt) + self.statuses.map(\.statedAt)
        return words.max()
    }

    /// Up to which instant an asking that was answered at another one has served.
    ///
    /// What Apple signs while it answers, on a clock that may be ahead of ours, is no news to ask about.
    package func askingServes(until answeredAt: Instant) -> Instant {
        self.newestWordAt.map { max(answeredAt, $0 + HealingRequest.patience) } ?? answeredAt
    }
}
