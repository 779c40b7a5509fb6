package import Ledger

/// What the shop and operators do about refunds: look at cases, answer those that wait for a person, publish policies and
/// try them, set what is told about single customers.
///
/// What changes what Apple is told is entered in the audit log before it is done.
package struct RefundDesk: Sendable {
    let repository: any Repository
    private let apps: Set<AppName>
    private let ambient: Ambient
    private let audit: AuditLog

    /// A desk for these apps; the ambient's time is that of the books.
    package init(
        repository: any Repository,
        apps: Set<AppName>,
        ambient: Ambient,
        audit: AuditLog
    ) {
        self.repository = repository
        self.apps = apps
        self.ambient = ambient
        self.audit = audit
    }

    /// The cases of an app after a place, in the order in which they became known.
    package func list(
        _ filter: RefundFilter,
        after position: Int64,
        limit: Int,
        in app: AppName
    ) async throws(RefundError) -> [PlacedRefund] {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.refunds(of: app, matching: filter, after: position, limit: limit)
        }
    }

    /// One case.
    package func refund(_ id: RefundID, in app: AppName) async throws(RefundError) -> RefundRecord {
        try self.check(app)
        let found = try await self.storing { () throws(RepositoryError) in
            try await self.repository.refund(id, of: app)
        }
        guard let found else { throw .unknown }
        return found
    }

    /// Decides what Apple is told about the request that waits, in the place of the policy.
    package func answer(
        _ preference: RefundPreference?,
        to id: RefundID,
        in app: AppName,
        by actor: String,
        reason: String? = nil
    ) async throws(RefundError) -> RefundRecord {
        try self.check(app)
        let word = preference?.rawValue ?? "none"
        let customer = try await self.refund(id, in: app).customer
        try await self.enter(
            .refundAnswer,
            on: id.rawValue,
            about: customer,
            in: app,
            by: actor,
            reason,
            ["answer": word]
        )
        let decided = try await self.storing { () throws(RepositoryError) in
            try await IdempotentWork.deciding { decided in
                decided.flatMap { $0.isTaken ? $0.record : nil }
            } by: { () throws(RepositoryError) in
                try await self.repository.decide(
                    RefundAnswer.Word(preference, by: actor, at: self.ambient.now()),
                    on: id,
                    of: app
                )
            }
        }
        guard let decided else { throw .unknown }
        guard decided.isTaken else { throw .notOpen(decided.record.standing) }
        return decided.record
    }

    // MARK: Policies

    /// Publishes a policy: it counts for every request that is decided from now on, and ends the trial that runs.
    ///
    /// With terms of a trial it is tried on a share of the cases only, one policy at a time; without a seed its own number
    /// divides the cases.
    package func publish(
        _ text: String,
        trial: TrialTerms? = nil,
        in app: AppName,
        by actor: String,
        reason: String? = nil
    ) async throws(RefundError) -> RefundPolicy {
        try self.check(app)
        _ = try Self.file(text)
        let newest = try await self.policies(in: app, before: nil, limit: 1).first
        let version = (newest?.version ?? 0) + 1
        var details = ["version": String(version)]
        var experiment: RefundExperiment?
        if let trial {
            if let newest, newest.trial?.isRunning == true { throw .trialRunning(newest.version) }
            experiment = trial.experiment(of: version)
            guard let experiment else { throw .trialInvalid }
            details["trialShare"] = String(experiment.shareMilliunits)
            details["trialSeed"] = String(experiment.seed)
        }
        let policy = RefundPolicy(
            version: version,
            text: text,
            publishedAt: self.ambient.now(),
            publishedBy: actor,
            reason: reason,
            trial: experiment.map { RefundTrial($0) }
        )
        try await self.enter(.refundPolicyPublish, on: app.rawValue, in: app, by: actor, reason, details)
        let isKept = try await self.storing { () throws(RepositoryError) in
            try await self.repository.keep(policy, of: app)
        }
        guard isKept else { throw .policyOvertaken }
        return policy
    }

    /// Ends the trial of a policy: the one in force counts for all again.
    package func endTrial(
        of version: Int64,
        in app: AppName,
        by actor: String,
        reason: String? = nil
    ) async throws(RefundError) -> RefundTrialReport {
        let policy = try await self.policy(version, in: app)
        guard policy.trial?.isRunning == true else { throw .trialNotRunning }
        let details = ["version": String(version)]
        try await self.enter(.refundTrialEnd, on: app.rawValue, in: app, by: actor, reason, details)
        let end = RefundTrial.End(.stopped, at: self.ambient.now(), by: actor)
        let isEnded = try await self.storing { () throws(RepositoryError) in
            try await self.repository.endTrial(of: version, end, app: app)
        }
        let ended = try await self.policy(version, in: app)
        guard isEnded, let report = try await self.report(on: ended, in: app) else { throw .trialNotRunning }
        return report
    }

    /// One policy.
    package func policy(_ version: Int64, in app: AppName) async throws(RefundError) -> RefundPolicy {
        guard version > 0, version < .max else { throw .policyUnknown(version) }
        let found = try await self.policies(in: app, before: version + 1, limit: 1).first
        guard let found, found.version == version else { throw .policyUnknown(version) }
        return found
    }

    /// What has come of the trial of a policy; `nil` where it is not tried.
    package func report(on policy: RefundPolicy, in app: AppName) async throws(RefundError) -> RefundTrialReport? {
        guard policy.trial != nil else { return nil }
        let tallies = try await self.storing { () throws(RepositoryError) in
            try await self.repository.tallies(of: policy.version, app: app)
        }
        return RefundTrialReport(policy, tallies)
    }

    /// The policies of an app, newest first.
    package func policies(
        in app: AppName,
        before version: Int64?,
        limit: Int
    ) async throws(RefundError) -> [RefundPolicy] {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.refundPolicies(of: app, before: version, limit: limit)
        }
    }

    // MARK: Single customers

    /// What is set for a customer.
    package func override(of customer: CustomerID, in app: AppName) async throws(RefundError) -> RefundOverride? {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.refundOverride(of: customer, app: app)
        }
    }

    /// Sets what Apple is told whenever a customer asks for his money back, whatever the policy says.
    package func setOverride(
        _ preference: RefundPreference?,
        of customer: CustomerID,
        in app: AppName,
        by actor: String,
        reason: String
    ) async throws(RefundError) -> RefundOverride {
        try self.check(app)
        let word = preference?.rawValue ?? "none"
        try await self.enter(
            .refundOverride,
            on: app.rawValue,
            about: customer,
            in: app,
            by: actor,
            reason,
            ["answer": word]
        )
        let override = RefundOverride(preference, at: self.ambient.now(), by: actor, reason: reason)
        try await self.storing { () throws(RepositoryError) in
            try await self.repository.setRefundOverride(override, of: customer, app: app)
        }
        return override
    }

    /// Lets the policy count again for a customer.
    package func removeOverride(
        of customer: CustomerID,
        in app: AppName,
        by actor: String,
        reason: String? = nil
    ) async throws(RefundError) {
        try self.check(app)
        try await self.enter(
            .refundOverrideRemove,
            on: app.rawValue,
            about: customer,
            in: app,
            by: actor,
            reason,
            [:]
        )
        try await self.storing { () throws(RepositoryError) in
            try await self.repository.setRefundOverride(nil, of: customer, app: app)
        }
    }

    // MARK: Shared

    private static func file(_ text: String) throws(RefundError) -> RuleFile {
        do throws(Findings) {
            return try RefundRules.file(text)
        } catch {
            throw .policyWrong(error)
        }
    }

    func check(_ app: AppName) throws(RefundError) {
        guard self.apps.contains(app) else { throw .appUnknown(app) }
    }

    /// Enters an act in the audit log, which names no customer; beside it is kept whom it is about.
    private func enter(
        _ action: AuditAction,
        on subject: String,
        about customer: CustomerID? = nil,
        in app: AppName,
        by actor: String,
        _ reason: String?,
        _ details: [String: String]
    ) async throws(RefundError) {
        let all = details.merging(["app": app.rawValue]) { first, _ in first }
        let about = customer.map { AuditDraft.About([$0], of: app) }
        let record = AuditRecord(by: actor, action, on: subject, reason: reason, details: all, about: about)
        try await self.storing { () throws(RepositoryError) in _ = try await self.audit.add(record) }
    }

    func storing<Answer>(
        _ work: () async throws(RepositoryError) -> Answer
    ) async throws(RefundError) -> Answer {
        do throws(RepositoryError) {
            return try await work()
        } catch {
            throw .storage(error)
        }
    }
}
