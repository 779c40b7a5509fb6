/// The tables of events.
///
/// The row that an event stream belongs to, a customer's or an original's, counts its events. An event stream's number
/// is twice the number of that row, plus one for an original, so event streams need no rows of their own.
enum EventTables {
    /// The SQL statements that create the tables.
    static let sql = """
        CREATE TABLE event (
            stream bigint NOT NULL CHECK (stream > 1),
            number bigint NOT NULL CHECK (number > 0),
            name bigint NOT NULL,
            occurred_at bigint NOT NULL,
            cause bigint,
            body bytea NOT NULL,
            PRIMARY KEY (stream, number)
        );

        CREATE TABLE event_position (
            app bigint NOT NULL REFERENCES app (id),
            position bigint NOT NULL CHECK (position > 0),
            stream bigint NOT NULL,
            number bigint NOT NULL,
            latest_at bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (app, position),
            FOREIGN KEY (stream, number) REFERENCES event (stream, number)
        );
        """
}
