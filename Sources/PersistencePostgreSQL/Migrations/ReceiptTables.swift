/// The table of the receipts with which Apple is asked.
enum ReceiptTables {
    /// The statement that tells what old interfaces say of renewals apart.
    static let partialRenewals = "ALTER TABLE renewal_word ADD COLUMN partial bigint CHECK (partial = 1);"

    /// The statements that make it.
    static let sql = """
        CREATE TABLE kept_receipt (
            original bigint PRIMARY KEY REFERENCES original (id),
            sealed bytea NOT NULL,
            made_at bigint NOT NULL,
            due_at bigint NOT NULL,
            failures bigint NOT NULL DEFAULT 0 CHECK (failures >= 0),
            lease bigint
        );
        CREATE INDEX kept_receipt_due ON kept_receipt (due_at);
        """
}
