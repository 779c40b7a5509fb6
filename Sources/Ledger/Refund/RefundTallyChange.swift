/// That a case counts for something in a trial from now on, or does not any more.
package struct RefundTallyChange: Hashable, Sendable {
    /// What it counts for.
    package let entry: RefundTrialEntry
    /// Whether it is added; otherwise it is taken away.
    package let isAdded: Bool

    /// A change of these values.
    package init(_ entry: RefundTrialEntry, isAdded: Bool) {
        self.entry = entry
        self.isAdded = isAdded
    }

    /// What it changes the sums by.
    package var tally: RefundTally {
        var tally = RefundTally()
        if self.isAdded { tally += self.entry.tally } else { tally -= self.entry.tally }
        return tally
    }
}
