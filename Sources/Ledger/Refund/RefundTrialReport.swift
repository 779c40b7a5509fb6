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
