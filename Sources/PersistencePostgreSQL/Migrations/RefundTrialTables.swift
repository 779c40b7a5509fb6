/// The tables of trials of refund policies, and what finds refunds by the instant at which they were opened.
enum RefundTrialTables {
    /// The statements that make them.
    static let sql = """
        CREATE TABLE refund_trial (
            app bigint NOT NULL,
            version bigint NOT NULL,
            seed bigint NOT NULL CHECK (seed >= 0),
            share bigint NOT NULL CHECK (share BETWEEN 1 AND 99999),
            least bigint NOT NULL,
            most bigint NOT NULL CHECK (least <= most),
            ending bigint CHECK (ending BETWEEN 0 AND 4),
            ended_at bigint CHECK ((ended_at IS NULL) = (ending IS NULL)),
            ended_by text COLLATE "C",
            PRIMARY KEY (app, version),
            FOREIGN KEY (app, version) REFERENCES refund_policy (app, version)
        );

        CREATE TABLE refund_tally (
            app bigint NOT NULL,
            version bigint NOT NULL,
            arm bigint NOT NULL CHECK (arm BETWEEN 0 AND 1),
            currency text COLLATE "C" NOT NULL,
            cases bigint NOT NULL,
            decided bigint NOT NULL,
            refunded bigint NOT NULL,
            kept_shares bigint NOT NULL,
            kept_squares bigint NOT NULL,
            asked bigint NOT NULL,
            kept bigint NOT NULL,
            PRIMARY KEY (app, version, arm, currency),
            FOREIGN KEY (app, version) REFERENCES refund_trial (app, version)
        );

        ALTER TABLE refund_case ADD COLUMN opened_at bigint NOT NULL DEFAULT 0;
        -- jsonb has no U+0000.
        UPDATE refund_case SET opened_at
            = coalesce((replace(content, '\\u0000', '\\ufffd')::jsonb #>> '{words,0,at}')::bigint, 0);
        CREATE INDEX refund_case_opened ON refund_case (app, opened_at, id);
        """
}
