import Ledger

extension EvidenceStory {
    /// Returns the story with requests for retention messages of some subscriptions, several of them on one day.
    package func withRetentionRequests() -> Self {
        var generator = SeededGenerator(seed: self.seed &* 47 &+ 5)
        var story = self
        story.facts = self.facts.flatMap { fact -> [LedgerFact] in
            guard case .transaction(let snapshot) = fact, snapshot.kind == .autoRenewable,
                generator.happens(percent: 40)
            else { return [fact] }
            var facts = [fact]
            var signedAt = snapshot.purchaseAt
            for _ in 0...generator.number(below: 4) {
                signedAt = signedAt + .hours(Int64(generator.number(below: 200)) - 20)
                let request = RetentionRequestEvidence(
                    originalTransactionID: snapshot.originalTransactionID,
                    signedAt: signedAt
                )
                facts.insert(.retentionRequest(request), at: generator.number(below: facts.count + 1))
            }
            return facts
        }
        return story
    }
}
