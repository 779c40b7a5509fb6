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

    /// The same story with what an old interface says of renewals, which is not what Apple signed.
    ///
    /// It arrives some seconds after the signed evidence or, with `atTheSameDate`, at its exact date.
    package func withOldRenewals(atTheSameDate isSameDate: Bool = false) -> Self {
        var generator = SeededGenerator(seed: self.seed &* 41 &+ 11)
        var story = self
        story.facts = self.facts.flatMap { fact -> [LedgerFact] in
            guard case .renewal(let whole) = fact else { return [fact] }
            var partial = RenewalSnapshot(
                originalTransactionID: whole.originalTransactionID,
                productID: whole.productID,
                autoRenew: whole.autoRenew.map { !$0 },
                renewalAt: whole.renewalAt,
                isInBillingRetry: generator.happens(percent: 30),
                signedAt: isSameDate ? whole.signedAt : whole.signedAt + .seconds(Int64(generator.pick([0, 1, 90]))),
                digest: .number(generator.pick([0, .max - whole.digest.rawValue % 1000]))
            )
            partial.isPartial = true
            if !isSameDate, let autoRenew = partial.autoRenew, generator.happens(percent: 50) {
                partial.renewStatusChange = RenewalSnapshot.StatusChange(
                    changedAt: whole.signedAt - .hours(Int64(generator.number(below: 48))),
                    autoRenew: autoRenew
                )
            }
            return generator.happens(percent: 60) ? [fact, .renewal(partial)] : [fact]
        }
        return story
    }

    /// The same story with refunds in it that are reported and that Apple did not sign: of what was refunded and of
    /// what was not, before and after the purchase became known, some of them twice.
    package func withReportedRefunds() -> Self {
        var generator = SeededGenerator(seed: self.seed &* 43 &+ 17)
        var story = self
        story.facts = self.facts.flatMap { fact -> [LedgerFact] in
            guard case .transaction(let snapshot) = fact, generator.happens(percent: 40) else { return [fact] }
            var facts = [fact]
            for _ in 0...generator.number(below: 2) {
                let reportedAt = snapshot.signedAt + .hours(Int64(generator.number(below: 200)) - 100)
                let report = ReportedRefund(
                    originalTransactionID: snapshot.originalTransactionID,
                    transactionID: snapshot.transactionID,
                    productID: generator.happens(percent: 90) ? snapshot.productID : ProductID("another"),
                    revokedAt: reportedAt - .minutes(Int64(generator.number(below: 600))),
                    reason: generator.pick([nil, 0, 1]),
                    treatment: generator.pick(ReportedRefund.Treatment.allCases),
                    reportedAt: reportedAt
                )
                facts.insert(.reportedRefund(report), at: generator.number(below: facts.count + 1))
            }
            return facts
        }
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
