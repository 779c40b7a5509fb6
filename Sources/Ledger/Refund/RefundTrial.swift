/// The trial of a version of a policy: its experiment, and its end.
///
/// While it runs, the previous version remains in force for all other cases. After its end that version is in force for
/// all cases: an operator has to publish the tried version to put it in force.
package struct RefundTrial: Hashable, Sendable {
    /// The reason why a trial ended.
    package enum Ending: String, Hashable, Sendable, CaseIterable {
        /// The version on trial keeps more money.
        case better
        /// The version on trial keeps less money.
        case worse
        /// The maximum number of decided cases was reached.
        case enough
        /// An operator ended it.
        case stopped
        /// Another version was published.
        case replaced
    }

    /// The end of a trial.
    package struct End: Hashable, Sendable {
        /// The reason.
        package let ending: Ending
        /// The instant of the end.
        package let at: Instant
        /// The operator who ended it, if one did.
        package let by: String?

        /// Creates an end of these values.
        package init(_ ending: Ending, at: Instant, by: String? = nil) {
            self.ending = ending
            self.at = at
            self.by = by
        }
    }

    /// The division of the cases, and the condition of the end.
    package let experiment: RefundExperiment
    /// Its end; `nil` while it runs.
    package var end: End?

    /// Creates a trial of these values.
    package init(_ experiment: RefundExperiment, end: End? = nil) {
        self.experiment = experiment
        self.end = end
    }

    /// Whether the trial is running.
    package var isRunning: Bool { self.end == nil }
}

/// An experiment that applies a version of a policy to a share of the cases, beside the version in force.
///
/// The transaction and the seed decide the arm of a case, so every request of a case, on every node, gets the same
/// policy. The arms are compared by the share of the price that the shop kept. The experiment ends once one arm is
/// clearly better, or at the maximum number of cases.
package struct RefundExperiment: Hashable, Sendable {
    /// The policy that decides a case.
    package enum Arm: String, Hashable, Sendable, CaseIterable {
        /// The version on trial.
        case trial
        /// The version in force.
        case holdOut = "hold_out"
    }

    /// The seed that divides the cases; not negative.
    package let seed: Int64
    /// The share of cases that the version on trial decides, in thousandths of a percent.
    package let shareMilliunits: Int64
    /// The number of decided cases that each arm needs before one can be better.
    package let minimumCases: Int64
    /// The number of decided cases of both arms at which the experiment ends.
    package let maximumCases: Int64

    /// Creates an experiment; `nil` where an arm would remain empty or the numbers contradict each other.
    package init?(seed: Int64, shareMilliunits: Int64, minimumCases: Int64 = 100, maximumCases: Int64 = 10_000) {
        guard seed >= 0, shareMilliunits > 0, shareMilliunits < RuleValue.wholeShare, minimumCases >= Self.fewest,
            maximumCases <= Self.mostOfAll, minimumCases <= maximumCases / 2
        else { return nil }
        self.seed = seed
        self.shareMilliunits = shareMilliunits
        self.minimumCases = minimumCases
        self.maximumCases = maximumCases
    }

    /// The minimum number of cases: below it, the interval of a mean has no meaning.
    package static let fewest: Int64 = 30
    /// The maximum number of cases of one experiment: sums of so many prices fit into their columns.
    package static let mostOfAll: Int64 = 100_000
    /// The confidence at which the experiment stops itself, in standard deviations of the difference.
    ///
    /// The experiment is evaluated after every case: from the hundredth to the ten thousandth the usual two deviations
    /// would stop every other experiment between equals, and this value stops one in sixty.
    package static let stoppingDeviations = 3.5

    /// Returns the arm of a transaction.
    package func arm(of transaction: TransactionID) -> Arm {
        // FNV-1a, then the finalizer of SplitMix64, so that adjacent numbers diverge.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bitPattern: self.seed)
        for byte in transaction.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        hash ^= hash >> 31
        return hash % UInt64(RuleValue.wholeShare) < UInt64(self.shareMilliunits) ? .trial : .holdOut
    }

    /// Returns the reason why the experiment ends by itself, given the results of both arms; `nil` while it continues.
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

/// A trial of a policy and its results.
package struct RefundTrialReport: Hashable, Sendable {
    /// The version on trial.
    package let version: Int64
    /// The experiment and its end.
    package private(set) var trial: RefundTrial
    /// The results, by arm.
    package let tallies: [RefundExperiment.Arm: RefundTally]

    /// Creates the report of a policy; `nil` where the policy has no trial.
    package init?(_ policy: RefundPolicy, _ tallies: [RefundExperiment.Arm: RefundTally]) {
        guard let trial = policy.trial else { return nil }
        self.version = policy.version
        self.trial = trial
        self.tallies = tallies
    }

    /// Returns the results of an arm.
    package subscript(_ arm: RefundExperiment.Arm) -> RefundTally { self.tallies[arm] ?? RefundTally() }

    /// Returns the report with its end where the trial runs and has ended by itself; `nil` otherwise.
    package func ended(at now: Instant) -> Self? {
        guard self.trial.isRunning,
            let ending = self.trial.experiment.ending(trial: self[.trial], holdOut: self[.holdOut])
        else { return nil }
        var ended = self
        ended.trial.end = RefundTrial.End(ending, at: now)
        return ended
    }
}
