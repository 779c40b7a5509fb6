/// The tables of events.
///
/// The row that an event stream belongs to, a customer's or an original's, counts its events. An event stream's number
/// is twice that row's, and one more for an original, so event streams need no rows of their own.
enum EventTables {
    /// The statements that make them.
    static let sql = """
        CREATE TABLE event (
            stream INTEGER NOT NULL CHECK (stream > 1),
            number INTEGER NOT NULL CHECK (number > 0),
            name INTEGER NOT NULL,
            occurred_at INTEGER NOT NULL,
            cause INTEGER REFERENCES evidence (position),
            body BLOB NOT NULL,
            PRIMARY KEY (stream, number)
        ) STRICT, WITHOUT ROWID;

        -- The events of an app in the order in which they were written, for readers of all of them. Latest: the latest
        -- instant of any event up to here.
        CREATE TABLE event_position (
            app INTEGER NOT NULL REFERENCES app (id),
            position INTEGER NOT NULL CHECK (position > 0),
            stream INTEGER NOT NULL,
            number INTEGER NOT NULL,
            latest_at INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (app, position),
            FOREIGN KEY (stream, number) REFERENCES event (stream, number)
        ) STRICT, WITHOUT ROWID;
        """
}
