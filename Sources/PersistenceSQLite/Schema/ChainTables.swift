/// The tables of purchases: originals, transactions, renewals, and the terms that they have in common.
enum ChainTables {
    /// The statements that make them.
    static let sql = """
        -- Values that many purchases share, or many renewals; rows of renewals have no kind.
        CREATE TABLE terms (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            product INTEGER NOT NULL REFERENCES interned_string (id),
            kind INTEGER CHECK (kind BETWEEN 0 AND 3),
            reason INTEGER CHECK (reason IN (0, 1)),
            next_product INTEGER REFERENCES interned_string (id),
            auto_renew INTEGER CHECK (auto_renew IN (0, 1)),
            offer INTEGER REFERENCES offer (id),
            price INTEGER,
            currency INTEGER REFERENCES interned_string (id),
            storefront INTEGER REFERENCES interned_string (id),
            CHECK ((price IS NULL) = (currency IS NULL))
        ) STRICT;
        CREATE INDEX terms_values ON terms (
            app, product, price, storefront, kind, reason, next_product, auto_renew, offer, currency
        );

        -- An original transaction id with its newest status; its number identifies everything known about it. Root: the
        -- original that represents the chain where several belong together, otherwise itself. Events: how many events
        -- the stream of a chain without an owner has. Published, due, ask and asked are set on the root: when the chain
        -- was last published and is due again, when Apple is to be asked about it and was asked; `ask everything` is
        -- set where anything may be missing. Token and account: those that the original's evidence had first; most of
        -- it has the same. Retention requests: when Apple asked for a retention message first on each day, eight bytes
        -- each.
        CREATE TABLE original (
            id INTEGER PRIMARY KEY,
            scope INTEGER NOT NULL REFERENCES scope (id),
            apple_id ANY NOT NULL CHECK (typeof(apple_id) IN ('integer', 'text')),
            root INTEGER REFERENCES original (id) CHECK (root <= id),
            status INTEGER CHECK (status BETWEEN 1 AND 5),
            stated_at INTEGER,
            events INTEGER NOT NULL DEFAULT 0,
            published_at INTEGER,
            due_at INTEGER,
            ask_at INTEGER,
            asked_at INTEGER,
            ask_everything INTEGER CHECK (ask_everything = 1),
            token BLOB CHECK (length(token) = 16),
            account ANY CHECK (typeof(account) IN ('integer', 'text', 'null')),
            retention_requests BLOB CHECK (length(retention_requests) % 8 = 0),
            CHECK ((status IS NULL) = (stated_at IS NULL))
        ) STRICT;
        CREATE INDEX original_root ON original (root) WHERE root IS NOT NULL;
        CREATE INDEX original_due ON original (due_at) WHERE due_at IS NOT NULL;
        CREATE INDEX original_ask ON original (ask_at) WHERE ask_at IS NOT NULL;

        -- What an Apple id refers to: an original, a transaction, or mostly both, because the first transaction of a
        -- chain has the chain's id. A transaction has a reason; owner and reason say who owns it. Home: the original it
        -- belongs to, where that is not the one with its own id.
        CREATE TABLE store_id (
            scope INTEGER NOT NULL REFERENCES scope (id),
            apple_id ANY NOT NULL CHECK (typeof(apple_id) IN ('integer', 'text')),
            original INTEGER REFERENCES original (id),
            home INTEGER REFERENCES original (id),
            owner INTEGER REFERENCES customer (id),
            reason INTEGER CHECK (reason BETWEEN 0 AND 15),
            PRIMARY KEY (scope, apple_id),
            CHECK (original IS NOT NULL OR home IS NOT NULL),
            CHECK (home IS NULL OR reason IS NOT NULL),
            CHECK ((owner IS NULL) = (ifnull(reason, 0) = 0))
        ) STRICT, WITHOUT ROWID;

        -- The snapshots of each transaction that can still matter. An empty blob means the value of the original. The
        -- digest is the first eight bytes of the payload's digest and only orders snapshots of one date. Values that
        -- most snapshots lack are JSON in one column.
        CREATE TABLE snapshot (
            original INTEGER NOT NULL REFERENCES original (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
            line_item_id ANY CHECK (typeof(line_item_id) IN ('integer', 'text', 'null')),
            app_transaction_id ANY
                CHECK (typeof(app_transaction_id) IN ('integer', 'text', 'null') OR app_transaction_id = x''),
            terms INTEGER NOT NULL REFERENCES terms (id),
            purchased_at INTEGER NOT NULL,
            expires_at INTEGER,
            token BLOB CHECK (length(token) IN (0, 16)),
            signed_at INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 8),
            rare TEXT CHECK (rare IS NULL OR json_valid(rare)),
            PRIMARY KEY (original, transaction_id, ordinal)
        ) STRICT, WITHOUT ROWID;

        -- The newest renewal snapshot of each original. An empty blob means the value of the original. Values that most
        -- snapshots lack are JSON in one column. The index finds subscriptions whose paid period ended at an instant:
        -- all of the first 200,000, and one in 64 of later ones, so that it stays small.
        CREATE TABLE renewal (
            original INTEGER PRIMARY KEY REFERENCES original (id),
            terms INTEGER NOT NULL REFERENCES terms (id),
            renewal_at INTEGER,
            token BLOB CHECK (length(token) IN (0, 16)),
            app_transaction_id ANY
                CHECK (typeof(app_transaction_id) IN ('integer', 'text', 'null') OR app_transaction_id = x''),
            signed_at INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 8),
            rare TEXT CHECK (rare IS NULL OR json_valid(rare))
        ) STRICT;
        CREATE INDEX renewal_end ON renewal (renewal_at)
        WHERE renewal_at IS NOT NULL AND (original <= 200000 OR original % 64 = 0);

        -- The values of replaced renewal snapshots that ownership needs. Partial: 1 where the source was an old
        -- interface, which has no token.
        CREATE TABLE renewal_evidence (
            original INTEGER NOT NULL REFERENCES original (id),
            signed_at INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 8),
            renewal_at INTEGER,
            auto_renew INTEGER CHECK (auto_renew IN (0, 1)),
            token BLOB CHECK (length(token) = 16),
            grace_end INTEGER,
            partial INTEGER CHECK (partial = 1),
            PRIMARY KEY (original, signed_at, digest)
        ) STRICT, WITHOUT ROWID;

        -- The newest refund request of each transaction, and the newest end of one.
        CREATE TABLE signed_refund (
            original INTEGER NOT NULL REFERENCES original (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
            signed_at INTEGER NOT NULL,
            PRIMARY KEY (original, transaction_id, kind)
        ) STRICT, WITHOUT ROWID;
        """
}
