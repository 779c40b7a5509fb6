/// The tables of events.
///
/// The row that a lane belongs to, a customer's or an original's, counts its events. A lane's number is twice that
/// row's, and one more for an original, so lanes need no rows of their own.
enum EventTables {
    /// The statements that make them.
    static let sql = """
        CREATE TABLE event (
            lane bigint NOT NULL CHECK (lane > 1),
            number bigint NOT NULL CHECK (number > 0),
            name bigint NOT NULL,
            occurred_at bigint NOT NULL,
            cause bigint,
            body bytea NOT NULL,
            PRIMARY KEY (lane, number)
        );

        CREATE TABLE event_place (
            app bigint NOT NULL REFERENCES app (id),
            position bigint NOT NULL CHECK (position > 0),
            lane bigint NOT NULL,
            number bigint NOT NULL,
            latest_at bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (app, position),
            FOREIGN KEY (lane, number) REFERENCES event (lane, number)
        );
        """
}
