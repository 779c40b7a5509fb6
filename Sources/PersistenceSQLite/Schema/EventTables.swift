/// The tables of events.
///
/// The row that a lane belongs to, a customer's or an original's, counts its events. A lane's number is twice that
/// row's, and one more for an original, so lanes need no rows of their own.
enum EventTables {
    /// The statements that make them.
    static let sql = """
        CREATE TABLE event (
            lane INTEGER NOT NULL CHECK (lane > 1),
            number INTEGER NOT NULL CHECK (number > 0),
            name INTEGER NOT NULL,
            occurred_at INTEGER NOT NULL,
            cause INTEGER REFERENCES evidence (position),
            body BLOB NOT NULL,
            PRIMARY KEY (lane, number)
        ) STRICT, WITHOUT ROWID;

        -- The events of an app in the order in which they were written, for readers of all of them. Latest is the
        -- latest instant of any event up to here.
        CREATE TABLE event_place (
            app INTEGER NOT NULL REFERENCES app (id),
            position INTEGER NOT NULL CHECK (position > 0),
            lane INTEGER NOT NULL,
            number INTEGER NOT NULL,
            latest_at INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (app, position),
            FOREIGN KEY (lane, number) REFERENCES event (lane, number)
        ) STRICT, WITHOUT ROWID;
        """
}
