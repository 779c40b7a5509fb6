/// The tables of imports and of what they say of transactions.
enum ImportTables {
    /// The statements that make them.
    static let sql = """
        CREATE TABLE import_job (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            name TEXT NOT NULL,
            events INTEGER NOT NULL CHECK (events IN (0, 1)),
            started_by TEXT NOT NULL,
            started_at INTEGER NOT NULL,
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),
            pause_code TEXT,
            pause_detail TEXT,
            rows INTEGER NOT NULL CHECK (rows >= 0),
            done INTEGER NOT NULL CHECK (done >= 0),
            failed INTEGER NOT NULL CHECK (failed >= 0),
            last_line INTEGER NOT NULL CHECK (last_line >= 0),
            changed_at INTEGER NOT NULL,
            UNIQUE (app, name),
            CHECK (done + failed <= rows),
            CHECK ((pause_code IS NULL) = (pause_detail IS NULL))
        ) STRICT;
        CREATE INDEX import_job_app ON import_job (app);
        CREATE INDEX import_job_state ON import_job (app, state);

        -- The rows of imports. State: 0 waiting, 1 imported, 2 failed, 3 not understood. The content of an imported row
        -- is stored with its transaction and deleted here.
        CREATE TABLE import_row (
            job INTEGER NOT NULL REFERENCES import_job (id),
            line INTEGER NOT NULL CHECK (line > 0),
            part INTEGER NOT NULL CHECK (part >= 0),
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),
            subject INTEGER NOT NULL CHECK (subject BETWEEN 0 AND 2),
            apple_id ANY CHECK (typeof(apple_id) IN ('integer', 'text', 'null')),
            owner ANY CHECK (typeof(owner) IN ('integer', 'text', 'null')),
            token BLOB CHECK (length(token) = 16),
            delivered INTEGER CHECK (delivered IN (0, 1)),
            delivered_at INTEGER,
            consumed INTEGER CHECK (consumed BETWEEN 0 AND 100000),
            consent INTEGER CHECK (consent IN (0, 1)),
            consented_at INTEGER,
            code TEXT,
            detail TEXT,
            PRIMARY KEY (job, line, part),
            CHECK ((state > 1) = (code IS NOT NULL) AND (code IS NULL) = (detail IS NULL)),
            CHECK (state > 1 OR apple_id IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX import_row_waiting ON import_row (job, apple_id) WHERE state = 0;
        CREATE INDEX import_row_failed ON import_row (job, line, part) WHERE state > 1;

        -- The other facts that imports state about a transaction; of each kind the newest counts.
        CREATE TABLE import_fact (
            scope INTEGER NOT NULL REFERENCES scope (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            stated_at INTEGER NOT NULL,
            token BLOB CHECK (length(token) = 16),
            delivered INTEGER CHECK (delivered IN (0, 1)),
            delivered_at INTEGER CHECK (delivered_at IS NULL OR delivered = 1),
            consumed INTEGER CHECK (consumed BETWEEN 0 AND 100000),
            consent INTEGER CHECK (consent IN (0, 1)),
            consented_at INTEGER CHECK (consented_at IS NULL OR consent = 1),
            PRIMARY KEY (scope, transaction_id, stated_at)
        ) STRICT, WITHOUT ROWID;
        """
}
