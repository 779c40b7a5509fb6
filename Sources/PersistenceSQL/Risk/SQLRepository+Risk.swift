package import Ledger

extension SQLRepository {
    /// What was last seen of a customer.
    package func riskMark(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RiskMark? {
        try await self.read { session in try session.riskMark(of: customer, app: app) }
    }

    /// Keeps what was seen of a customer, and tells whether he crossed the line.
    package func note(
        _ look: RiskLook,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.note(look, of: customer, app: app) }
    }

    /// The customers at the line or above it, after a place.
    package func riskMarks(
        of app: AppName,
        after place: RiskPlace?,
        limit: Int
    ) async throws(RepositoryError) -> [RiskMark] {
        try await self.read { session in try session.raisedRisks(of: app, after: place, limit: limit) }
    }

    /// The customers who are to be looked at again.
    package func dueRisks(of app: AppName, at now: Instant, limit: Int) async throws(RepositoryError) -> [CustomerID] {
        try await self.read { session in try session.dueRisks(of: app, at: now, limit: limit) }
    }
}

/// The customers whose reasons to look twice reach the line.
extension Session {
    /// What was last seen of a customer.
    func riskMark(of customer: CustomerID, app name: AppName) throws -> RiskMark? {
        guard let app = try self.knownApp(name), let holder = try self.holder(customer, app: app) else { return nil }
        return try self.riskMarks(.riskMark, [.integer(holder.number)]).first
    }

    /// Keeps what was seen of a customer and tells whether he crossed the line; `false` where somebody looked meanwhile.
    func note(_ look: RiskLook, of customer: CustomerID, app name: AppName) throws -> Bool {
        guard let app = try self.knownApp(name), let holder = try self.holder(customer, app: app) else { return true }
        let known = try self.riskMarks(.riskMark, [.integer(holder.number)]).first
        guard known?.revision ?? 0 == look.revision else { return false }
        if known == nil, !look.isRaised { return true }
        let values: [SQLValue] = [
            .integer(look.risk.points), .instant(look.raisedAt(after: known)), .instant(look.at), .instant(look.dueAt),
        ]
        // Whoever else looks at the same time waits here, and finds another revision then.
        let count =
            if let known {
                try self.change(.putRiskMark, values + [.integer(holder.number), .integer(known.revision)])
            } else {
                try self.change(.insertRiskMark, [.integer(holder.number), .integer(app)] + values)
            }
        guard count > 0 else { return false }
        guard let event = look.news(after: known) else { return true }
        var people = People(session: self)
        let person = try people.name(holder.number)
        let occasion = Occasion(
            scope: try self.scope(ScopeName(app: name, environment: .production)),
            environment: .production,
            now: look.at,
            catalogue: Catalogue(),
            cause: nil
        )
        // It is the customer's, so no chain's lane is asked for.
        try self.write([look.draft(event, of: person)], about: 0, on: occasion, people: &people)
        return true
    }

    /// The customers at the line or above it, after a place.
    func raisedRisks(of name: AppName, after place: RiskPlace?, limit: Int) throws -> [RiskMark] {
        guard let app = try self.knownApp(name) else { return [] }
        let place = place ?? RiskPlace(points: .max, number: .max)
        return try self.riskMarks(
            .raisedRisks,
            [.integer(app), .integer(place.points), .integer(place.number), .integer(Int64(limit))]
        )
    }

    /// The customers who are to be looked at again.
    func dueRisks(of name: AppName, at now: Instant, limit: Int) throws -> [CustomerID] {
        guard let app = try self.knownApp(name) else { return [] }
        return try self.all(.dueRisks, [.integer(app), .instant(now), .integer(Int64(limit))]) { row in
            try row.integer()
        }
        .map { try self.customer($0) }
    }

    /// Lets whoever counts for a customer be looked at anew.
    func mergeRisks(of from: Int64, into owner: Int64, app: Int64, at now: Instant) throws {
        guard try self.change(.deleteRiskMark, [.integer(from)]) > 0 else { return }
        try self.run(.wakeRiskMark, [.integer(owner), .integer(app), .instant(now), .instant(now)])
    }

    private func riskMarks(_ query: Query, _ values: [SQLValue]) throws -> [RiskMark] {
        try self.all(query, values) { row in
            let owner = try row.integer()
            return (
                owner: owner, points: try row.integer(), raisedAt: try row.optionalInstant(),
                lookedAt: try row.instant(), dueAt: try row.optionalInstant(), revision: try row.integer()
            )
        }
        .map { row in
            RiskMark(
                customer: try self.customer(row.owner),
                number: row.owner,
                points: row.points,
                raisedAt: row.raisedAt,
                lookedAt: row.lookedAt,
                dueAt: row.dueAt,
                revision: row.revision
            )
        }
    }
}

extension Query {
    /// The statement of the customers whose reasons to look twice reach the line.
    var riskSQL: String {
        switch self {
        case .riskMark: "\(Self.riskColumns) WHERE owner = ?"
        case .insertRiskMark:
            """
            INSERT INTO risk_mark (owner, app, points, raised_at, looked_at, due_at, revision)
            VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING
            """
        case .putRiskMark:
            """
            UPDATE risk_mark SET points = ?, raised_at = ?, looked_at = ?, due_at = ?, revision = revision + 1
            WHERE owner = ? AND revision = ?
            """
        case .deleteRiskMark: "DELETE FROM risk_mark WHERE owner = ?"
        case .wakeRiskMark:
            """
            INSERT INTO risk_mark (owner, app, points, looked_at, due_at, revision) VALUES (?, ?, 0, ?, ?, 1)
            ON CONFLICT (owner) DO UPDATE SET due_at = excluded.due_at, revision = risk_mark.revision + 1
            """
        case .raisedRisks:
            """
            \(Self.riskColumns) WHERE app = ? AND raised_at IS NOT NULL AND (points, owner) < (?, ?)
            ORDER BY points DESC, owner DESC LIMIT ?
            """
        case .dueRisks: "SELECT owner FROM risk_mark WHERE app = ? AND due_at <= ? ORDER BY due_at LIMIT ?"
        default: self.saleSQL
        }
    }

    private static let riskColumns = "SELECT owner, points, raised_at, looked_at, due_at, revision FROM risk_mark"
}
