/// Everything that the ledger knows about the purchases that share one original transaction ID.
///
/// For an auto-renewable subscription the chain is the subscription with all its periods; for other products it is
/// usually a single purchase. Chains that a migration joined (`previousOriginalTransactionId`) are one. A chain is a
/// set: it does not record the order in which its parts arrived, so nothing that is derived from it can depend on that
/// order.
package struct Chain: Hashable, Sendable {
    /// The transactions, by ascending transaction ID.
    package var transactions: [TransactionRecord]
    /// The newest renewal snapshot of each original transaction ID, by ascending original transaction ID.
    package var renewals: [RenewalSnapshot]
    /// The newest status of each original transaction ID, by ascending original transaction ID.
    package var statuses: [StatusEvidence]
    /// The newest refund request and the newest end of a refund request, for each transaction.
    package var refundRequests: [RefundRequestEvidence]
    /// The renewal snapshots that newer ones have replaced, in the order of `RenewalEvidence.precedes`.
    package var earlierRenewals: [RenewalEvidence]
    /// The refunds that are reported and not signed; for each transaction the report that counts, by ascending
    /// transaction ID.
    package var reportedRefunds: [ReportedRefund]
    /// The requests for retention messages.
    package var retentionRequests: RetentionRequests

    /// Creates a chain with these values.
    package init(
        transactions: [TransactionRecord] = [],
        renewals: [RenewalSnapshot] = [],
        statuses: [StatusEvidence] = [],
        refundRequests: [RefundRequestEvidence] = [],
        earlierRenewals: [RenewalEvidence] = [],
        reportedRefunds: [ReportedRefund] = [],
        retentionRequests: RetentionRequests = RetentionRequests()
    ) {
        self.transactions = transactions
        self.renewals = renewals
        self.statuses = statuses
        self.refundRequests = refundRequests
        self.earlierRenewals = earlierRenewals
        self.reportedRefunds = reportedRefunds
        self.retentionRequests = retentionRequests
    }

    /// The instant at which Apple signed or stated the newest evidence of the chain; `nil` for an empty chain.
    package var newestEvidenceAt: Instant? {
        let words =
            self.transactions.map(\.newestSignedAt) + self.renewals.map(\.signedAt) + self.statuses.map(\.statedAt)
        return words.max()
    }

    /// Returns the instant until which a check that was answered at `answeredAt` remains sufficient.
    ///
    /// Evidence that Apple signs while it answers, on a clock that may be ahead of the server's, is no reason to ask
    /// again.
    package func checkServes(until answeredAt: Instant) -> Instant {
        self.newestEvidenceAt.map { max(answeredAt, $0 + HealingRequest.patience) } ?? answeredAt
    }
}

/// When the server asks Apple about the reported, unsigned refunds of a chain.
extension Chain {
    /// Returns whether a report names the chain, so that it can count for something in it.
    func knows(_ report: ReportedRefund) -> Bool {
        let original = report.originalTransactionID
        return self.reportedRefunds.contains(report)
            || self.transactions.contains { record in
                record.snapshots.contains {
                    $0.originalTransactionID == original || $0.previousOriginalTransactionID == original
                }
            }
    }

    /// Returns when to ask Apple about the chain next, for these reasons or because of a report; `nil` for never.
    package func nextAskAt(_ asks: [HealingRequest], askedAt: Instant?) -> Instant? {
        [asks.nextDueAt(askedAt: askedAt), self.reportAskAt(askedAt: askedAt)].compactMap(\.self).min()
    }

    /// Returns the earliest instant at which Apple's answer can undo a report that counts, or reveal a purchase that is
    /// known from a report alone; `nil` when the server has asked since, or when there is no such report.
    package func reportAskAt(askedAt: Instant?) -> Instant? {
        guard !self.reportedRefunds.isEmpty else { return nil }
        let known = Set(self.transactions.map(\.transactionID))
        let unknown = self.reportedRefunds.filter { !known.contains($0.transactionID) }
        let remaining = self.purchases.compactMap(\.reportedRefund)
        return (unknown + remaining).map(\.askAt).filter { at in askedAt.map { $0 < at } ?? true }.min()
    }

    /// Returns the transactions with reported refunds about which the server has to ask Apple by now, one of each
    /// purchase.
    ///
    /// For a subscription Apple states only the newest transaction, and for a customer's history only what changed, so
    /// the server asks about each of these separately.
    package func reportedTransactions(at now: Instant) -> [TransactionID] {
        guard !self.reportedRefunds.isEmpty else { return [] }
        return self.purchases.compactMap { purchase in
            guard let report = purchase.reportedRefund, report.askAt <= now else { return nil }
            let isKnown = purchase.transactionIDs.contains(report.transactionID)
            return isKnown ? report.transactionID : purchase.snapshot.transactionID
        }
    }
}
