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
        case .revokedCertificates: "\(Self.revokedColumns) ORDER BY issuer_name_hash, issuer_key_hash, serial_number"
        case .revokedCertificate:
            "\(Self.revokedColumns) WHERE issuer_name_hash = ? AND issuer_key_hash = ? AND serial_number = ?"
        case .putRevokedCertificate:
            """
            INSERT INTO revoked_certificate
                (issuer_name_hash, issuer_key_hash, serial_number, revoked_at, learned_at, stated_at, cleared_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (issuer_name_hash, issuer_key_hash, serial_number) DO UPDATE SET
                revoked_at = excluded.revoked_at, learned_at = excluded.learned_at, stated_at = excluded.stated_at,
                cleared_at = excluded.cleared_at
            """
        case .databaseTime: "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
        default: self.deliverySQL
        }
    }

    private static let revokedColumns = """
        SELECT issuer_name_hash, issuer_key_hash, serial_number, revoked_at, learned_at, stated_at, cleared_at
        FROM revoked_certificate
        """
}
