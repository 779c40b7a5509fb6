/// What bounds orders and the customers whom apps in the field make.
enum OrderLimitTables {
    /// The statements that make it.
    static let sql = """
        ALTER TABLE purchase_order ADD COLUMN amount bigint;
        ALTER TABLE purchase_order ADD COLUMN amount_currency text COLLATE "C";
        ALTER TABLE purchase_order ADD COLUMN kept_for bigint NOT NULL DEFAULT 15552000000;
        ALTER TABLE purchase_order ADD COLUMN closes_at bigint;
        UPDATE purchase_order SET amount = LEAST(price * quantity, 1000000000000000), amount_currency = currency
        WHERE price IS NOT NULL;
        UPDATE purchase_order SET closes_at = expires_at + kept_for
        WHERE delivered_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM order_payment WHERE order_payment.purchase_order = purchase_order.id)
        AND NOT EXISTS (SELECT 1 FROM order_note WHERE order_note.purchase_order = purchase_order.id);
        DROP INDEX purchase_order_open;
        CREATE INDEX purchase_order_open ON purchase_order (owner, amount_currency, expires_at, amount) WHERE queue = 1;
        CREATE INDEX purchase_order_closes ON purchase_order (closes_at) WHERE closes_at IS NOT NULL;

        DROP INDEX customer_token_customer;
        ALTER TABLE customer_token RENAME COLUMN customer TO former_customer;
        ALTER TABLE customer_token ADD COLUMN customer text COLLATE "C";
        UPDATE customer_token SET customer = customer.name FROM customer WHERE customer.id = former_customer;
        ALTER TABLE customer_token ALTER COLUMN customer SET NOT NULL;
        ALTER TABLE customer_token DROP COLUMN former_customer;
        ALTER TABLE customer_token ADD COLUMN seen_at bigint;
        UPDATE customer_token SET seen_at = minted_at;
        ALTER TABLE customer_token ALTER COLUMN seen_at SET NOT NULL;
        ALTER TABLE customer_token ADD COLUMN is_kept bigint NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1));
        CREATE INDEX customer_token_customer ON customer_token (app, customer);
        CREATE INDEX customer_token_seen ON customer_token (seen_at) WHERE is_kept = 0;
        """
}
