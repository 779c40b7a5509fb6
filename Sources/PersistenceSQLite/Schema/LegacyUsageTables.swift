/// The table of how often each format is used, old and new.
enum LegacyUsageTables {
    /// The statements that make it.
    static let sql = """
        -- One row for each day, format and version of an app. Days count from 1970-01-01 in UTC. Format: 0 signed
        -- transaction, 1 receipt, 2 transaction receipt, 3 verifyReceipt, 4 verifyReceipt without a password, 5
        -- notification of version 2, 6 of version 1.
        CREATE TABLE legacy_use (
            app INTEGER NOT NULL REFERENCES app (id),
            day INTEGER NOT NULL,
            format INTEGER NOT NULL CHECK (format BETWEEN 0 AND 6),
            version TEXT NOT NULL,
            count INTEGER NOT NULL CHECK (count > 0),
            PRIMARY KEY (app, day, format, version)
        ) STRICT, WITHOUT ROWID;
        """
}
