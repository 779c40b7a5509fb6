package import Ledger

extension Session {
    /// Stores a policy if its number follows the newest of its app.
    package func keep(_ policy: RefundPolicy, of name: AppName) throws -> Bool {
        let app = try self.app(name)
        let newest = try self.refundPolicies(of: name, before: nil, limit: 1).first
        guard policy.version == (newest?.version ?? 0) + 1 else { return false }
        if let newest, newest.trial?.isRunning == true {
            let end = RefundTrial.End(.replaced, at: policy.publishedAt, by: policy.publishedBy)
            _ = try self.endTrial(of: newest.version, end, app: name)
        }
        try self.run(
            .refunds.insertRefundPolicy,
            [
                .integer(app), .integer(policy.version), .text(policy.text), .instant(policy.publishedAt),
                .text(policy.publishedBy), .optionalText(policy.reason),
            ]
        )
        guard let trial = policy.trial else { return true }
        let experiment = trial.experiment
        try self.run(
            .refunds.insertRefundTrial,
            [
                .integer(app), .integer(policy.version), .integer(experiment.seed),
                .integer(experiment.shareMilliunits), .integer(experiment.minimumCases),
                .integer(experiment.maximumCases),
            ]
        )
        return true
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

    /// Sets the answer that Apple gets for a customer, or removes it for all of their names.
    package func setRefundOverride(_ override: RefundOverride?, of customer: CustomerID, app name: AppName) throws {
        guard let override else {
            for person in try self.people(in: customer, app: name) {
                try self.run(.refunds.deleteRefundOverride, [.integer(person)])
            }
            return
        }
        let number = try self.number(of: customer, app: try self.app(name))
        let owner = try self.countingCustomer(number).number
        // The case does not wait for a person any longer.
        try self.wakeRefunds(of: customer, app: name, at: override.at)
        try self.run(
            .refunds.putRefundOverride,
            [
                .integer(owner), .optionalText(override.preference?.rawValue), .instant(override.at),
                .text(override.by), .text(override.reason),
            ]
        )
    }

    /// Returns the newest answer that is set for a customer, under any of their names.
    package func refundOverride(of customer: CustomerID, app: AppName) throws -> RefundOverride? {
        let known = try self.people(in: customer, app: app).compactMap { person in
            try self.first(.refunds.refundOverride, [.integer(person)]) { row in
                let word = try row.optionalText()
                let preference = word.flatMap(RefundPreference.init(rawValue:))
                if word != nil, preference == nil { throw RepositoryError.corrupt }
                return RefundOverride(
                    preference,
                    at: try row.instant(),
                    by: try row.text(),
                    reason: try row.text()
                )
            }
        }
        return known.max { $0.at < $1.at }
    }
}
