import Ledger

extension EvidenceStory {
    /// The same story with refunds in it that are reported and that Apple did not sign: of what was refunded and of what was
    /// not, before and after the purchase became known, some of them twice.
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
