/// Loads and saves the assessments of customers.
package protocol RiskStorage: CustomerStorage {
    /// Returns the last assessment of a canonical customer.
    func riskRecord(of owner: Int64) throws -> RiskRecord?

    /// Saves an assessment in place of that with a revision, or as the first; returns `false`, and saves nothing, where
    /// another one is stored.
    func put(
        _ assessment: RiskAssessment,
        raisedAt: Instant?,
        replacing revision: Int64?,
        of owner: Int64,
        app: Int64
    ) throws -> Bool

    /// Deletes the assessment of a customer; returns whether there was one.
    func deleteRiskRecord(of owner: Int64) throws -> Bool

    /// Makes an assessment of a customer due, whether there was one before or not.
    func wakeRiskRecord(of owner: Int64, app: Int64, at now: Instant) throws
}

extension LedgerStorage {
    /// Returns the last assessment of a customer.
    package func riskRecord(of customer: CustomerID, app name: AppName) throws -> RiskRecord? {
        guard let app = try self.knownApp(name), let holder = try self.holder(customer, app: app) else { return nil }
        return try self.riskRecord(of: holder.number)
    }

    /// Stores an assessment of a customer and publishes whether they crossed the threshold; returns `false` where
    /// another assessment came first.
    package func note(_ assessment: RiskAssessment, of customer: CustomerID, app name: AppName) throws -> Bool {
        guard let app = try self.knownApp(name), let holder = try self.holder(customer, app: app) else { return true }
        let known = try self.riskRecord(of: holder.number)
        guard known?.revision ?? 0 == assessment.revision else { return false }
        if known == nil, !assessment.isRaised { return true }
        self.note(.risks, dueAt: assessment.dueAt)
        // A concurrent assessment waits here, and then finds another revision.
        let isFirst = try self.put(
            assessment,
            raisedAt: assessment.raisedAt(after: known),
            replacing: known?.revision,
            of: holder.number,
            app: app
        )
        guard isFirst else { return false }
        guard let event = assessment.crossing(after: known) else { return true }
        var people = CustomerCache(self)
        let person = try people.name(holder.number)
        let scope = try self.scope(ScopeName(app: name, environment: .production))
        let context = RecordingContext(scope: scope, now: assessment.at)
        // The event belongs to the customer, so no chain's event stream is needed.
        try self.write([assessment.draft(event, of: person)], about: 0, on: context, people: &people)
        return true
    }

    /// Makes the assessment of the canonical customer due, where the merged customer had one.
    func mergeRisks(of from: Int64, into owner: Int64, app: Int64, at now: Instant) throws {
        guard try self.deleteRiskRecord(of: from) else { return }
        self.note(.risks, dueAt: now)
        try self.wakeRiskRecord(of: owner, app: app, at: now)
    }
}
