/// The tables of what customers have beside their chains: grants of operators, and the changes that time causes.
enum EntitlementTables {
    /// The SQL statements that create the tables.
    static let sql = """
        CREATE TABLE entitlement_grant (
            owner bigint NOT NULL REFERENCES customer (id),
            id text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL,
            begins_at bigint NOT NULL,
            ends_at bigint,
            granted_at bigint NOT NULL,
            granted_by text COLLATE "C" NOT NULL,
            reason text COLLATE "C" NOT NULL,
            revoked_at bigint,
            revoked_by text COLLATE "C",
            revoked_reason text COLLATE "C",
            PRIMARY KEY (owner, id),
            CHECK ((revoked_at IS NULL) = (revoked_by IS NULL) AND (revoked_at IS NULL) = (revoked_reason IS NULL))
        );

        CREATE TABLE due_entitlements (
            owner bigint NOT NULL REFERENCES customer (id),
            scope bigint NOT NULL REFERENCES scope (id),
            published_at bigint NOT NULL,
            due_at bigint NOT NULL CHECK (due_at > published_at),
            PRIMARY KEY (owner, scope)
        );
        CREATE INDEX due_entitlements_due ON due_entitlements (due_at);
        """
}
