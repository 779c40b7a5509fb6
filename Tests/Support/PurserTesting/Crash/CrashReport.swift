/// What happened in a trial, so that a suite can tell whether its trials ever got that far.
package struct CrashReport: Hashable, Sendable {
    /// Processes that died while they worked, opened or closed.
    package var deaths = 0
    /// Processes that died before the file was open.
    package var deathsWhileOpening = 0
    /// Processes that died while they closed the file.
    package var deathsWhileClosing = 0
    /// Times that the power was cut.
    package var powerCuts = 0
    /// Pieces that were not durable then.
    package var piecesAtStake = 0
    /// Syncs that failed.
    package var failedSyncs = 0
    /// Units that were turned away because the disk was full, and taken later by the same process.
    package var refusals = 0
    /// Units that were acknowledged.
    package var acknowledged = 0
    /// Units that were found although nobody had been told so.
    package var unacknowledgedButKept = 0
    /// Units that were acknowledged again.
    package var duplicates = 0
    /// Events that the sink saw more than once.
    package var repeatedEvents = 0

    /// Nothing yet.
    package init() {}

    /// Whether each of these has happened; a suite in which nothing ever did would prove nothing.
    package var hasSeenAll: Bool {
        [
            self.deaths, self.deathsWhileOpening, self.deathsWhileClosing, self.powerCuts, self.piecesAtStake,
            self.failedSyncs, self.refusals, self.acknowledged, self.unacknowledgedButKept, self.duplicates,
            self.repeatedEvents,
        ].allSatisfy { $0 > 0 }
    }

    /// The sum of what happened in two trials.
    package static func + (one: Self, other: Self) -> Self {
        var sum = one
        sum.deaths += other.deaths
        sum.deathsWhileOpening += other.deathsWhileOpening
        sum.deathsWhileClosing += other.deathsWhileClosing
        sum.powerCuts += other.powerCuts
        sum.piecesAtStake += other.piecesAtStake
        sum.failedSyncs += other.failedSyncs
        sum.refusals += other.refusals
        sum.acknowledged += other.acknowledged
        sum.unacknowledgedButKept += other.unacknowledgedButKept
        sum.duplicates += other.duplicates
        sum.repeatedEvents += other.repeatedEvents
        return sum
    }
}
