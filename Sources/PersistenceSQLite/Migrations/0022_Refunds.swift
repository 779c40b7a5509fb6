import GRDB

/// Refunds that are asked for, and what Apple is told about them.
enum Refunds {
    /// Adds the tables.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- One row for each transaction of whose refund Apple said anything; content is all of that and all that was done about
        -- it, as JSON. State: 0 requested, 1 held, 2 answered, 3 withheld, 4 missed, 5 refunded, 6 declined, 7 reversed,
        -- 8 revoked. Due is when a worker may take it: a lease moves it on to its end.
        CREATE TABLE refund_case (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            scope INTEGER NOT NULL REFERENCES scope (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            owner INTEGER REFERENCES customer (id),
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 8),
            due_at INTEGER,
            lease INTEGER,
            content TEXT NOT NULL CHECK (json_valid(content)),
            UNIQUE (scope, transaction_id)
        ) STRICT;
        CREATE INDEX refund_case_app ON refund_case (app, id);
        CREATE INDEX refund_case_state ON refund_case (app, state, id);
        CREATE INDEX refund_case_owner ON refund_case (owner, id) WHERE owner IS NOT NULL;
        CREATE INDEX refund_case_due ON refund_case (app, due_at) WHERE due_at IS NOT NULL;

        -- The policies that were published.
        CREATE TABLE refund_policy (
            app INTEGER NOT NULL REFERENCES app (id),
            version INTEGER NOT NULL CHECK (version > 0),
            content TEXT NOT NULL,
            published_at INTEGER NOT NULL,
            published_by TEXT NOT NULL,
            reason TEXT,
            PRIMARY KEY (app, version)
        ) STRICT, WITHOUT ROWID;

        -- What Apple is told about single customers, whatever the policy says.
        CREATE TABLE refund_override (
            owner INTEGER PRIMARY KEY REFERENCES customer (id),
            preference TEXT,
            set_at INTEGER NOT NULL,
            set_by TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;

        -- When somebody last took back that the user of an Apple Account may agree to anything.
        CREATE TABLE consent_rescission (
            scope INTEGER NOT NULL REFERENCES scope (id),
            account ANY NOT NULL CHECK (typeof(account) IN ('integer', 'text')),
            rescinded_at INTEGER NOT NULL,
            PRIMARY KEY (scope, account)
        ) STRICT, WITHOUT ROWID;
        """
}
