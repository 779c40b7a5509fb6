extension RefundRecord {
    /// What the case counts for in each trial whose division decided what was told about it, by ascending version.
    ///
    /// It is a function of what was said and done, so whoever counts it again counts the same. The Sandbox meets the same
    /// division and counts for nothing: nobody pays there.
    package var trialEntries: [RefundTrialEntry] {
        guard self.environment == .production else { return [] }
        var entries: [Int64: RefundTrialEntry] = [:]
        for round in self.refundCase.rounds {
            guard let allotment = self.answer(to: round.id)?.allotment, entries[allotment.version] == nil else {
                continue
            }
            entries[allotment.version] = RefundTrialEntry(
                version: allotment.version,
                arm: allotment.arm,
                keptShare: self.keptShare(since: round, of: allotment),
                price: self.subject.price
            )
        }
        return entries.values.sorted { $0.version < $1.version }
    }

    /// Which share was kept by what Apple decided since a request, up to the next request that met another policy.
    private func keptShare(since round: RefundRound, of allotment: RefundAnswer.Allotment) -> Int64? {
        let later = self.refundCase.rounds.drop { $0.number <= round.number }
        let end = later.first { next in self.answer(to: next.id).map { $0.allotment != allotment } ?? false }?.signedAt
        let words = self.refundCase.words.filter { word in
            word.signedAt >= round.signedAt && end.map { word.signedAt < $0 } ?? true
        }
        for word in words.reversed() {
            switch word.kind {
            case .refunded(let share): return RuleValue.wholeShare - min(max(share, 0), RuleValue.wholeShare)
            case .declined, .reversed: return RuleValue.wholeShare
            case .requested, .revoked: continue
            }
        }
        return nil
    }

    /// Takes note that the case counts for what it is now, and returns what that changes.
    package mutating func count() -> [RefundTallyChange] {
        let entries = self.trialEntries
        guard entries != self.counted else { return [] }
        let removed = self.counted.filter { !entries.contains($0) }.map { RefundTallyChange($0, isAdded: false) }
        let added = entries.filter { !self.counted.contains($0) }.map { RefundTallyChange($0, isAdded: true) }
        self.counted = entries
        return removed + added
    }
}
