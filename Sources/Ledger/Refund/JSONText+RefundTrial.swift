package import Notation

/// Trials of refund policies as JSON.
extension JSONText {
    /// Adds everything about a trial.
    package mutating func describe(_ report: RefundTrialReport) {
        let experiment = report.trial.experiment
        self.add("version", report.version)
        self.add("shareMilliunits", experiment.shareMilliunits)
        self.add("seed", experiment.seed)
        self.add("minimumCases", experiment.minimumCases)
        self.add("maximumCases", experiment.maximumCases)
        self.add("state", report.trial.end.map { $0.ending.rawValue } ?? "running")
        self.add("endedAt", report.trial.end?.at)
        self.add("endedBy", report.trial.end?.by)
        self.add("arms", RefundExperiment.Arm.allCases) { json, arm in
            json.add("arm", arm.rawValue)
            json.describe(report[arm])
        }
        if let gain = report[.trial].gain(over: report[.holdOut]) { self.add("gain") { $0.describe(gain) } }
    }

    private mutating func describe(_ tally: RefundTally) {
        self.add("cases", tally.cases)
        self.add("decided", tally.decided)
        self.add("refunded", tally.refunded)
        self.add("declined", tally.declined)
        self.add("asked", amounts: tally.asked)
        self.add("kept", amounts: tally.kept)
        if let kept = tally.keptShare() { self.add("keptShare") { $0.describe(kept) } }
        if let rate = tally.declineRate() { self.add("declineRate") { $0.describe(rate) } }
    }

    private mutating func describe(_ estimate: RefundTally.Estimate) {
        self.add("milliunits", estimate.share)
        self.add("low", estimate.low)
        self.add("high", estimate.high)
    }
}

extension RefundRecord {
    /// Returns the draft of the event that publishes the end of a trial with this case.
    package func draft(about trial: RefundTrialReport) -> EventDerivation.Draft {
        var json = JSONText()
        json.add("environment", self.environment.rawValue)
        json.add("trial") { $0.describe(trial) }
        return EventDerivation.Draft(recipient: self.customer, name: .trialEnded, body: json.bytes)
    }
}
