import GRDB

/// Events and their lanes, who is told, and what is due.
///
/// The row that a lane belongs to, a customer's or an original's, counts its events. A lane's number is twice that row's,
/// and one more for an original, so lanes need no rows of their own.
enum Events {
    /// Adds the columns and tables.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
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
}
