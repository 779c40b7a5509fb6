extension LedgerStorage {
    /// Stores a policy if its number follows the newest of its app, and ends the trial of that one.
    package func keep(_ policy: RefundPolicy, of name: AppName) throws -> Bool {
        let app = try self.app(name)
        let newest = try self.refundPolicies(of: name, before: nil, limit: 1).first
        guard policy.version == (newest?.version ?? 0) + 1 else { return false }
        if let newest, newest.trial?.isRunning == true {
            let end = RefundTrial.End(.replaced, at: policy.publishedAt, by: policy.publishedBy)
            _ = try self.put(end, ofTrial: newest.version, app: app)
        }
        try self.insert(policy, app: app)
        return true
    }

    /// Ends the trial of a policy, and returns whether one ran.
    package func endTrial(of version: Int64, _ end: RefundTrial.End, app name: AppName) throws -> Bool {
        guard let app = try self.knownApp(name) else { return false }
        return try self.put(end, ofTrial: version, app: app)
    }

    /// Counts the changes of a case in the sums of its trials, and returns the trials that this ends.
    func count(_ changes: [RefundTallyChange], of scope: Scope, at now: Instant) throws -> [RefundTrialReport] {
        for change in changes { try self.add(change, app: scope.app) }
        // A case without a decision ends no trial.
        let decided = Set(changes.filter { $0.entry.keptShare != nil }.map(\.entry.version))
        let name = scope.name.app
        return try decided.sorted().compactMap { version in
            let newest = try self.refundPolicies(of: name, before: version + 1, limit: 1).first
            guard let policy = newest, policy.version == version, policy.trial?.isRunning == true else { return nil }
            let report = RefundTrialReport(policy, try self.tallies(of: version, app: name))
            guard let ended = report?.ended(at: now), let end = ended.trial.end,
                try self.put(end, ofTrial: version, app: scope.app)
            else { return nil }
            return ended
        }
    }

    // MARK: Settings for single customers

    /// Sets the answer to every refund request of a customer, or removes it under all of the customer's names; cases
    /// that wait for an operator or for consent become due immediately.
    package func setRefundOverride(_ override: RefundOverride?, of customer: CustomerID, app name: AppName) throws {
        guard let override else {
            for person in try self.people(in: customer, app: name) { try self.deleteRefundOverride(of: person) }
            return
        }
        let number = try self.number(of: customer, app: try self.app(name))
        let owner = try self.countingCustomer(number).number
        try self.wakeRefunds(of: customer, app: name, at: override.at)
        try self.put(override, of: owner)
    }

    /// Returns the newest setting for a customer, under any of the customer's names.
    package func refundOverride(of customer: CustomerID, app: AppName) throws -> RefundOverride? {
        try self.people(in: customer, app: app).compactMap { try self.refundOverride(of: $0) }.max { $0.at < $1.at }
    }

    // MARK: Consumption

    /// Stores a shop's report on the consumption of a purchase, unless a later one is known, and returns the report
    /// that counts; `nil` when the transaction is not known.
    package func state(
        _ evidence: ConsumptionEvidence,
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ConsumptionEvidence? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return nil }
        let (isKnown, owner) = try self.knownOwner(of: transaction, scope: scope)
        guard isKnown else { return nil }
        try self.put(evidence, of: transaction, owner: owner, scope: scope)
        return try self.consumption(of: transaction, scope: scope)
    }

    /// Returns the report on consumption that counts for a purchase under any of these transactions.
    package func consumption(
        of transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ConsumptionEvidence? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return nil }
        return try transactions.compactMap { try self.consumption(of: $0, scope: scope) }
            .max { $0.takesPrecedence(over: $1) }
    }
}
