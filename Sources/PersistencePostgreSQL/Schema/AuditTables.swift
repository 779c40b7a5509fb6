/// The tables of the audit log.
enum AuditTables {
    /// The SQL statements that create the tables.
    static let sql = """
        CREATE TABLE audit (
            number bigint PRIMARY KEY CHECK (number > 0),
            at bigint NOT NULL,
            operator text COLLATE "C" NOT NULL,
            action text COLLATE "C" NOT NULL,
            subject text COLLATE "C" NOT NULL,
            reason text COLLATE "C",
            reason_salt bytea CHECK (length(reason_salt) = 16),
            reason_hash bytea CHECK (length(reason_hash) = 32),
            details text COLLATE "C" NOT NULL,
            predecessor bytea NOT NULL CHECK (length(predecessor) = 32),
            hash bytea NOT NULL CHECK (length(hash) = 32),
            CHECK ((reason IS NULL) = (reason_salt IS NULL)),
            CHECK (reason IS NULL OR reason_hash IS NOT NULL)
        );

        CREATE TABLE customer_audit_entry (
            owner bigint NOT NULL REFERENCES customer (id),
            audit bigint NOT NULL REFERENCES audit (number),
            PRIMARY KEY (owner, audit)
        );
        CREATE INDEX customer_audit_entry_audit ON customer_audit_entry (audit, owner);
        """
}
