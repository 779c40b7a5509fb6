/// The table of how often each form is used, old and new.
enum LegacyUsageTables {
    /// The statements that make it.
    static let sql = """
        -- One row for each day, form and version of an app. Days count from 1970-01-01 in UTC. Form: 0 signed
        -- transaction, 1 receipt, 2 transaction receipt, 3 verifyReceipt, 4 the same without a password, 5 notification
        -- of version 2, 6 of version 1.
        CREATE TABLE form_use (
            app INTEGER NOT NULL REFERENCES app (id),
            day INTEGER NOT NULL,
            form INTEGER NOT NULL CHECK (form BETWEEN 0 AND 6),
            version TEXT NOT NULL,
            count INTEGER NOT NULL CHECK (count > 0),
            PRIMARY KEY (app, day, form, version)
        ) STRICT, WITHOUT ROWID;
        """
}
