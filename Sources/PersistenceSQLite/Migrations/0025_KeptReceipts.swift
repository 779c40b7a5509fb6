import GRDB

/// The receipts with which Apple is asked for apps that have no key of its API.
enum KeptReceipts {
    /// Adds the table.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- One row for each subscription that is asked about; the receipt is encrypted. Due is when a worker may take it: a
        -- lease moves it on to its end.
        CREATE TABLE kept_receipt (
            original INTEGER PRIMARY KEY REFERENCES original (id),
            sealed BLOB NOT NULL,
            made_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
            lease INTEGER
        ) STRICT;
        CREATE INDEX kept_receipt_due ON kept_receipt (due_at);
        """
}
