import GRDB

/// What was ordered from Apple, and which offers were signed.
enum Desk {
    /// Adds the tables.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- Orders to extend the renewal dates of all subscribers of a product, kept before Apple is asked.
        CREATE TABLE extension_order (
            scope INTEGER NOT NULL REFERENCES scope (id),
            request TEXT NOT NULL,
            product TEXT NOT NULL,
            days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 90),
            reason INTEGER NOT NULL,
            storefronts TEXT NOT NULL,
            ordered_at INTEGER NOT NULL,
            ordered_by TEXT NOT NULL,
            accepted_at INTEGER,
            completed_at INTEGER,
            succeeded INTEGER,
            failed INTEGER,
            PRIMARY KEY (scope, request),
            CHECK ((completed_at IS NULL) = (succeeded IS NULL) AND (completed_at IS NULL) = (failed IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX extension_order_newest ON extension_order (scope, ordered_at);

        -- What could not be extended with the others.
        CREATE TABLE extension_failure (
            scope INTEGER NOT NULL REFERENCES scope (id),
            product TEXT NOT NULL,
            at INTEGER NOT NULL,
            original TEXT NOT NULL,
            PRIMARY KEY (scope, product, at, original)
        ) STRICT, WITHOUT ROWID;

        -- The offers that were signed, by customer, so that how often can be limited.
        CREATE TABLE signed_offer (
            app INTEGER NOT NULL REFERENCES app (id),
            customer INTEGER NOT NULL REFERENCES customer (id),
            product TEXT NOT NULL,
            offer TEXT NOT NULL,
            signed_at INTEGER NOT NULL,
            nonce BLOB NOT NULL CHECK (length(nonce) = 16),
            PRIMARY KEY (app, customer, product, offer, signed_at, nonce)
        ) STRICT, WITHOUT ROWID;
        """
}
