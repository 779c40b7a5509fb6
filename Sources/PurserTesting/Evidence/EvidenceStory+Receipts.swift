package import Ledger

extension EvidenceStory {
    /// The same story with receipts in it, which say what Apple's snapshots say, as far as receipts can say it.
    ///
    /// With `replacing`, some transactions are known from receipts alone.
    package func withReceipts(replacing: Bool = false) -> Self {
        var generator = SeededGenerator(seed: self.seed &* 37 &+ 5)
        var story = self
        var shown: Set<TransactionID> = []
        if replacing {
            for case .transaction(let snapshot) in self.facts where generator.happens(percent: 30) {
                shown.insert(snapshot.transactionID)
            }
        }
        var facts: [LedgerFact] = []
        for fact in self.facts {
            guard case .transaction(let snapshot) = fact else {
                facts.append(fact)
                continue
            }
            if !shown.contains(snapshot.transactionID) { facts.append(fact) }
            if shown.contains(snapshot.transactionID) || generator.happens(percent: 50) {
                facts.append(.transaction(snapshot.asReceiptRow))
            }
        }
        story.facts = facts
        return story
    }
}

extension TransactionSnapshot {
    /// What a receipt made at the instant of signing has of it: whole seconds, and no more than its attributes.
    package var asReceiptRow: Self {
        func second(_ instant: Instant) -> Instant { Instant(milliseconds: instant.milliseconds / 1000 * 1000) }
        return Self(
            transactionID: self.transactionID,
            originalTransactionID: self.originalTransactionID,
            webOrderLineItemID: self.webOrderLineItemID,
            productID: self.productID,
            kind: self.kind,
            purchaseAt: second(self.purchaseAt),
            expiresAt: self.expiresAt.map(second),
            quantity: self.quantity,
            revocation: self.revocation.map { revocation in
                Revocation(revokedAt: second(revocation.revokedAt), reason: nil, type: nil, percentageMilliunits: nil)
            },
            isPartial: true,
            signedAt: second(self.signedAt),
            digest: .number(self.digest.rawValue &* 3 &+ 1)
        )
    }
}
