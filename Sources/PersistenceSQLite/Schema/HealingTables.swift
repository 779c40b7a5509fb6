/// The tables of what Apple is asked for: how far its history was read, with what it is asked, and how often it may be.
enum HealingTables {
    /// The statements that make them.
    static let sql = """
        -- The position up to which Apple's history of a chain's customer was read.
        CREATE TABLE revision (
            original INTEGER PRIMARY KEY REFERENCES original (id),
            text TEXT NOT NULL
        ) STRICT;

        -- How far reading of the notification history was planned, and its results.
        CREATE TABLE history (
            scope INTEGER PRIMARY KEY REFERENCES scope (id),
            planned_through INTEGER NOT NULL,
            deep_at INTEGER,
            listed INTEGER NOT NULL DEFAULT 0,
            missing INTEGER NOT NULL DEFAULT 0,
            lost INTEGER NOT NULL DEFAULT 0,
            refused INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- The spans that are still to be read, and the page to continue from.
        CREATE TABLE history_window (
            scope INTEGER NOT NULL REFERENCES history (scope),
            rank INTEGER NOT NULL,
            type TEXT,
            from_at INTEGER NOT NULL,
            through_at INTEGER NOT NULL CHECK (through_at >= from_at),
            page TEXT,
            PRIMARY KEY (scope, rank, from_at, through_at)
        ) STRICT, WITHOUT ROWID;

        -- One number for each operation of Apple's API: until when its requests are used up.
        CREATE TABLE budget (
            scope INTEGER NOT NULL REFERENCES scope (id),
            operation TEXT NOT NULL,
            spent_until INTEGER NOT NULL,
            PRIMARY KEY (scope, operation)
        ) STRICT, WITHOUT ROWID;

        -- One row for each subscription that is checked with a receipt, because the app has no key for Apple's API; the
        -- receipt is encrypted. Due: when a worker may take it; a lease moves it to the lease's end.
        CREATE TABLE stored_receipt (
            original INTEGER PRIMARY KEY REFERENCES original (id),
            sealed BLOB NOT NULL,
            made_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
            lease INTEGER
        ) STRICT;
        CREATE INDEX stored_receipt_due ON stored_receipt (due_at);
        """
}
