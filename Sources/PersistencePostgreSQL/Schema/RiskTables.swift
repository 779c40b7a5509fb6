/// The table of customers whose risk score reaches the threshold of the shop.
enum RiskTables {
    /// The SQL statements that create the table.
    static let sql = """
        CREATE TABLE risk_record (
            owner bigint PRIMARY KEY REFERENCES customer (id),
            app bigint NOT NULL REFERENCES app (id),
            points bigint NOT NULL CHECK (points >= 0),
            raised_at bigint,
            assessed_at bigint NOT NULL,
            due_at bigint,
            revision bigint NOT NULL CHECK (revision > 0)
        );
        CREATE INDEX risk_record_raised ON risk_record (app, points, owner) WHERE raised_at IS NOT NULL;
        CREATE INDEX risk_record_due ON risk_record (app, due_at) WHERE due_at IS NOT NULL;
        """
}
