/// The tables of what customers have beside their chains: what operators granted them, and what time alone changes.
enum EntitlementTables {
    /// The statements that make them.
    static let sql = """
        -- Entitlements that operators granted. Rows are only added, and revoked once.
        CREATE TABLE entitlement_grant (
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

        -- The customers who have a non-renewing period or a grant that still begins or ends: when their entitlements
        -- were last published, and when the next of them changes. Subscriptions are in the due index of the chains.
        CREATE TABLE due_entitlements (
            owner INTEGER NOT NULL REFERENCES customer (id),
            scope INTEGER NOT NULL REFERENCES scope (id),
            published_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL CHECK (due_at > published_at),
            PRIMARY KEY (owner, scope)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX due_entitlements_due ON due_entitlements (due_at);
        """
}
