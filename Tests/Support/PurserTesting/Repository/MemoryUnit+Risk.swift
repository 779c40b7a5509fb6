import Ledger

extension MemoryUnit {
    /// Returns the newest risk record of a customer.
    func riskRecord(of customer: CustomerID, app: AppName) throws -> RiskRecord? {
        self.open { memory in memory.risks.records[memory.riskKey(of: customer, app: app)] }
    }

    /// Stores the risk assessment of a customer and publishes an event when it crosses the threshold.
    func note(
        _ assessment: RiskAssessment,
        of customer: CustomerID,
        app: AppName
    ) throws -> Bool {
        self.open { memory in memory.note(assessment, of: customer, app: app) }
    }

    /// The customers at the threshold or above it, after a place.
    func riskRecords(
        of app: AppName,
        after place: RiskCursor?,
        limit: Int
    ) throws -> [RiskRecord] {
        self.open { memory in
            let records = memory.risks.records.filter { $0.key.app == app && $0.value.raisedAt != nil }.map(\.value)
            let sorted = records.sorted { $0.place > $1.place }
            return Array(sorted.filter { record in place.map { record.place < $0 } ?? true }.prefix(limit))
        }
    }

    /// The customers who are to be looked at again.
    func dueRisks(of app: AppName, at now: Instant, limit: Int) throws -> [CustomerID] {
        self.open { memory in
            let due = memory.risks.records.filter { $0.key.app == app }.compactMap { _, record in
                record.dueAt.map { (customer: record.customer, at: $0) }
            }
            return Array(due.filter { $0.at <= now }.sorted { $0.at < $1.at }.map(\.customer).prefix(limit))
        }
    }
}

/// The risk records of `InMemoryRepository` for customers who reached the threshold.
struct MemoryRisks: Sendable {
    /// The newest risk record of each customer.
    var records: [MemoryCustomers.Key: RiskRecord] = [:]
    private var lastNumber: Int64 = 0

    /// A number that no other mark has.
    mutating func nextNumber() -> Int64 {
        self.lastNumber += 1
        return self.lastNumber
    }
}

extension MemoryState {
    /// Returns the key of a customer's risk record, which is that of the canonical customer.
    func riskKey(of customer: CustomerID, app: AppName) -> MemoryCustomers.Key {
        MemoryCustomers.Key(app: app, customer: self.people[app]?.resolved(customer) ?? customer)
    }

    /// Stores the risk assessment of a customer and publishes a crossing of the threshold.
    ///
    /// Returns `false` if another assessment was stored meanwhile.
    mutating func note(_ assessment: RiskAssessment, of customer: CustomerID, app: AppName) -> Bool {
        let key = self.riskKey(of: customer, app: app)
        guard self.knows(key.customer, app: app) else { return true }
        let known = self.risks.records[key]
        guard known?.revision ?? 0 == assessment.revision else { return false }
        if known == nil, !assessment.isRaised { return true }
        self.risks.records[key] = RiskRecord(
            customer: key.customer,
            number: known?.number ?? self.risks.nextNumber(),
            points: assessment.risk.points,
            raisedAt: assessment.raisedAt(after: known),
            assessedAt: assessment.at,
            dueAt: assessment.dueAt,
            revision: assessment.revision + 1
        )
        if let event = assessment.crossing(after: known) {
            self.outbox.write(
                [assessment.draft(event, of: key.customer)],
                in: Scope(app: app, environment: .production),
                about: nil,
                at: assessment.at,
                cause: nil
            )
        }
        return true
    }

    /// Removes the evidence of a customer's answered refund requests, the consumption reports on the customer's
    /// purchases, and the customer's risk reasons.
    mutating func forgetJudgments(of key: MemoryCustomers.Key) {
        self.refunds.forgetPerson(key)
        self.risks.records[key] = nil
    }

    /// Schedules a new assessment of the canonical customer.
    mutating func mergeRisks(of customer: CustomerID, into other: CustomerID, app: AppName, at now: Instant) {
        let from = MemoryCustomers.Key(app: app, customer: customer)
        guard self.risks.records.removeValue(forKey: from) != nil else { return }
        let key = self.riskKey(of: other, app: app)
        let known = self.risks.records[key]
        self.risks.records[key] = RiskRecord(
            customer: key.customer,
            number: known?.number ?? self.risks.nextNumber(),
            points: known?.points ?? 0,
            raisedAt: known?.raisedAt,
            assessedAt: known?.assessedAt ?? now,
            dueAt: now,
            revision: (known?.revision ?? 0) + 1
        )
    }
}
