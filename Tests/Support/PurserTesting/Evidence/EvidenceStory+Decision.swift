import Ledger

extension EvidenceStory {
    /// The same story with what operators decided on some of its purchases.
    package func withDecisions() -> Self {
        var story = self
        var generator = SeededGenerator(seed: self.seed &* 101 &+ 7)
        let customers = Set(self.customers.values).sorted { $0 < $1 }
        var snapshots: [TransactionSnapshot] = []
        for case .transaction(let snapshot) in self.facts { snapshots.append(snapshot) }
        guard !snapshots.isEmpty else { return self }
        for _ in 0..<generator.number(below: 4) {
            let snapshot = generator.pick(snapshots)
            let reach = generator.pick(Decision.Reach.allCases)
            let id =
                reach == .purchase ? snapshot.transactionID : TransactionID(snapshot.originalTransactionID.rawValue)
            let decision = Decision(
                customer: generator.pick(customers),
                transactionID: id,
                reach: reach,
                decidedAt: generator.pick(self.instants)
            )
            story.facts.insert(.decision(decision), at: generator.number(below: story.facts.count + 1))
        }
        return story
    }
}
