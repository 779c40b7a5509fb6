/// What shops say of how purchases were used.
enum ConsumptionTables {
    /// The statements that make it.
    static let sql = """
        CREATE TABLE consumption (
            scope bigint NOT NULL REFERENCES scope (id),
            transaction_id text COLLATE "C" NOT NULL,
            owner bigint REFERENCES customer (id),
            stated_at bigint NOT NULL,
            share bigint CHECK (share BETWEEN 0 AND 100000),
            play_time bigint CHECK (play_time >= 0),
            sample bigint CHECK (sample IN (0, 1)),
            stated_by text COLLATE "C" NOT NULL,
            PRIMARY KEY (scope, transaction_id)
        );
        CREATE INDEX consumption_owner ON consumption (owner) WHERE owner IS NOT NULL;
        """
}
