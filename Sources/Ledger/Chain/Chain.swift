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
    package var statuses: [StatusEvidence]
    /// The newest refund request and the newest end of one, of each transaction.
    package var refundRequests: [RefundRequestEvidence]
    /// What newer renewal snapshots have replaced, in the order of `RenewalEvidence.precedes`.
    package var earlierRenewals: [RenewalEvidence]
    /// The refunds that nobody signed, the report that counts of each transaction, by ascending transaction id.
    package var reportedRefunds: [ReportedRefund]

    /// A chain of these parts.
    package init(
        transactions: [TransactionRecord] = [],
        renewals: [RenewalSnapshot] = [],
        statuses: [StatusEvidence] = [],
        refundRequests: [RefundRequestEvidence] = [],
        earlierRenewals: [RenewalEvidence] = [],
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
    package var newestEvidenceAt: Instant? {
        let words =
            self.transactions.map(\.newestSignedAt) + self.renewals.map(\.signedAt) + self.statuses.map(\.statedAt)
        return words.max()
    }

    /// Up to which instant an asking that was answered at another one has served.
    ///
    /// What Apple signs while it answers, on a clock that may be ahead of ours, is no news to ask about.
    package func checkServes(until answeredAt: Instant) -> Instant {
        self.newestEvidenceAt.map { max(answeredAt, $0 + HealingRequest.patience) } ?? answeredAt
    }
}

/// When Apple is asked about what is reported of a chain and nobody signed, whatever was bought in it.
extension Chain {
    /// Whether a report names the chain, so that it can count for something in it.
    func knows(_ report: ReportedRefund) -> Bool {
        let original = report.originalTransactionID
        return self.reportedRefunds.contains(report)
            || self.transactions.contains { record in
                record.snapshots.contains {
                    $0.originalTransactionID == original || $0.previousOriginalTransactionID == original
                }
            }
    }

    /// When to ask about the chain next: for these reasons, or because of a report; `nil` for never.
    package func nextAskAt(_ asks: [HealingRequest], askedAt: Instant?) -> Instant? {
        [asks.nextDueAt(askedAt: askedAt), self.reportAskAt(askedAt: askedAt)].compactMap(\.self).min()
    }

    /// When Apple's word is first able to undo a report that stands, or to tell of a purchase of which only a report is
    /// known; `nil` where it was asked since, or where there is none.
    package func reportAskAt(askedAt: Instant?) -> Instant? {
        guard !self.reportedRefunds.isEmpty else { return nil }
        let known = Set(self.transactions.map(\.transactionID))
        let unknown = self.reportedRefunds.filter { !known.contains($0.transactionID) }
        let remaining = self.purchases.compactMap(\.reportedRefund)
        return (unknown + remaining).map(\.askAt).filter { at in askedAt.map { $0 < at } ?? true }.min()
    }

    /// The transactions about whose reported refunds Apple's word is wanted by now, of each purchase one.
    ///
    /// Of a subscription Apple states the newest transaction only, and of a customer's history what has changed, so
    /// each of these is asked about by itself.
    package func reportedTransactions(at now: Instant) -> [TransactionID] {
        guard !self.reportedRefunds.isEmpty else { return [] }
        return self.purchases.compactMap { purchase in
            guard let report = purchase.reportedRefund, report.askAt <= now else { return nil }
            let isKnown = purchase.transactionIDs.contains(report.transactionID)
            return isKnown ? report.transactionID : purchase.snapshot.transactionID
        }
    }
}
