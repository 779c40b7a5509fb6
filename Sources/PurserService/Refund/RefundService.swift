package import Ledger

/// Refunds for the shop and for operators: lists and shows them, decides those that wait for a person, publishes and
/// tries policies, and sets overrides for single customers.
///
/// Every change of the answers to Apple is entered in the audit log with its result.
package struct RefundService: Sendable {
    let repository: any Repository
    private let apps: Set<AppName>
    private let ambient: Ambient
    private let audit: AuditLog

    /// Creates a service for these apps; `ambient` provides the ledger's time.
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

    /// Returns the refunds of an app after a position, in the order in which they became known.
    package func list(
        _ filter: RefundFilter,
        after position: Int64,
        limit: Int,
        in app: AppName
    ) async throws(RefundError) -> [PositionedRefund] {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.refunds(of: app, matching: filter, after: position, limit: limit)
            }
        }
    }

    /// Lists the refunds of an app, the last recorded first; those before a position where one is given.
    package func list(
        _ filter: RefundFilter,
        before position: Int64?,
        limit: Int,
        in app: AppName
    ) async throws(RefundError) -> [PositionedRefund] {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.refunds(of: app, matching: filter, before: position, limit: limit)
            }
        }
    }

    /// Returns a refund.
    package func refund(_ id: RefundID, in app: AppName) async throws(RefundError) -> RefundRecord {
        try self.check(app)
        let found = try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.refund(id, of: app) }
        }
        guard let found else { throw .unknown }
        return found
    }

    /// Decides the answer to the waiting request in place of the policy.
    ///
    /// The same decision again changes nothing, and no decision is accepted where no answer may be sent.
    package func answer(
        _ preference: RefundPreference?,
        to id: RefundID,
        in app: AppName,
        by actor: String,
        reason: String? = nil
    ) async throws(RefundError) -> ActionResult<RefundRecord> {
        try self.check(app)
        let known = try await self.refund(id, in: app)
        let record = Self.record(
            of: .refundAnswer,
            on: id.rawValue,
            about: known.customer,
            in: app,
            by: actor,
            reason,
            ["answer": preference?.rawValue ?? "none"]
        )
        if let waiting = known.waitingDecision, waiting.preference == preference {
            try await self.storing { () throws(RepositoryError) in _ = try await self.audit.add(record, .nothing) }
            return ActionResult(known, nothing: .refundAnswerUnchanged)
        }
        let decided = try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record) { (decided: (record: RefundRecord, isTaken: Bool)?) in
                decided.map { $0.isTaken ? .done : .refused(code: RefundError(notTaken: $0.record).code) }
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding { (decided: (record: RefundRecord, isTaken: Bool)?) in
                    decided.flatMap { $0.isTaken ? ActionResult($0.record) : nil }
                } by: { () throws(RepositoryError) in
                    try await self.repository.write { unit in
                        try unit.decide(
                            RefundAnswer.Decision(preference, by: actor, at: self.ambient.now()),
                            on: id,
                            of: app
                        )
                    }
                }
            }
        }
        guard let decided else { throw .unknown }
        guard decided.isTaken else { throw RefundError(notTaken: decided.record) }
        return ActionResult(decided.record)
    }

    // MARK: Policies

    /// Publishes a policy, which counts for every later decision and ends a running trial.
    ///
    /// With trial terms the policy counts for a share of the refunds only, and one policy at a time can be on trial;
    /// without a seed, the policy's number divides the refunds. Nothing changes where the newest policy is not on trial
    /// and has the same text.
    package func publish(
        _ text: String,
        trial: TrialTerms? = nil,
        in app: AppName,
        by actor: String,
        reason: String? = nil
    ) async throws(RefundError) -> ActionResult<RefundPolicy> {
        try self.check(app)
        _ = try Self.file(text)
        let newest = try await self.policies(in: app, before: nil, limit: 1).first
        if let newest, trial == nil, newest.trial == nil, newest.text == text {
            let details = ["version": String(newest.version)]
            let record = Self.record(of: .refundPolicyPublish, on: app.rawValue, in: app, by: actor, reason, details)
            try await self.storing { () throws(RepositoryError) in _ = try await self.audit.add(record, .nothing) }
            return ActionResult(newest, nothing: .policySame)
        }
        let version = (newest?.version ?? 0) + 1
        var details = ["version": String(version)]
        var experiment: RefundExperiment?
        if let trial {
            if let newest, newest.trial?.isRunning == true {
                let record = Self.record(
                    of: .refundPolicyPublish,
                    on: app.rawValue,
                    in: app,
                    by: actor,
                    reason,
                    details
                )
                throw try await self.refused(.trialRunning(newest.version), record)
            }
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
        let record = Self.record(of: .refundPolicyPublish, on: app.rawValue, in: app, by: actor, reason, details)
        let isKept = try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record) { (isKept: Bool) in
                isKept ? .done : .refused(code: RefundError.policySuperseded.code)
            } by: { () throws(RepositoryError) in
                try await self.repository.write { unit in try unit.keep(policy, of: app) }
            }
        }
        guard isKept else { throw .policySuperseded }
        return ActionResult(policy)
    }

    /// Ends the trial of a policy: the policy in force counts for all refunds again.
    package func endTrial(
        of version: Int64,
        in app: AppName,
        by actor: String,
        reason: String? = nil
    ) async throws(RefundError) -> RefundTrialReport {
        guard version > 0, version < .max else { throw .policyUnknown(version) }
        try self.check(app)
        let details = ["version": String(version)]
        let record = Self.record(of: .refundTrialEnd, on: app.rawValue, in: app, by: actor, reason, details)
        let end = RefundTrial.End(.stopped, at: self.ambient.now(), by: actor)
        let ended = try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record) { (ended: Result<RefundTrialReport, RefundError>) in
                switch ended {
                case .success: .done
                case .failure(.policyUnknown): nil
                case .failure(let refusal): .refused(code: refusal.code)
                }
            } by: { () throws(RepositoryError) in
                try await self.repository.write { unit in
                    guard let policy = try unit.refundPolicy(version, of: app) else {
                        return .failure(.policyUnknown(version))
                    }
                    guard policy.trial?.isRunning == true, try unit.endTrial(of: version, end, app: app),
                        let ended = try unit.refundPolicy(version, of: app),
                        let report = RefundTrialReport(ended, try unit.tallies(of: version, app: app))
                    else { return .failure(.trialNotRunning) }
                    return .success(report)
                }
            }
        }
        return try ended.get()
    }

    /// Returns a policy.
    package func policy(_ version: Int64, in app: AppName) async throws(RefundError) -> RefundPolicy {
        guard version > 0, version < .max else { throw .policyUnknown(version) }
        try self.check(app)
        let found = try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.refundPolicy(version, of: app) }
        }
        guard let found else { throw .policyUnknown(version) }
        return found
    }

    /// Returns the results of a policy's trial; `nil` where it has none.
    package func report(on policy: RefundPolicy, in app: AppName) async throws(RefundError) -> RefundTrialReport? {
        guard policy.trial != nil else { return nil }
        let tallies = try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.tallies(of: policy.version, app: app) }
        }
        return RefundTrialReport(policy, tallies)
    }

    /// Returns the policies of an app, newest first.
    package func policies(
        in app: AppName,
        before version: Int64?,
        limit: Int
    ) async throws(RefundError) -> [RefundPolicy] {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.refundPolicies(of: app, before: version, limit: limit) }
        }
    }

    // MARK: Single customers

    /// Returns the override of a customer.
    package func override(of customer: CustomerID, in app: AppName) async throws(RefundError) -> RefundOverride? {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.refundOverride(of: customer, app: app) }
        }
    }

    /// Sets the answer to every refund request of a customer, regardless of the policy.
    package func setOverride(
        _ preference: RefundPreference?,
        of customer: CustomerID,
        in app: AppName,
        by actor: String,
        reason: String
    ) async throws(RefundError) -> ActionResult<RefundOverride> {
        try self.check(app)
        let record = Self.record(
            of: .refundOverride,
            on: app.rawValue,
            about: customer,
            in: app,
            by: actor,
            reason,
            ["answer": preference?.rawValue ?? "none"]
        )
        let override = RefundOverride(preference, at: self.ambient.now(), by: actor, reason: reason)
        return try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record) { (set: ActionResult<RefundOverride>) in
                set.nothing == nil ? .done : .nothing
            } by: { () throws(RepositoryError) in
                try await self.repository.write { unit in
                    if let known = try unit.refundOverride(of: customer, app: app), known.preference == preference {
                        return ActionResult(known, nothing: .overrideSame)
                    }
                    try unit.setRefundOverride(override, of: customer, app: app)
                    return ActionResult(override)
                }
            }
        }
    }

    /// Removes the override of a customer; returns that nothing changed where there was none.
    @discardableResult
    package func removeOverride(
        of customer: CustomerID,
        in app: AppName,
        by actor: String,
        reason: String? = nil
    ) async throws(RefundError) -> ActionResult<RefundOverride?> {
        try self.check(app)
        let record = Self.record(
            of: .refundOverrideRemove,
            on: app.rawValue,
            about: customer,
            in: app,
            by: actor,
            reason,
            [:]
        )
        return try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record) { (removed: ActionResult<RefundOverride?>) in
                removed.nothing == nil ? .done : .nothing
            } by: { () throws(RepositoryError) in
                try await self.repository.write { unit in
                    guard try unit.refundOverride(of: customer, app: app) != nil else {
                        return ActionResult(nil, nothing: .overrideMissing)
                    }
                    try unit.setRefundOverride(nil, of: customer, app: app)
                    return ActionResult(nil)
                }
            }
        }
    }

    // MARK: Shared

    private static func file(_ text: String) throws(RefundError) -> RuleFile {
        do throws(ValidationIssues) {
            return try RefundRules.file(text)
        } catch {
            throw .policyWrong(error)
        }
    }

    func check(_ app: AppName) throws(RefundError) {
        guard self.apps.contains(app) else { throw .appUnknown(app) }
    }

    /// Enters a refused action in the audit log and returns its error.
    private func refused(_ error: RefundError, _ record: AuditRecord) async throws(RefundError) -> RefundError {
        try await self.storing { () throws(RepositoryError) in
            _ = try await self.audit.add(record, .refused(code: error.code))
        }
        return error
    }

    /// Returns the audit record of an action, which does not name the customer; the customer is stored beside it.
    private static func record(
        of action: AuditAction,
        on subject: String,
        about customer: CustomerID? = nil,
        in app: AppName,
        by actor: String,
        _ reason: String?,
        _ details: [String: String]
    ) -> AuditRecord {
        let all = details.merging(["app": app.rawValue]) { first, _ in first }
        let about = customer.map { AuditDraft.About([$0], of: app) }
        return AuditRecord(by: actor, action, on: subject, reason: reason, details: all, about: about)
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

extension ReadView {
    /// Returns a policy by its number.
    fileprivate func refundPolicy(_ version: Int64, of app: AppName) throws -> RefundPolicy? {
        try self.refundPolicies(of: app, before: version + 1, limit: 1).first { $0.version == version }
    }
}
