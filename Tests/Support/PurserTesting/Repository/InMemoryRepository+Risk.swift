package import Ledger

extension InMemoryRepository {
    /// What was last seen of a customer.
    package func riskMark(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RiskMark? {
        try self.open { books in books.risks.marks[books.riskKey(of: customer, app: app)] }
    }

    /// Keeps what was seen of a customer, and tells whether he crossed the line.
    package func note(
        _ look: RiskLook,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try self.open { books in books.note(look, of: customer, app: app) }
    }

    /// The customers at the line or above it, after a place.
    package func riskMarks(
        of app: AppName,
        after place: RiskPlace?,
        limit: Int
    ) async throws(RepositoryError) -> [RiskMark] {
        try self.open { books in
            let marks = books.risks.marks.filter { $0.key.app == app && $0.value.raisedAt != nil }.map(\.value)
            let sorted = marks.sorted { $0.place > $1.place }
            return Array(sorted.filter { mark in place.map { mark.place < $0 } ?? true }.prefix(limit))
        }
    }

    /// The customers who are to be looked at again.
    package func dueRisks(of app: AppName, at now: Instant, limit: Int) async throws(RepositoryError) -> [CustomerID] {
        try self.open { books in
            let due = books.risks.marks.filter { $0.key.app == app }.compactMap { _, mark in
                mark.dueAt.map { (customer: mark.customer, at: $0) }
            }
            return Array(due.filter { $0.at <= now }.sorted { $0.at < $1.at }.map(\.customer).prefix(limit))
        }
    }
}

/// What `InMemoryRepository` keeps of customers whose reasons to look twice reached the line.
struct BooksRisks: Sendable {
    /// What was last seen of each.
    var marks: [BooksCustomers.Key: RiskMark] = [:]
    private var lastNumber: Int64 = 0

    /// A number that no other mark has.
    mutating func nextNumber() -> Int64 {
        self.lastNumber += 1
        return self.lastNumber
    }
}

extension Books {
    /// Where the mark of a customer is kept: under whoever counts for him.
    func riskKey(of customer: CustomerID, app: AppName) -> BooksCustomers.Key {
        BooksCustomers.Key(app: app, customer: self.people[app]?.resolved(customer) ?? customer)
    }

    /// Keeps what was seen of a customer and tells whether he crossed the line; `false` where somebody looked meanwhile.
    mutating func note(_ look: RiskLook, of customer: CustomerID, app: AppName) -> Bool {
        let key = self.riskKey(of: customer, app: app)
        guard self.knows(key.customer, app: app) else { return true }
        let known = self.risks.marks[key]
        guard known?.revision ?? 0 == look.revision else { return false }
        if known == nil, !look.isRaised { return true }
        self.risks.marks[key] = RiskMark(
            customer: key.customer,
            number: known?.number ?? self.risks.nextNumber(),
            points: look.risk.points,
            raisedAt: look.raisedAt(after: known),
            lookedAt: look.at,
            dueAt: look.dueAt,
            revision: look.revision + 1
        )
        if let event = look.news(after: known) {
            self.outbox.write(
                [look.draft(event, of: key.customer)],
                in: Scope(app: app, environment: .production),
                about: nil,
                at: look.at,
                cause: nil
            )
        }
        return true
    }

    /// Forgets what was known of a customer when his requests were answered, what was said of his purchases, and his reasons
    /// to look twice.
    mutating func forgetJudgements(of key: BooksCustomers.Key) {
        self.refunds.forgetPerson(key)
        self.risks.marks[key] = nil
    }

    /// Lets whoever counts for a customer be looked at anew.
    mutating func mergeRisks(of customer: CustomerID, into other: CustomerID, app: AppName, at now: Instant) {
        let from = BooksCustomers.Key(app: app, customer: customer)
        guard self.risks.marks.removeValue(forKey: from) != nil else { return }
        let key = self.riskKey(of: other, app: app)
        let known = self.risks.marks[key]
        self.risks.marks[key] = RiskMark(
            customer: key.customer,
            number: known?.number ?? self.risks.nextNumber(),
            points: known?.points ?? 0,
            raisedAt: known?.raisedAt,
            lookedAt: known?.lookedAt ?? now,
            dueAt: now,
            revision: (known?.revision ?? 0) + 1
        )
    }
}
