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
