package import Ledger

/// The customers whose risk score reaches the threshold.
extension Session {
    /// Returns the last assessment of a canonical customer.
    package func riskRecord(of owner: Int64) throws -> RiskRecord? {
        try self.riskRecords(.risks.riskRecord, [.integer(owner)]).first
    }

    /// Saves an assessment in place of that with a revision, or as the first; returns `false` where another one is
    /// stored.
    package func put(
        _ assessment: RiskAssessment,
        raisedAt: Instant?,
        replacing revision: Int64?,
        of owner: Int64,
        app: Int64
    ) throws -> Bool {
        let values: [SQLValue] = [
            .integer(assessment.risk.points), .instant(raisedAt), .instant(assessment.at), .instant(assessment.dueAt),
        ]
        let count =
            if let revision {
                try self.change(.risks.putRiskRecord, values + [.integer(owner), .integer(revision)])
            } else {
                try self.change(.risks.insertRiskRecord, [.integer(owner), .integer(app)] + values)
            }
        return count > 0
    }

    /// Deletes the assessment of a customer; returns whether there was one.
    package func deleteRiskRecord(of owner: Int64) throws -> Bool {
        try self.change(.risks.deleteRiskRecord, [.integer(owner)]) > 0
    }

    /// Makes an assessment of a customer due, whether there was one before or not.
    package func wakeRiskRecord(of owner: Int64, app: Int64, at now: Instant) throws {
        try self.run(.risks.wakeRiskRecord, [.integer(owner), .integer(app), .instant(now), .instant(now)])
    }

    /// Returns the customers at the threshold or above it, after a place.
    package func riskRecords(of name: AppName, after place: RiskCursor?, limit: Int) throws -> [RiskRecord] {
        guard let app = try self.knownApp(name) else { return [] }
        let place = place ?? RiskCursor(points: .max, number: .max)
        return try self.riskRecords(
            .risks.raisedRisks,
            [.integer(app), .integer(place.points), .integer(place.number), .integer(Int64(limit))]
        )
    }

    /// Returns the customers whose assessment is due.
    package func dueRisks(of name: AppName, at now: Instant, limit: Int) throws -> [CustomerID] {
        guard let app = try self.knownApp(name) else { return [] }
        return try self.all(.risks.dueRisks, [.integer(app), .instant(now), .integer(Int64(limit))]) { row in
            try row.integer()
        }
        .map { try self.customer($0) }
    }

    private func riskRecords(_ query: SQLStatement, _ values: [SQLValue]) throws -> [RiskRecord] {
        try self.all(query, values) { row in
            let owner = try row.integer()
            return (
                owner: owner, points: try row.integer(), raisedAt: try row.optionalInstant(),
                assessedAt: try row.instant(), dueAt: try row.optionalInstant(), revision: try row.integer()
            )
        }
        .map { row in
            RiskRecord(
                customer: try self.customer(row.owner),
                number: row.owner,
                points: row.points,
                raisedAt: row.raisedAt,
                assessedAt: row.assessedAt,
                dueAt: row.dueAt,
                revision: row.revision
            )
        }
    }
}

/// The statements on customers at the risk threshold.
package struct RiskStatements: Sendable {
    package let riskRecord = SQLStatement("\(Self.riskColumns) WHERE owner = ?")
    package let insertRiskRecord = SQLStatement(
        """
        INSERT INTO risk_record (owner, app, points, raised_at, assessed_at, due_at, revision)
        VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING
        """
    )
    package let putRiskRecord = SQLStatement(
        """
        UPDATE risk_record SET points = ?, raised_at = ?, assessed_at = ?, due_at = ?, revision = revision + 1
        WHERE owner = ? AND revision = ?
        """
    )
    package let deleteRiskRecord = SQLStatement("DELETE FROM risk_record WHERE owner = ?")
    package let wakeRiskRecord = SQLStatement(
        """
        INSERT INTO risk_record (owner, app, points, assessed_at, due_at, revision) VALUES (?, ?, 0, ?, ?, 1)
        ON CONFLICT (owner) DO UPDATE SET due_at = excluded.due_at, revision = risk_record.revision + 1
        """
    )
    package let raisedRisks = SQLStatement(
        """
        \(Self.riskColumns) WHERE app = ? AND raised_at IS NOT NULL AND (points, owner) < (?, ?)
        ORDER BY points DESC, owner DESC LIMIT ?
        """
    )
    package let dueRisks = SQLStatement(
        "SELECT owner FROM risk_record WHERE app = ? AND due_at <= ? ORDER BY due_at LIMIT ?"
    )

    private static let riskColumns = "SELECT owner, points, raised_at, assessed_at, due_at, revision FROM risk_record"
}

extension SQLStatement {
    /// The statements on customers at the risk threshold.
    package static let risks = RiskStatements()
}
