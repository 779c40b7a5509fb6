import GRDB

/// What customers hold, beside their chains, and what operators granted them.
enum Rights {
    /// Adds the column and the table.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- What the customer holds in the original's chain, packed; without it, or where it is not right any more, it is
        -- derived from the chain.
        ALTER TABLE owned_original ADD COLUMN holding BLOB;

        -- Rights that operators gave by hand. A row is only ever added, and revoked once.
        CREATE TABLE right_grant (
            owner INTEGER NOT NULL REFERENCES customer (id),
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            begins_at INTEGER NOT NULL,
            ends_at INTEGER,
            granted_at INTEGER NOT NULL,
            granted_by TEXT NOT NULL,
            reason TEXT NOT NULL,
            revoked_at INTEGER,
            revoked_by TEXT,
            revoked_reason TEXT,
            PRIMARY KEY (owner, id),
            CHECK ((revoked_at IS NULL) = (revoked_by IS NULL) AND (revoked_at IS NULL) = (revoked_reason IS NULL))
        ) STRICT, WITHOUT ROWID;
        """
}
