extension Query {
    /// The statement of what nodes agree on.
    var sharingSQL: String {
        switch self {
        case .takeDuty:
            """
            INSERT INTO duty (name, node, until) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET node = excluded.node, until = excluded.until
            WHERE duty.node = excluded.node OR duty.until <= ?
            """
        case .leaveDuty: "DELETE FROM duty WHERE name = ? AND node = ?"
        case .putOutage: "UPDATE sharing SET outage_at = max(ifnull(outage_at, 0), ?) WHERE id = 1"
        case .putSigningKey: "UPDATE sharing SET signing_key = ? WHERE id = 1 AND signing_key IS NULL"
        case .replaceSigningKey: "UPDATE sharing SET signing_key = ? WHERE id = 1"
        case .sharing: "SELECT outage_at, signing_key FROM sharing WHERE id = 1"
        case .databaseTime: "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
        default: self.deliverySQL
        }
    }
}
