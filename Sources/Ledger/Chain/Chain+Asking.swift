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

    /// When Apple's word is first able to undo a report that stands, or to tell of a purchase of which only a report is known;
    /// `nil` where it was asked since, or where there is none.
    package func reportAskAt(askedAt: Instant?) -> Instant? {
        guard !self.reportedRefunds.isEmpty else { return nil }
        let known = Set(self.transactions.map(\.transactionID))
        let unknown = self.reportedRefunds.filter { !known.contains($0.transactionID) }
        let standing = self.purchases.compactMap(\.reportedRefund)
        return (unknown + standing).map(\.askAt).filter { at in askedAt.map { $0 < at } ?? true }.min()
    }

    /// The transactions about whose reported refunds Apple's word is wanted by now, of each purchase one.
    ///
    /// Of a subscription Apple states the newest transaction only, and of a customer's history what has changed, so each of
    /// these is asked about by itself.
    package func reportedTransactions(at now: Instant) -> [TransactionID] {
        guard !self.reportedRefunds.isEmpty else { return [] }
        return self.purchases.compactMap { purchase in
            guard let report = purchase.reportedRefund, report.askAt <= now else { return nil }
            let isKnown = purchase.transactionIDs.contains(report.transactionID)
            return isKnown ? report.transactionID : purchase.snapshot.transactionID
        }
    }
}
