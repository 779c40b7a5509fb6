import GRDB

/// The certificates of Apple's that were reported as revoked.
enum RevokedCertificates {
    /// Adds the table.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- One row for each certificate that was ever reported as revoked, named as in OCSP: since when it is revoked, when the
        -- first node learned of it, as of when the newest answer said so, and as of when an answer said that it is good.
        CREATE TABLE revoked_certificate (
            issuer_name_hash BLOB NOT NULL,
            issuer_key_hash BLOB NOT NULL,
            serial_number BLOB NOT NULL,
            revoked_at INTEGER NOT NULL,
            learned_at INTEGER NOT NULL,
            stated_at INTEGER NOT NULL,
            cleared_at INTEGER,
            PRIMARY KEY (issuer_name_hash, issuer_key_hash, serial_number)
        ) STRICT, WITHOUT ROWID;
        """
}
