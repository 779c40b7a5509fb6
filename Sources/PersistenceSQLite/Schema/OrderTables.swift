/// The tables of orders and what pays for them.
enum OrderTables {
    /// The statements that make them.
    static let sql = """
        -- Orders, and what happened to them. Amount: the price of the whole order. Pays from: the earliest purchase
        -- that can pay for an order whose token already identified the customer. Kept for: how long an unpaid order
        -- stays after its expiry; closes at: when that ends. State, flags and queue are those of the last publication;
        -- they follow from the rest. Due: when time changes the order. Ask: when the server asks Apple whether it was
        -- paid.
        CREATE TABLE purchase_order (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            name TEXT NOT NULL,
            owner INTEGER NOT NULL REFERENCES customer (id),
            environment INTEGER NOT NULL,
            product TEXT NOT NULL,
            quantity INTEGER NOT NULL CHECK (quantity > 0),
            price INTEGER,
            currency TEXT,
            amount INTEGER,
            amount_currency TEXT,
            reference TEXT,
            storefront TEXT,
            token BLOB NOT NULL CHECK (length(token) = 16),
            pays_from INTEGER,
            created_at INTEGER NOT NULL,
            created_by TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            retention INTEGER NOT NULL DEFAULT 15552000000,
            closes_at INTEGER,
            remark_rule TEXT,
            remark_reason TEXT,
            canceled_at INTEGER,
            canceled_by TEXT,
            cancel_reason TEXT,
            fulfilled_at INTEGER,
            asked_at INTEGER,
            state INTEGER,
            flags TEXT NOT NULL DEFAULT '',
            queue INTEGER,
            is_flagged INTEGER NOT NULL DEFAULT 0 CHECK (is_flagged IN (0, 1)),
            due_at INTEGER,
            ask_at INTEGER,
            UNIQUE (app, name),
            UNIQUE (app, token),
            CHECK ((price IS NULL) = (currency IS NULL)),
            CHECK ((canceled_at IS NULL) = (canceled_by IS NULL))
        ) STRICT;
        CREATE INDEX purchase_order_owner ON purchase_order (owner, id);
        CREATE INDEX purchase_order_created ON purchase_order (owner, created_at);
        CREATE INDEX purchase_order_queue ON purchase_order (app, queue, id) WHERE queue IS NOT NULL;
        CREATE INDEX purchase_order_flagged ON purchase_order (app, id) WHERE is_flagged = 1;
        CREATE INDEX purchase_order_due ON purchase_order (due_at) WHERE due_at IS NOT NULL;
        CREATE INDEX purchase_order_ask ON purchase_order (app, ask_at) WHERE ask_at IS NOT NULL;
        CREATE INDEX purchase_order_open ON purchase_order (owner, amount_currency, expires_at, amount) WHERE queue = 1;
        CREATE INDEX purchase_order_closes ON purchase_order (closes_at) WHERE closes_at IS NOT NULL;

        -- The notes on an order.
        CREATE TABLE order_note (
            purchase_order INTEGER NOT NULL REFERENCES purchase_order (id),
            ordinal INTEGER NOT NULL,
            noted_at INTEGER NOT NULL,
            noted_by TEXT NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (purchase_order, ordinal)
        ) STRICT, WITHOUT ROWID;

        -- The purchases since the first order, with the order that their token identifies. Open: the purchase pays for
        -- no order. Refund reported: 1 where a refund is reported that Apple did not sign.
        CREATE TABLE order_payment (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            environment INTEGER NOT NULL,
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            original_id ANY NOT NULL CHECK (typeof(original_id) IN ('integer', 'text')),
            product TEXT NOT NULL,
            quantity INTEGER NOT NULL,
            owner INTEGER REFERENCES customer (id),
            token BLOB CHECK (length(token) = 16),
            purchased_at INTEGER NOT NULL,
            refunded_at INTEGER,
            refunded_share INTEGER,
            refund_reported INTEGER CHECK (refund_reported = 1),
            event_position INTEGER NOT NULL,
            purchase_order INTEGER REFERENCES purchase_order (id),
            is_open INTEGER NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)),
            UNIQUE (app, environment, transaction_id)
        ) STRICT;
        CREATE INDEX order_payment_order ON order_payment (purchase_order) WHERE purchase_order IS NOT NULL;
        CREATE INDEX order_payment_open ON order_payment (app, id) WHERE is_open = 1;
        CREATE INDEX order_payment_token ON order_payment (app, token) WHERE purchase_order IS NULL;

        -- The event up to which orders know the purchases, from the first order of an app on.
        CREATE TABLE order_progress (
            app INTEGER PRIMARY KEY REFERENCES app (id),
            position INTEGER NOT NULL
        ) STRICT;

        -- The owners of tokens that were created for orders. They are permanent: an order can be deleted, its token
        -- stays.
        CREATE TABLE order_token (
            app INTEGER NOT NULL REFERENCES app (id),
            token BLOB NOT NULL CHECK (length(token) = 16),
            customer INTEGER NOT NULL REFERENCES customer (id),
            PRIMARY KEY (app, token)
        ) STRICT, WITHOUT ROWID;
        """
}
