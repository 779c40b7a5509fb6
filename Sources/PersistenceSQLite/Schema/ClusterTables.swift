/// The tables of what the nodes that share a database agree on.
enum ClusterTables {
    /// The statements that make them.
    static let sql = """
        -- Which node does what only one may do at a time, and until when.
        CREATE TABLE leader_role (
            name TEXT PRIMARY KEY NOT NULL,
            node TEXT NOT NULL,
            until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The newest outage of any node, and which key signs for all of them: eight bytes in hexadecimal that name it
        -- and say nothing of it.
        CREATE TABLE cluster (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            outage_at INTEGER,
            signing_key TEXT
        ) STRICT;
        INSERT INTO cluster (id) VALUES (1);

        -- One row for each of Apple's certificates that was ever reported as revoked, named as in OCSP: since when it
        -- is revoked, when the first node learned of it, as of when the newest answer said so, and as of when an answer
        -- said that it is good.
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
