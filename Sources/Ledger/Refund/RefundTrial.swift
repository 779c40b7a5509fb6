/// The trial of a version of a policy: how it is divided, and whether it runs.
///
/// While it runs, the version that was in force before goes on to be in force for everybody else. Once it is over, that
/// one is in force for all: to put the tried version in force is another action.
package struct RefundTrial: Hashable, Sendable {
    /// Why a trial is over.
    package enum Ending: String, Hashable, Sendable, CaseIterable {
        /// The version that is tried keeps more money.
        case better
        /// The version that is tried keeps less money.
        case worse
        /// As many cases were decided as may be.
        case enough
        /// Somebody ended it.
        case stopped
        /// Another version was published.
        case replaced
    }

    /// The end of a trial.
    package struct End: Hashable, Sendable {
        /// Why.
        package let ending: Ending
        /// When.
        package let at: Instant
        /// Who, if somebody did.
        package let by: String?

        /// An end of these values.
        package init(_ ending: Ending, at: Instant, by: String? = nil) {
            self.ending = ending
            self.at = at
            self.by = by
        }
    }

    /// How the cases are divided, and when it is over.
    package let experiment: RefundExperiment
    /// Its end; `nil` while it runs.
    package var end: End?

    /// A trial of these values.
    package init(_ experiment: RefundExperiment, end: End? = nil) {
        self.experiment = experiment
        self.end = end
    }

    /// Whether it runs.
    package var isRunning: Bool { self.end == nil }
}

/// How a version of a policy is tried on a share of the cases, beside the one that is in force.
///
/// Which arm a case belongs to is decided by its transaction and the seed, so every round of a case, and every node,
/// meets the same policy. What is compared is the share of the price that was kept. It is over once one arm is clearly
/// better, or when enough was seen.
package struct RefundExperiment: Hashable, Sendable {
    /// Which policy a case meets.
    package enum Arm: String, Hashable, Sendable, CaseIterable {
        /// The version that is tried.
        case trial
        /// The version in force.
        case holdOut = "hold_out"
    }

    /// What divides the cases; not below zero.
    package let seed: Int64
    /// The share of cases that meets the version that is tried, in thousandths of a percent.
    package let shareMilliunits: Int64
    /// How many decided cases each arm needs before one can be better.
    package let minimumCases: Int64
    /// At how many decided cases of both arms it is over.
    package let maximumCases: Int64

    /// An experiment, or `nil` where an arm would stay empty or the numbers contradict each other.
    package init?(seed: Int64, shareMilliunits: Int64, minimumCases: Int64 = 100, maximumCases: Int64 = 10_000) {
        guard seed >= 0, shareMilliunits > 0, shareMilliunits < RuleValue.wholeShare, minimumCases >= Self.fewest,
            maximumCases <= Self.mostOfAll, minimumCases <= maximumCases / 2
        else { return nil }
        self.seed = seed
        self.shareMilliunits = shareMilliunits
        self.minimumCases = minimumCases
        self.maximumCases = maximumCases
    }

    /// Below this many cases the interval of a mean says nothing.
    package static let fewest: Int64 = 30
    /// The most cases of one experiment: sums of so many prices fit into their columns.
    package static let mostOfAll: Int64 = 100_000
    /// How sure it must be before it stops itself, in standard deviations of the difference.
    ///
    /// It is looked at after every case: from the hundredth to the ten thousandth the usual two would stop every other
    /// experiment between equals, and this stops one in sixty.
    package static let stoppingDeviations = 3.5

    /// The arm of a transaction.
    package func arm(of transaction: TransactionID) -> Arm {
        // FNV-1a, then the finalizer of SplitMix64, so that neighboring numbers part.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bitPattern: self.seed)
        for byte in transaction.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        hash ^= hash >> 31
        return hash % UInt64(RuleValue.wholeShare) < UInt64(self.shareMilliunits) ? .trial : .holdOut
    }

    /// Whether it is over by itself, by what both arms have come to.
    package func ending(trial: RefundTally, holdOut: RefundTally) -> RefundTrial.Ending? {
        if trial.decided >= self.minimumCases, holdOut.decided >= self.minimumCases,
            let gain = trial.gain(over: holdOut, deviations: Self.stoppingDeviations)
        {
            if gain.low > 0 { return .better }
            if gain.high < 0 { return .worse }
        }
        return trial.decided + holdOut.decided >= self.maximumCases ? .enough : nil
    }
}

/// A trial of a policy and what has come of it.
package struct RefundTrialReport: Hashable, Sendable {
    /// The version that is tried.
    package let version: Int64
    /// How it is divided, and whether it runs.
    package private(set) var trial: RefundTrial
    /// What came of the cases, by arm.
    package let tallies: [RefundExperiment.Arm: RefundTally]

    /// A report on a policy; `nil` where it is not tried.
    package init?(_ policy: RefundPolicy, _ tallies: [RefundExperiment.Arm: RefundTally]) {
        guard let trial = policy.trial else { return nil }
        self.version = policy.version
        self.trial = trial
        self.tallies = tallies
    }

    /// The sums of an arm.
    package subscript(_ arm: RefundExperiment.Arm) -> RefundTally { self.tallies[arm] ?? RefundTally() }

    /// The same with its end, where it runs and has come to one by itself.
    package func ended(at now: Instant) -> Self? {
        guard self.trial.isRunning,
            let ending = self.trial.experiment.ending(trial: self[.trial], holdOut: self[.holdOut])
        else { return nil }
        var ended = self
        ended.trial.end = RefundTrial.End(ending, at: now)
        return ended
    }
}
