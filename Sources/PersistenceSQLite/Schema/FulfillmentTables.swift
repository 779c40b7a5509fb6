/// The table of what is to be fulfilled.
enum FulfillmentTables {
    /// The statements that make it.
    static let sql = """
        -- One row for each purchase that has to be fulfilled, under the transaction by which it first became known.
        -- Goods: what was paid for, never changed. Progress: everything that changes, as JSON. State: 0 waiting, 1 due,
        -- 2 fulfilling, 3 confirmed, 4 suspended, 5 canceled, 6 revocation due, 7 revoking, 8 revoked, 9 revocation
        -- suspended. Due: when a worker may take it; a lease moves it to the lease's end. Open since: when a purchase
        -- was made that is not fulfilled. Counts at: when a Sandbox purchase was let through, for the daily limit.
        CREATE TABLE fulfillment (
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
            progress TEXT NOT NULL CHECK (json_valid(progress)),
            UNIQUE (scope, transaction_id),
            CHECK ((due_at IS NOT NULL) = (state IN (1, 2, 6, 7))),
            CHECK ((open_since IS NOT NULL) = (state IN (0, 1, 2, 4)))
        ) STRICT;
        CREATE INDEX fulfillment_original ON fulfillment (original, id);
        CREATE INDEX fulfillment_app ON fulfillment (app, id);
        CREATE INDEX fulfillment_state ON fulfillment (app, state, id);
        CREATE INDEX fulfillment_owner ON fulfillment (owner, id) WHERE owner IS NOT NULL;
        CREATE INDEX fulfillment_due ON fulfillment (app, due_at) WHERE due_at IS NOT NULL;
        CREATE INDEX fulfillment_open ON fulfillment (app, open_since) WHERE open_since IS NOT NULL;
        CREATE INDEX fulfillment_counts ON fulfillment (owner, scope, counts_at) WHERE counts_at IS NOT NULL;
        CREATE INDEX fulfillment_owner_state ON fulfillment (owner, state, id) WHERE owner IS NOT NULL;
        """
}
