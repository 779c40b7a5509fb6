import GRDB

/// The audit log.
enum Audit {
    /// Adds the table and its counter.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- How many entries the audit log has had, so that a log that was cut off at its end can be told.
        ALTER TABLE book ADD COLUMN audits INTEGER NOT NULL DEFAULT 0;

        -- What operators did. Entries are only added; each has the hash of itself and of the one before. Text and salt of
        -- a reason may be erased, its hash stays.
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
        """
}
