/// The tables of what the nodes that share a database agree on.
enum ClusterTables {
    /// The statements that make them.
    static let sql = """
        -- The leases of leader roles: which node runs the services of which only one may run, and until when.
        CREATE TABLE leader_role (
            name TEXT PRIMARY KEY NOT NULL,
            node TEXT NOT NULL,
            until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The newest outage of any node, and the name of the signing key of all nodes: eight bytes in hexadecimal that
        -- reveal nothing of the key.
        CREATE TABLE cluster (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            outage_at INTEGER,
            signing_key TEXT
        ) STRICT;
        INSERT INTO cluster (id) VALUES (1);

        -- One row for each of Apple's certificates that was ever reported as revoked, named as in OCSP: since when it
        -- is revoked, when the first node learned of it, and the dates of the newest answers that said revoked and
        -- good.
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
