import GRDB

/// What bounds orders and the customers whom apps in the field make.
enum OrderLimitTables {
    /// Adds the columns and writes customers' tokens anew.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- What the whole order costs, how long it stays after its expiry where nobody pays for it, and when it closes then.
        ALTER TABLE purchase_order ADD COLUMN amount INTEGER;
        ALTER TABLE purchase_order ADD COLUMN amount_currency TEXT;
        ALTER TABLE purchase_order ADD COLUMN kept_for INTEGER NOT NULL DEFAULT 15552000000;
        ALTER TABLE purchase_order ADD COLUMN closes_at INTEGER;
        UPDATE purchase_order SET amount = min(price * quantity, 1000000000000000), amount_currency = currency
        WHERE price IS NOT NULL;
        UPDATE purchase_order SET closes_at = expires_at + kept_for
        WHERE delivered_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM order_payment WHERE order_payment.purchase_order = purchase_order.id)
        AND NOT EXISTS (SELECT 1 FROM order_note WHERE order_note.purchase_order = purchase_order.id);
        DROP INDEX purchase_order_open;
        CREATE INDEX purchase_order_open ON purchase_order (owner, amount_currency, expires_at, amount) WHERE queue = 1;
        CREATE INDEX purchase_order_closes ON purchase_order (closes_at) WHERE closes_at IS NOT NULL;

        -- Tokens that were made for customers whom no shop has named, as digests, with the customers' names: there is a row of
        -- a customer only where something is kept of them. Kept: there is one. Seen: to the day.
        ALTER TABLE customer_token RENAME TO former_customer_token;
        CREATE TABLE customer_token (
            app INTEGER NOT NULL REFERENCES app (id),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            customer TEXT NOT NULL,
            minted_at INTEGER NOT NULL,
            seen_at INTEGER NOT NULL,
            is_kept INTEGER NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1)),
            PRIMARY KEY (app, digest)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO customer_token (app, digest, customer, minted_at, seen_at)
        SELECT former.app, former.digest, CAST(customer.name AS TEXT), former.minted_at, former.minted_at
        FROM former_customer_token AS former CROSS JOIN customer ON customer.id = former.customer;
        DROP TABLE former_customer_token;
        CREATE INDEX customer_token_customer ON customer_token (app, customer);
        CREATE INDEX customer_token_seen ON customer_token (seen_at) WHERE is_kept = 0;
        """
}
