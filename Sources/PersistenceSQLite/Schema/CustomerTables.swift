/// The tables of customers: their names and tokens, what shops say of them, what they agreed to, and who is blocked.
enum CustomerTables {
    /// The statements that make them.
    static let sql = """
        -- Customers, found by the digests of their names. Events: how many events the customer's stream has. Merged
        -- into: the customer who replaced this one. Tokens: those, 16 bytes each, that no original has in which the
        -- customer owns something.
        CREATE TABLE customer (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            name ANY NOT NULL CHECK (typeof(name) IN ('integer', 'text')),
            events INTEGER NOT NULL DEFAULT 0,
            merged_into INTEGER REFERENCES customer (id),
            erased_at INTEGER,
            tokens BLOB CHECK (length(tokens) % 16 = 0)
        ) STRICT;
        CREATE INDEX customer_merged ON customer (merged_into) WHERE merged_into IS NOT NULL;

        -- The customers who may have a name, by four bytes of its SHA-256; their rows say which of them has it.
        CREATE TABLE customer_name (
            app INTEGER NOT NULL REFERENCES app (id),
            digest INTEGER NOT NULL,
            customer INTEGER NOT NULL REFERENCES customer (id),
            PRIMARY KEY (app, digest, customer)
        ) STRICT, WITHOUT ROWID;

        -- The customers who may have a token, by four bytes of its SHA-256; their rows, or the originals in which they
        -- own something, say which of them has it.
        CREATE TABLE account_token (
            app INTEGER NOT NULL REFERENCES app (id),
            digest INTEGER NOT NULL,
            customer INTEGER NOT NULL REFERENCES customer (id),
            PRIMARY KEY (app, digest, customer)
        ) STRICT, WITHOUT ROWID;

        -- Facts that shops state about a customer, each with its date; a value of null withdraws the earlier one.
        CREATE TABLE customer_fact (
            owner INTEGER NOT NULL REFERENCES customer (id),
            topic INTEGER NOT NULL CHECK (topic BETWEEN 1 AND 6),
            stated_at INTEGER NOT NULL,
            value TEXT,
            stated_by TEXT NOT NULL,
            PRIMARY KEY (owner, topic, stated_at)
        ) STRICT, WITHOUT ROWID;

        -- The consents of customers. Source and guardian are erased together with the name.
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

        -- The customers whom an operator or a shop blocked.
        CREATE TABLE customer_block (
            owner INTEGER PRIMARY KEY REFERENCES customer (id),
            blocked_at INTEGER NOT NULL,
            blocked_by TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;
        """
}
