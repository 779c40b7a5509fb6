/// The table of customers whose reasons to look twice reach the line of the shop.
enum RiskTables {
    /// The statements that make it.
    static let sql = """
        CREATE TABLE risk_mark (
            owner bigint PRIMARY KEY REFERENCES customer (id),
            app bigint NOT NULL REFERENCES app (id),
            points bigint NOT NULL CHECK (points >= 0),
            raised_at bigint,
            looked_at bigint NOT NULL,
            due_at bigint,
            revision bigint NOT NULL CHECK (revision > 0)
        );
        CREATE INDEX risk_mark_raised ON risk_mark (app, points, owner) WHERE raised_at IS NOT NULL;
        CREATE INDEX risk_mark_due ON risk_mark (app, due_at) WHERE due_at IS NOT NULL;
        """
}
