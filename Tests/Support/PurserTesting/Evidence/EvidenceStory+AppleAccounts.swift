import Ledger

extension EvidenceStory {
    /// The same story with two Apple Accounts, whose customers submit purchases and request refunds.
    ///
    /// Submissions stay in the order of their instants, as they do where they arrive.
    package func withAppleAccounts() -> Self {
        var story = self
        var generator = SeededGenerator(seed: self.seed &* 211 &+ 13)
        let customers = Set(self.customers.values).sorted() + [CustomerID.anonymous([7])].compactMap(\.self)
        var snapshots: [TransactionSnapshot] = []
        story.facts = self.facts.map { fact in
            if case .renewal(var renewal) = fact {
                // A token of its own is what names the owner of the renewal to come.
                if generator.happens(percent: 30) {
                    renewal.accountToken = EvidenceStory.token(1 + UInt64(generator.number(below: 3)))
                }
                return .renewal(renewal)
            }
            guard case .transaction(var snapshot) = fact else { return fact }
            let number = snapshot.originalTransactionID.rawValue.utf8.reduce(0) { $0 &* 31 &+ Int($1) }
            snapshot.appTransactionID = AppTransactionID("70000\(number & 1)")
            snapshots.append(snapshot)
            return .transaction(snapshot)
        }
        guard !snapshots.isEmpty else { return story }
        for _ in 0..<generator.number(below: 8) {
            let snapshot = generator.pick(snapshots)
            let intent = generator.pick([Submission.Intent.restore, .restore, .purchase])
            let place = generator.number(below: story.facts.count + 1)
            let since = Self.newest(story.facts[..<place].compactMap(\.submittedAt), snapshot.purchaseAt)
            let next = story.facts[place...].lazy.compactMap(\.submittedAt).first
            let days = Int64(generator.number(below: intent == .purchase ? 2 : 45))
            let submittedAt = min(since + .minutes(days * 1440 + 17), next ?? since + .days(60))
            let submission = Submission(
                customer: generator.pick(customers),
                transactionID: snapshot.transactionID,
                intent: intent,
                submittedAt: max(submittedAt, since),
                transfer: intent == .restore ? generator.pick(TransferPolicy.allCases) : nil
            )
            guard next.map({ submission.submittedAt <= $0 }) ?? true else { continue }
            story.facts.insert(.submission(submission), at: place)
        }
        return story
    }

    private static func newest(_ instants: [Instant], _ other: Instant) -> Instant {
        max(instants.max() ?? other, other)
    }
}

extension LedgerFact {
    /// The instant of submission, if it is a submission.
    fileprivate var submittedAt: Instant? {
        guard case .submission(let submission) = self else { return nil }
        return submission.submittedAt
    }
}
