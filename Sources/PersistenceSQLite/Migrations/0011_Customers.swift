import GRDB

/// What is known of customers besides their purchases.
enum Customers {
    /// Adds the tables.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- What shops say of a customer, each word with its date; no value takes back what was said before.
        CREATE TABLE customer_fact (
            owner INTEGER NOT NULL REFERENCES customer (id),
            topic INTEGER NOT NULL CHECK (topic BETWEEN 1 AND 6),
            stated_at INTEGER NOT NULL,
            value TEXT,
            stated_by TEXT NOT NULL,
            PRIMARY KEY (owner, topic, stated_at)
        ) STRICT, WITHOUT ROWID;

        -- What customers agreed to. Source and guardian are forgotten with the name.
        CREATE TABLE consent (
            app INTEGER NOT NULL REFERENCES app (id),
            name TEXT NOT NULL,
            owner INTEGER NOT NULL REFERENCES customer (id),
            text_hash TEXT NOT NULL,
            version TEXT NOT NULL,
            locale TEXT NOT NULL,
            storefront TEXT NOT NULL,
            given_at INTEGER NOT NULL,
            source TEXT,
            guardian TEXT,
            by_guardian INTEGER NOT NULL CHECK (by_guardian IN (0, 1)),
            recorded_at INTEGER NOT NULL,
            recorded_by TEXT NOT NULL,
            withdrawn_at INTEGER,
            withdrawal_source TEXT,
            withdrawal_by TEXT,
            PRIMARY KEY (app, name),
            CHECK ((withdrawn_at IS NULL) = (withdrawal_by IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX consent_owner ON consent (owner, given_at, name);

        -- Which entries of the audit log are about a customer: the log itself names nobody, because it is never changed.
        CREATE TABLE customer_act (
            owner INTEGER NOT NULL REFERENCES customer (id),
            audit INTEGER NOT NULL REFERENCES audit (number),
            PRIMARY KEY (owner, audit)
        ) STRICT, WITHOUT ROWID;
        """
}
