/// The tables of what customers have beside their chains: what operators granted them, and what time alone changes.
enum EntitlementTables {
    /// The statements that make them.
    static let sql = """
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

        -- The customers of whom a period that does not renew, or a grant, has still to begin or end: when their rights
        -- were told of last, and when the next of them changes. Subscriptions are in the due-list of the chains.
        CREATE TABLE due_rights (
            owner INTEGER NOT NULL REFERENCES customer (id),
            scope INTEGER NOT NULL REFERENCES scope (id),
            told_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL CHECK (due_at > told_at),
            PRIMARY KEY (owner, scope)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX due_rights_due ON due_rights (due_at);
        """
}
