extension SmallerRows {
    /// What an original's evidence bears alike, beside the original.
    static let sharedValues = """
        -- The token and the Apple Account that the original's evidence mostly bears: the first that came.
        ALTER TABLE original ADD COLUMN token BLOB CHECK (length(token) = 16);
        ALTER TABLE original ADD COLUMN account ANY CHECK (typeof(account) IN ('integer', 'text', 'null'));
        UPDATE original SET
            token = coalesce(
                (SELECT token FROM snapshot WHERE original = original.id AND token IS NOT NULL LIMIT 1),
                (SELECT token FROM renewal WHERE original = original.id)
            ),
            account = coalesce(
                (SELECT app_transaction_id FROM snapshot
                    WHERE original = original.id AND app_transaction_id IS NOT NULL LIMIT 1),
                (SELECT app_transaction_id FROM renewal WHERE original = original.id)
            );
        """

    /// What purchases have in common.
    static let terms = """
        -- What many purchases have in common, or many renewals; the latter have no kind.
        CREATE TABLE terms (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            product INTEGER NOT NULL REFERENCES word (id),
            kind INTEGER CHECK (kind BETWEEN 0 AND 3),
            reason INTEGER CHECK (reason IN (0, 1)),
            next_product INTEGER REFERENCES word (id),
            auto_renew INTEGER CHECK (auto_renew IN (0, 1)),
            offer INTEGER REFERENCES offer (id),
            price INTEGER,
            currency INTEGER REFERENCES word (id),
            storefront INTEGER REFERENCES word (id),
            CHECK ((price IS NULL) = (currency IS NULL))
        ) STRICT;
        CREATE INDEX terms_values ON terms (
            app, product, price, storefront, kind, reason, next_product, auto_renew, offer, currency
        );
        INSERT INTO terms (app, product, kind, reason, offer, price, currency, storefront)
            SELECT DISTINCT app, product, kind, reason, offer, price, currency, storefront
            FROM snapshot JOIN original ON original.id = snapshot.original JOIN scope ON scope.id = original.scope;
        INSERT INTO terms (app, product, next_product, auto_renew, offer, price, currency)
            SELECT DISTINCT app, product, next_product, auto_renew, offer, price, currency
            FROM renewal JOIN original ON original.id = renewal.original JOIN scope ON scope.id = original.scope;
        """

    /// Evidence without what lies elsewhere.
    static let evidence = """
        -- The snapshots worth keeping of each transaction. An empty blob stands for what the original has. What most of
        -- them lack is in one column, as JSON.
        CREATE TABLE new_snapshot (
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
        INSERT INTO new_snapshot
            SELECT snapshot.original, transaction_id, ordinal, line_item_id,
            CASE WHEN app_transaction_id = original.account THEN x'' ELSE app_transaction_id END,
            (SELECT terms.id FROM terms
                WHERE terms.app = scope.app AND terms.product = snapshot.product AND terms.kind IS snapshot.kind
                AND terms.reason IS snapshot.reason AND terms.next_product IS NULL AND terms.auto_renew IS NULL
                AND terms.offer IS snapshot.offer AND terms.price IS snapshot.price
                AND terms.currency IS snapshot.currency AND terms.storefront IS snapshot.storefront),
            purchased_at, expires_at, CASE WHEN snapshot.token = original.token THEN x'' ELSE snapshot.token END,
            signed_at, digest, rare
            FROM snapshot JOIN original ON original.id = snapshot.original JOIN scope ON scope.id = original.scope
            ORDER BY snapshot.original, transaction_id, ordinal;
        DROP TABLE snapshot;
        ALTER TABLE new_snapshot RENAME TO snapshot;

        -- The newest renewal snapshot of each original. An empty blob stands for what the original has. What most of them
        -- lack is in one column, as JSON.
        CREATE TABLE new_renewal (
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
        INSERT INTO new_renewal
            SELECT renewal.original,
            (SELECT terms.id FROM terms
                WHERE terms.app = scope.app AND terms.product = renewal.product AND terms.kind IS NULL
                AND terms.reason IS NULL AND terms.next_product IS renewal.next_product
                AND terms.auto_renew IS renewal.auto_renew AND terms.offer IS renewal.offer
                AND terms.price IS renewal.price AND terms.currency IS renewal.currency AND terms.storefront IS NULL),
            renewal_at, CASE WHEN renewal.token = original.token THEN x'' ELSE renewal.token END,
            CASE WHEN app_transaction_id = original.account THEN x'' ELSE app_transaction_id END, signed_at, digest, rare
            FROM renewal JOIN original ON original.id = renewal.original JOIN scope ON scope.id = original.scope
            ORDER BY renewal.original;
        DROP TABLE renewal;
        ALTER TABLE new_renewal RENAME TO renewal;
        """

    /// Homes that say nothing which the same row does not say.
    static let impliedHomes = """
        -- What an id of Apple's stands for: an original, a transaction, mostly both, because a chain's first transaction
        -- lends it its id. A transaction has a reason; owner and reason say whose it is. Home is the original under which
        -- it lies, if that is not the one of its own id.
        CREATE TABLE new_store_id (
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
        INSERT INTO new_store_id
            SELECT scope, apple_id, original, nullif(home, original), owner, reason
            FROM store_id ORDER BY scope, apple_id;
        DROP TABLE store_id;
        ALTER TABLE new_store_id RENAME TO store_id;
        """
}
