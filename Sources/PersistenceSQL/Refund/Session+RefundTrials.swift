package import Ledger

extension Session {
    /// Ends the trial of a policy; returns whether one ran.
    package func endTrial(of version: Int64, _ end: RefundTrial.End, app name: AppName) throws -> Bool {
        guard let app = try self.knownApp(name) else { return false }
        return try self.change(
            .refunds.endRefundTrial,
            [
                .integer(end.ending.code), .instant(end.at), .optionalText(end.by), .integer(app), .integer(version),
            ]
        ) > 0
    }

    /// Returns the results of the cases of a trial, by arm.
    package func tallies(of version: Int64, app name: AppName) throws -> [RefundExperiment.Arm: RefundTally] {
        guard let app = try self.knownApp(name) else { return [:] }
        let rows = try self.all(.refunds.refundTallies, [.integer(app), .integer(version)]) { row in
            let arm = try row.coded(RefundExperiment.Arm.self)
            let currency = try row.text()
            var tally = RefundTally()
            tally.cases = try row.integer()
            tally.decided = try row.integer()
            tally.refunded = try row.integer()
            tally.keptShares = try row.integer()
            tally.keptSquares = try row.integer()
            let (asked, kept) = (try row.integer(), try row.integer())
            if !currency.isEmpty { (tally.asked[currency], tally.kept[currency]) = (asked, kept) }
            return (arm: arm, tally: tally)
        }
        var tallies: [RefundExperiment.Arm: RefundTally] = [:]
        for row in rows { tallies[row.arm, default: RefundTally()] += row.tally }
        return tallies
    }

    /// Counts cases in trials, and returns the policies whose trials this ends.
    func count(
        _ changes: [RefundTallyChange],
        of name: AppName,
        number app: Int64,
        at now: Instant
    ) throws -> [RefundTrialReport] {
        for change in changes {
            let (entry, tally) = (change.entry, change.tally)
            try self.run(
                .refunds.addRefundTally,
                [
                    .integer(app), .integer(entry.version), .integer(entry.arm.code), .text(entry.currency),
                    .integer(tally.cases), .integer(tally.decided), .integer(tally.refunded),
                    .integer(tally.keptShares), .integer(tally.keptSquares),
                    .integer(tally.asked[entry.currency] ?? 0), .integer(tally.kept[entry.currency] ?? 0),
                ]
            )
        }
        // A case without a decision ends no trial.
        let decided = Set(changes.filter { $0.entry.keptShare != nil }.map(\.entry.version))
        return try decided.sorted().compactMap { version in
            let kept = try self.refundPolicies(of: name, before: version + 1, limit: 1).first
            guard let policy = kept, policy.version == version, let trial = policy.trial, trial.isRunning else {
                return nil
            }
            let report = RefundTrialReport(policy, try self.tallies(of: version, app: name))
            guard let ended = report?.ended(at: now), let end = ended.trial.end,
                try self.endTrial(of: version, end, app: name)
            else { return nil }
            return ended
        }
    }

    /// Returns the trial in the columns that follow a policy, where there is one.
    static func trial(_ row: inout Row) throws -> RefundTrial? {
        let seed = try row.optionalInteger()
        let share = try row.optionalInteger()
        let minimumCases = try row.optionalInteger()
        let maximumCases = try row.optionalInteger()
        let ending = try row.optionalCoded(RefundTrial.Ending.self)
        let endedAt = try row.optionalInstant()
        let endedBy = try row.optionalText()
        guard let seed, let share, let minimumCases, let maximumCases else { return nil }
        let made = RefundExperiment(
            seed: seed,
            shareMilliunits: share,
            minimumCases: minimumCases,
            maximumCases: maximumCases
        )
        guard let experiment = made else { throw RepositoryError.corrupt }
        guard let ending, let endedAt else { return RefundTrial(experiment) }
        return RefundTrial(experiment, end: RefundTrial.End(ending, at: endedAt, by: endedBy))
    }
}

extension RefundTrial.Ending: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .better: 0
        case .worse: 1
        case .enough: 2
        case .stopped: 3
        case .replaced: 4
        }
    }
}

extension RefundExperiment.Arm: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .trial: 0
        case .holdOut: 1
        }
    }
}
