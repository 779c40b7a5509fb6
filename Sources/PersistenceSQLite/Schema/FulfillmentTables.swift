/// The table of what is to be handed over.
enum FulfillmentTables {
    /// The statements that make it.
    static let sql = """
        -- One row for each thing that was bought and has to be handed over, under the transaction by which it became
        -- known first. Goods are what was paid for and never change; standing is all that does, as JSON. State: 0
        -- waiting, 1 due, 2 delivering, 3 confirmed, 4 parked, 5 cancelled, 6 take-back due, 7 taking back, 8 taken
        -- back, 9 take-back parked. Due is when a worker may take it: a lease moves it on to its end. Open since is
        -- when a purchase was made that is not handed over; counts at is when one of the Sandbox was let through, for
        -- the most of a day.
        CREATE TABLE delivery (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            scope INTEGER NOT NULL REFERENCES scope (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            original INTEGER NOT NULL REFERENCES original (id),
            owner INTEGER REFERENCES customer (id),
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 9),
            due_at INTEGER,
            lease INTEGER,
            open_since INTEGER,
            counts_at INTEGER,
            goods TEXT NOT NULL CHECK (json_valid(goods)),
            standing TEXT NOT NULL CHECK (json_valid(standing)),
            UNIQUE (scope, transaction_id),
            CHECK ((due_at IS NOT NULL) = (state IN (1, 2, 6, 7))),
            CHECK ((open_since IS NOT NULL) = (state IN (0, 1, 2, 4)))
        ) STRICT;
        CREATE INDEX delivery_original ON delivery (original, id);
        CREATE INDEX delivery_app ON delivery (app, id);
        CREATE INDEX delivery_state ON delivery (app, state, id);
        CREATE INDEX delivery_owner ON delivery (owner, id) WHERE owner IS NOT NULL;
        CREATE INDEX delivery_due ON delivery (app, due_at) WHERE due_at IS NOT NULL;
        CREATE INDEX delivery_open ON delivery (app, open_since) WHERE open_since IS NOT NULL;
        CREATE INDEX delivery_counts ON delivery (owner, scope, counts_at) WHERE counts_at IS NOT NULL;
        CREATE INDEX delivery_owner_state ON delivery (owner, state, id) WHERE owner IS NOT NULL;
        """
}
