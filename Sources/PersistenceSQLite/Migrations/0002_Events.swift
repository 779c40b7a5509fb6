import GRDB

/// Events and their lanes, who is told, and what is due.
///
/// The row that a lane belongs to, a customer's or an original's, counts its events. A lane's number is twice that row's,
/// and one more for an original, so lanes need no rows of their own.
enum Events {
    /// Adds the columns and tables.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
        try database.execute(sql: Self.shorterDigests)
    }

    private static let schema = """
        ALTER TABLE book ADD COLUMN moves INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE book ADD COLUMN leases INTEGER NOT NULL DEFAULT 0;

        -- How many events the lane of a customer, or of a chain that nobody owns, has had.
        ALTER TABLE customer ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE original ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
        -- When the chain was told of last, and when it is to be looked at again; on the original that stands for it.
        ALTER TABLE original ADD COLUMN told_at INTEGER;
        ALTER TABLE original ADD COLUMN due_at INTEGER;
        -- What was known before there were events is told at the first look.
        UPDATE original SET due_at = 0 WHERE root IS NULL OR root = id;
        CREATE INDEX original_due ON original (due_at) WHERE due_at IS NOT NULL;

        -- What a held submission says of the customer's tokens, 16 bytes each.
        ALTER TABLE held_evidence ADD COLUMN tokens BLOB CHECK (length(tokens) % 16 = 0);

        CREATE TABLE event (
            lane INTEGER NOT NULL CHECK (lane > 1),
            number INTEGER NOT NULL CHECK (number > 0),
            name INTEGER NOT NULL,
            occurred_at INTEGER NOT NULL,
            cause INTEGER REFERENCES evidence (position),
            body BLOB NOT NULL,
            PRIMARY KEY (lane, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sink (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            name TEXT NOT NULL,
            UNIQUE (app, name)
        ) STRICT;

        -- The lanes that have something to tell a sink. Due is when somebody may take it: a lease moves it on to its end.
        CREATE TABLE pending_lane (
            sink INTEGER NOT NULL REFERENCES sink (id),
            lane INTEGER NOT NULL CHECK (lane > 1),
            next_number INTEGER NOT NULL CHECK (next_number > 0),
            due_at INTEGER NOT NULL,
            lease INTEGER,
            PRIMARY KEY (sink, lane)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pending_lane_due ON pending_lane (sink, due_at);
        """

    /// Snapshots keep eight bytes of their payload's digest: they only order snapshots of one date.
    private static let shorterDigests = """
        -- The snapshots worth keeping of each transaction. What most of them lack is in one column, as JSON.
        CREATE TABLE new_snapshot (
            original INTEGER NOT NULL REFERENCES original (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
            line_item_id ANY CHECK (typeof(line_item_id) IN ('integer', 'text', 'null')),
            app_transaction_id ANY CHECK (typeof(app_transaction_id) IN ('integer', 'text', 'null')),
            product INTEGER NOT NULL REFERENCES word (id),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
            purchased_at INTEGER NOT NULL,
            expires_at INTEGER,
            token BLOB CHECK (length(token) = 16),
            reason INTEGER CHECK (reason IN (0, 1)),
            offer INTEGER REFERENCES offer (id),
            price INTEGER,
            currency INTEGER REFERENCES word (id),
            storefront INTEGER REFERENCES word (id),
            signed_at INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 8),
            rare TEXT CHECK (rare IS NULL OR json_valid(rare)),
            PRIMARY KEY (original, transaction_id, ordinal),
            CHECK ((price IS NULL) = (currency IS NULL))
        ) STRICT, WITHOUT ROWID;
        INSERT INTO new_snapshot
            SELECT original, transaction_id, ordinal, line_item_id, app_transaction_id, product, kind, purchased_at,
            expires_at, token, reason, offer, price, currency, storefront, signed_at, substr(digest, 1, 8), rare
            FROM snapshot ORDER BY original, transaction_id, ordinal;
        DROP TABLE snapshot;
        ALTER TABLE new_snapshot RENAME TO snapshot;

        -- The newest renewal snapshot of each original. What most of them lack is in one column, as JSON.
        CREATE TABLE new_renewal (
            original INTEGER PRIMARY KEY REFERENCES original (id),
            product INTEGER NOT NULL REFERENCES word (id),
            next_product INTEGER REFERENCES word (id),
            auto_renew INTEGER CHECK (auto_renew IN (0, 1)),
            renewal_at INTEGER,
            offer INTEGER REFERENCES offer (id),
            price INTEGER,
            currency INTEGER REFERENCES word (id),
            token BLOB CHECK (length(token) = 16),
            app_transaction_id ANY CHECK (typeof(app_transaction_id) IN ('integer', 'text', 'null')),
            signed_at INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 8),
            rare TEXT CHECK (rare IS NULL OR json_valid(rare)),
            CHECK ((price IS NULL) = (currency IS NULL))
        ) STRICT;
        INSERT INTO new_renewal
            SELECT original, product, next_product, auto_renew, renewal_at, offer, price, currency, token,
            app_transaction_id, signed_at, substr(digest, 1, 8), rare
            FROM renewal ORDER BY original;
        DROP TABLE renewal;
        ALTER TABLE new_renewal RENAME TO renewal;
        """
}
