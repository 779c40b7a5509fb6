/// The table of customers whose reasons to look twice reach the threshold of the shop.
enum RiskTables {
    /// The statements that make it.
    static let sql = """
        -- The last assessment of customers who ever reached the threshold in Production: their points, since when they
        -- are at or above the threshold, and when they are assessed again although nothing happens. The revision counts
        -- the assessments.
        CREATE TABLE risk_record (
            owner INTEGER PRIMARY KEY REFERENCES customer (id),
            app INTEGER NOT NULL REFERENCES app (id),
            points INTEGER NOT NULL CHECK (points >= 0),
            raised_at INTEGER,
            assessed_at INTEGER NOT NULL,
            due_at INTEGER,
            revision INTEGER NOT NULL CHECK (revision > 0)
        ) STRICT;
        CREATE INDEX risk_record_raised ON risk_record (app, points, owner) WHERE raised_at IS NOT NULL;
        CREATE INDEX risk_record_due ON risk_record (app, due_at) WHERE due_at IS NOT NULL;
        """
}
