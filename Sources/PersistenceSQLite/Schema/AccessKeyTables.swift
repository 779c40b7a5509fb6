/// The tables of access: keys, the tokens of customers, and the answers to requests that may come again.
enum AccessKeyTables {
    /// The statements that make them.
    static let sql = """
        -- API keys, as digests. Kind: 0 secret (reach is a sum of scopes), 1 publishable, 2 operator (reach is a role).
        -- A key without an app is valid for all apps.
        CREATE TABLE access_key (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
            app INTEGER REFERENCES app (id),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
            reach INTEGER NOT NULL CHECK (reach BETWEEN 0 AND 15),
            title TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            created_by TEXT NOT NULL,
            revoked_at INTEGER,
            revoked_by TEXT,
            used_at INTEGER,
            CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
            CHECK (kind <> 1 OR app IS NOT NULL)
        ) STRICT;
        CREATE INDEX access_key_app ON access_key (app);

        -- Tokens of anonymous customers, as digests, with the customers' names. A customer has a row in `customer` only
        -- once something is stored about them. Kept: whether that row exists. Seen: the day of the last use.
        CREATE TABLE customer_token (
            app INTEGER NOT NULL REFERENCES app (id),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            customer TEXT NOT NULL,
            minted_at INTEGER NOT NULL,
            seen_at INTEGER NOT NULL,
            is_kept INTEGER NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1)),
            PRIMARY KEY (app, digest)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX customer_token_customer ON customer_token (app, customer);
        CREATE INDEX customer_token_seen ON customer_token (seen_at) WHERE is_kept = 0;

        -- Requests with an Idempotency-Key: in progress while the lease lasts, complete once a status is stored. The
        -- lease is a number: a process that holds an earlier one can no longer write.
        CREATE TABLE idempotent_request (
            id INTEGER PRIMARY KEY,
            sender BLOB NOT NULL CHECK (length(sender) = 32),
            name TEXT NOT NULL,
            content BLOB NOT NULL CHECK (length(content) = 32),
            lease INTEGER NOT NULL DEFAULT 0,
            lease_end INTEGER NOT NULL,
            kept_until INTEGER NOT NULL,
            status INTEGER CHECK (status BETWEEN 100 AND 999),
            headers TEXT,
            body BLOB,
            UNIQUE (sender, name),
            CHECK ((status IS NULL) = (headers IS NULL)),
            CHECK (status IS NOT NULL OR body IS NULL)
        ) STRICT;
        CREATE INDEX idempotent_request_end ON idempotent_request (kept_until);
        """
}
