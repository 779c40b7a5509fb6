extension DayState {
    /// Takes the acceptance back, so that the day is what its comparison found; returns `false` when there is none.
    package mutating func withdrawAcceptance() -> Bool {
        guard self.acceptance != nil else { return false }
        self = DayState(
            day: self.day,
            outcome: self.outcome,
            digest: self.digest,
            acceptance: nil,
            summary: self.summary
        )
        return true
    }
}
