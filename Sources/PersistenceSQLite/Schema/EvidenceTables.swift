/// The tables of what was signed, and of what is held back.
enum EvidenceTables {
    /// The statements that make them.
    static let sql = """
        CREATE TABLE header (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            bytes BLOB NOT NULL,
            UNIQUE (app, digest)
        ) STRICT;

        CREATE TABLE evidence (
            position INTEGER PRIMARY KEY CHECK (position > 0),
            app INTEGER NOT NULL REFERENCES app (id),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 6),
            header INTEGER NOT NULL REFERENCES header (id),
            signed_at INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            signature BLOB NOT NULL,
            payload BLOB NOT NULL,
            UNIQUE (app, digest)
        ) STRICT;

        -- The signed objects that were cut out of a payload, and where they belong.
        CREATE TABLE evidence_part (
            whole INTEGER NOT NULL REFERENCES evidence (position),
            ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
            offset INTEGER NOT NULL CHECK (offset >= 0),
            part INTEGER NOT NULL REFERENCES evidence (position) CHECK (part < whole),
            PRIMARY KEY (whole, ordinal)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE notification (
            scope INTEGER NOT NULL REFERENCES scope (id),
            uuid ANY NOT NULL CHECK (typeof(uuid) IN ('blob', 'text')),
            evidence INTEGER NOT NULL REFERENCES evidence (position),
            type INTEGER NOT NULL REFERENCES interned_string (id),
            subtype INTEGER REFERENCES interned_string (id),
            transaction_id ANY CHECK (typeof(transaction_id) IN ('integer', 'text', 'null')),
            signed_at INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            repeats INTEGER NOT NULL DEFAULT 0,
            repeated_at INTEGER,
            PRIMARY KEY (scope, uuid)
        ) STRICT, WITHOUT ROWID;

        -- Evidence that was received and is not applied, and why. Customer digest: four bytes of the SHA-256 of the
        -- customer's name, by which it is found; an index of the names would leave copies of erased ones on its pages.
        -- Tokens: those that a submission states as the customer's, 16 bytes each.
        CREATE TABLE held_evidence (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            reason INTEGER NOT NULL CHECK (reason BETWEEN 1 AND 4),
            code TEXT NOT NULL,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),
            customer TEXT,
            customer_digest INTEGER,
            transaction_id ANY CHECK (typeof(transaction_id) IN ('integer', 'text', 'null')),
            intent INTEGER CHECK (intent BETWEEN 0 AND 2),
            submitted_at INTEGER,
            tokens BLOB CHECK (length(tokens) % 16 = 0),
            received_at INTEGER NOT NULL,
            due_at INTEGER,
            repeats INTEGER NOT NULL DEFAULT 0,
            body BLOB NOT NULL,
            UNIQUE (app, digest),
            CHECK ((customer IS NULL) = (customer_digest IS NULL)
                AND (customer IS NULL) = (transaction_id IS NULL)
                AND (customer IS NULL) = (intent IS NULL)
                AND (customer IS NULL) = (submitted_at IS NULL))
        ) STRICT;
        CREATE INDEX held_evidence_customer ON held_evidence (app, customer_digest, received_at, digest)
            WHERE customer_digest IS NOT NULL;
        CREATE INDEX held_evidence_due ON held_evidence (due_at) WHERE due_at IS NOT NULL;
        CREATE INDEX held_evidence_reason ON held_evidence (reason, app, received_at);
        """
}
