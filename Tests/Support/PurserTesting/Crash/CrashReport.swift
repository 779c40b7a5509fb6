/// The features that a trial covered, so that a suite can check its coverage.
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
    /// The units that the database has although their writer received no acknowledgment.
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

/// A promise that was broken while things failed.
package struct CrashViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// A guarantee of the repository.
    package enum Promise: String, Hashable, Sendable {
        /// Acknowledged units are there.
        case acknowledgedIsKept
        /// An acknowledgment, of a duplicate too, follows a commit of its own.
        case acknowledgedAfterCommit
        /// A unit is there whole or not at all, once, and byte for byte.
        case wholeOrNothing
        /// The state is what the model derives from what is there.
        case stateIsModel
        /// The events of an event stream are numbered without gaps and are those of the model.
        case streamsAreWhole
        /// A sink sees every event, the first time in order.
        case sinkSeesAll
        /// The file is a sound database.
        case fileIsSound
        /// The repository opens when nothing stands in its way.
        case opens
        /// A failed sync stops the process, and nothing is acknowledged after it.
        case failedSyncStops
        /// A full disk refuses, and nothing more is needed when it has room again.
        case fullDiskRecovers
    }

    /// The violated guarantee.
    package let promise: Promise
    /// The finding.
    package let finding: String

    /// A violation of a promise.
    package init(_ promise: Promise, _ finding: String) {
        self.promise = promise
        self.finding = finding
    }

    /// The promise and what was found.
    package var description: String { "\(self.promise.rawValue): \(self.finding)" }

    /// Throws unless a promise is kept.
    static func require(_ isKept: Bool, _ promise: Promise, _ finding: @autoclosure () -> String) throws {
        guard isKept else { throw Self(promise, finding()) }
    }
}
