/// The tables of who owns what, and how that came about.
enum OwnershipTables {
    /// The statements that make them.
    static let sql = """
        -- The submissions of customers: the first for each intent, and each restore. Sequence: the order of arrival.
        -- Transfer: what the policy decided about a restore when it arrived.
        CREATE TABLE submission (
            scope INTEGER NOT NULL REFERENCES scope (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            customer INTEGER NOT NULL REFERENCES customer (id),
            intent INTEGER NOT NULL CHECK (intent BETWEEN 0 AND 2),
            sequence INTEGER NOT NULL,
            submitted_at INTEGER NOT NULL,
            transfer INTEGER CHECK (transfer BETWEEN 0 AND 4),
            repeats INTEGER NOT NULL DEFAULT 0,
            repeated_at INTEGER,
            PRIMARY KEY (scope, transaction_id, customer, intent, sequence)
        ) STRICT, WITHOUT ROWID;

        -- The owners that operators set for a purchase or a chain. The newest one that was not withdrawn counts.
        CREATE TABLE decision (
            scope INTEGER NOT NULL REFERENCES scope (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            decided_at INTEGER NOT NULL,
            reach INTEGER NOT NULL CHECK (reach BETWEEN 0 AND 2),
            customer INTEGER NOT NULL REFERENCES customer (id),
            withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
            PRIMARY KEY (scope, transaction_id, decided_at, reach, customer)
        ) STRICT, WITHOUT ROWID;

        -- The originals in which a customer owns something: the way from a customer to their ledger. Holding: what the
        -- customer holds in the original's chain, packed; where it is absent or out of date, it is derived from the
        -- chain.
        CREATE TABLE owned_original (
            owner INTEGER NOT NULL REFERENCES customer (id),
            scope INTEGER NOT NULL REFERENCES scope (id),
            original INTEGER NOT NULL REFERENCES original (id),
            holding BLOB,
            PRIMARY KEY (owner, scope, original)
        ) STRICT, WITHOUT ROWID;

        -- The originals that have a token which identifies no customer yet.
        CREATE TABLE awaited_token (
            app INTEGER NOT NULL REFERENCES app (id),
            token BLOB NOT NULL CHECK (length(token) = 16),
            original INTEGER NOT NULL REFERENCES original (id),
            PRIMARY KEY (app, token, original)
        ) STRICT, WITHOUT ROWID;

        -- Which customers used which Apple Accounts: first and last purchase of theirs (last is null where there was
        -- only one), and first and last first submission of a purchase that a family shares.
        CREATE TABLE account_customer (
            scope INTEGER NOT NULL REFERENCES scope (id),
            account ANY NOT NULL CHECK (typeof(account) IN ('integer', 'text')),
            customer INTEGER NOT NULL REFERENCES customer (id),
            first_at INTEGER,
            last_at INTEGER CHECK (last_at > first_at),
            family_at INTEGER,
            family_last_at INTEGER CHECK (family_last_at > family_at),
            PRIMARY KEY (scope, account, customer),
            CHECK (first_at IS NOT NULL OR family_at IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_customer_family ON account_customer (customer, scope) WHERE family_at IS NOT NULL;

        -- The chains whose owner follows from the customers of an Apple Account; kind 1 for chains of a family, which
        -- follow the last one.
        CREATE TABLE account_reader (
            scope INTEGER NOT NULL REFERENCES scope (id),
            account ANY NOT NULL CHECK (typeof(account) IN ('integer', 'text')),
            original INTEGER NOT NULL REFERENCES original (id),
            kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
            PRIMARY KEY (scope, account, original)
        ) STRICT, WITHOUT ROWID;

        -- The customers with whom a purchase is shared by policy.
        CREATE TABLE shared_purchase (
            original INTEGER NOT NULL REFERENCES original (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            customer INTEGER NOT NULL REFERENCES customer (id),
            PRIMARY KEY (original, transaction_id, customer)
        ) STRICT, WITHOUT ROWID;

        -- The actions of operators, and of shops by their keys, that changed ownership.
        CREATE TABLE ownership_change (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            name TEXT NOT NULL,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
            scope INTEGER REFERENCES scope (id),
            transaction_id ANY CHECK (typeof(transaction_id) IN ('integer', 'text', 'null')),
            reach INTEGER CHECK (reach BETWEEN 0 AND 2),
            customer INTEGER REFERENCES customer (id),
            other INTEGER REFERENCES customer (id),
            undoes INTEGER REFERENCES ownership_change (id),
            changed_at INTEGER NOT NULL,
            changed_by TEXT NOT NULL,
            note TEXT,
            is_undone INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1)),
            UNIQUE (app, name)
        ) STRICT;

        -- The purchases that passed from one owner to another, or to none.
        CREATE TABLE ownership_transfer (
            number INTEGER PRIMARY KEY,
            scope INTEGER NOT NULL REFERENCES scope (id),
            original INTEGER NOT NULL REFERENCES original (id),
            transactions TEXT NOT NULL,
            from_customer INTEGER NOT NULL REFERENCES customer (id),
            to_customer INTEGER REFERENCES customer (id),
            reason INTEGER NOT NULL CHECK (reason BETWEEN 0 AND 15),
            transferred_at INTEGER NOT NULL,
            change INTEGER REFERENCES ownership_change (id)
        ) STRICT;
        CREATE INDEX ownership_transfer_from ON ownership_transfer (from_customer, number);
        CREATE INDEX ownership_transfer_to ON ownership_transfer (to_customer, number) WHERE to_customer IS NOT NULL;
        CREATE INDEX ownership_transfer_original ON ownership_transfer (original, number);
        """
}
