import GRDB

/// What shops say of how purchases were used.
enum Consumption {
    /// Adds the table.
    static func migrate(_ database: Database) throws {
        try database.execute(
            sql: """
                -- The newest word on a purchase. Owner is whose it was then: what was said goes when he is erased. Share is in
                -- thousandths of a percent, play_time in minutes.
                CREATE TABLE consumption (
                    scope INTEGER NOT NULL REFERENCES scope (id),
                    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
                    owner INTEGER REFERENCES customer (id),
                    stated_at INTEGER NOT NULL,
                    share INTEGER CHECK (share BETWEEN 0 AND 100000),
                    play_time INTEGER CHECK (play_time >= 0),
                    sample INTEGER CHECK (sample IN (0, 1)),
                    stated_by TEXT NOT NULL,
                    PRIMARY KEY (scope, transaction_id)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX consumption_owner ON consumption (owner) WHERE owner IS NOT NULL;
                """
        )
    }
}
