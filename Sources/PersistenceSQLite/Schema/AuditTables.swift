/// The tables of the audit log.
enum AuditTables {
    /// The statements that make them.
    static let sql = """
        -- The actions of operators. Rows are only added; each has its own hash and that of the row before. Text and
        -- salt of a reason can be erased, its hash stays.
        CREATE TABLE audit (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            at INTEGER NOT NULL,
            operator TEXT NOT NULL,
            action TEXT NOT NULL,
            subject TEXT NOT NULL,
            reason TEXT,
            reason_salt BLOB CHECK (length(reason_salt) = 16),
            reason_hash BLOB CHECK (length(reason_hash) = 32),
            details TEXT NOT NULL CHECK (json_valid(details)),
            predecessor BLOB NOT NULL CHECK (length(predecessor) = 32),
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            CHECK ((reason IS NULL) = (reason_salt IS NULL)),
            CHECK (reason IS NULL OR reason_hash IS NOT NULL)
        ) STRICT;

        -- The audit entries that concern a customer. The audit log itself names no customer, because its rows never
        -- change.
        CREATE TABLE customer_audit_entry (
            owner INTEGER NOT NULL REFERENCES customer (id),
            audit INTEGER NOT NULL REFERENCES audit (number),
            PRIMARY KEY (owner, audit)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX customer_audit_entry_audit ON customer_audit_entry (audit, owner);
        """
}
