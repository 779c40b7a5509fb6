package import Ledger

extension Session {
    /// Adds a policy, with its trial if it has one.
    package func insert(_ policy: RefundPolicy, app: Int64) throws {
        let key: [SQLValue] = [.integer(app), .integer(policy.version)]
        try self.run(
            .refunds.insertRefundPolicy,
            key + [
                .text(policy.text), .instant(policy.publishedAt), .text(policy.publishedBy),
                .optionalText(policy.reason),
            ]
        )
        guard let experiment = policy.trial?.experiment else { return }
        try self.run(
            .refunds.insertRefundTrial,
            key + [
                .integer(experiment.seed), .integer(experiment.shareMilliunits), .integer(experiment.minimumCases),
                .integer(experiment.maximumCases),
            ]
        )
    }

    /// Returns the policies of an app, newest first.
    package func refundPolicies(of name: AppName, before version: Int64?, limit: Int) throws -> [RefundPolicy] {
        guard let app = try self.knownApp(name) else { return [] }
        let values: [SQLValue] = [.integer(app), .integer(version ?? .max), .integer(Int64(limit))]
        return try self.all(.refunds.refundPolicies, values) { row in
            RefundPolicy(
                version: try row.integer(),
                text: try row.text(),
                publishedAt: try row.instant(),
                publishedBy: try row.text(),
                reason: try row.optionalText(),
                trial: try Self.trial(&row)
            )
        }
    }

    /// Returns the trial in the columns that follow a policy, where there is one.
    private static func trial(_ row: inout Row) throws -> RefundTrial? {
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

    /// Saves the end of the trial of a policy where it is running; returns whether it was.
    package func put(_ end: RefundTrial.End, ofTrial version: Int64, app: Int64) throws -> Bool {
        try self.change(
            .refunds.endRefundTrial,
            [
                .integer(end.ending.code), .instant(end.at), .optionalText(end.by), .integer(app), .integer(version),
            ]
        ) > 0
    }

    /// Adds a change to the stored sums of a trial.
    package func add(_ change: RefundTallyChange, app: Int64) throws {
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

    // MARK: Settings for single customers

    /// Returns the setting that is stored under a customer's number.
    package func refundOverride(of owner: Int64) throws -> RefundOverride? {
        try self.first(.refunds.refundOverride, [.integer(owner)]) { row in
            let word = try row.optionalText()
            let preference = word.flatMap(RefundPreference.init(rawValue:))
            if word != nil, preference == nil { throw RepositoryError.corrupt }
            return RefundOverride(preference, at: try row.instant(), by: try row.text(), reason: try row.text())
        }
    }

    /// Saves the setting for a customer.
    package func put(_ override: RefundOverride, of owner: Int64) throws {
        try self.run(
            .refunds.putRefundOverride,
            [
                .integer(owner), .optionalText(override.preference?.rawValue), .instant(override.at),
                .text(override.by), .text(override.reason),
            ]
        )
    }

    /// Deletes the setting that is stored under a customer's number.
    package func deleteRefundOverride(of owner: Int64) throws {
        try self.run(.refunds.deleteRefundOverride, [.integer(owner)])
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
