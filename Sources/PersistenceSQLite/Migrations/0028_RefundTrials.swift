import GRDB

/// Trials of refund policies, and what finds refunds by the instant at which they were opened.
enum RefundTrials {
    /// Adds the tables, the column and the index.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- The policies that were published to be tried on a share of the cases, in thousandths of a percent. Ending: 0 better,
        -- 1 worse, 2 enough, 3 stopped by somebody, 4 replaced by another policy; none while it runs.
        CREATE TABLE refund_trial (
            app INTEGER NOT NULL,
            version INTEGER NOT NULL,
            seed INTEGER NOT NULL CHECK (seed >= 0),
            share INTEGER NOT NULL CHECK (share BETWEEN 1 AND 99999),
            least INTEGER NOT NULL,
            most INTEGER NOT NULL CHECK (least <= most),
            ending INTEGER CHECK (ending BETWEEN 0 AND 4),
            ended_at INTEGER CHECK ((ended_at IS NULL) = (ending IS NULL)),
            ended_by TEXT,
            PRIMARY KEY (app, version),
            FOREIGN KEY (app, version) REFERENCES refund_policy (app, version)
        ) STRICT, WITHOUT ROWID;

        -- Sums of the cases that met an arm of a trial, by the currency of the price. Arm: 0 the version that is tried, 1 the
        -- one in force. Shares are thousandths of a percent, money thousandths of a unit.
        CREATE TABLE refund_tally (
            app INTEGER NOT NULL,
            version INTEGER NOT NULL,
            arm INTEGER NOT NULL CHECK (arm BETWEEN 0 AND 1),
            currency TEXT NOT NULL,
            cases INTEGER NOT NULL,
            decided INTEGER NOT NULL,
            refunded INTEGER NOT NULL,
            kept_shares INTEGER NOT NULL,
            kept_squares INTEGER NOT NULL,
            asked INTEGER NOT NULL,
            kept INTEGER NOT NULL,
            PRIMARY KEY (app, version, arm, currency),
            FOREIGN KEY (app, version) REFERENCES refund_trial (app, version)
        ) STRICT, WITHOUT ROWID;

        -- When Apple said anything about a refund first. Words are kept in their order.
        ALTER TABLE refund_case ADD COLUMN opened_at INTEGER NOT NULL DEFAULT 0;
        UPDATE refund_case SET opened_at = coalesce(json_extract(content, '$.words[0].at'), 0);
        CREATE INDEX refund_case_opened ON refund_case (app, opened_at, id);
        """
}
