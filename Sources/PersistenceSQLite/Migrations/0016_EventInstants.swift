import GRDB

/// From which place on the events of an app are those of an instant or later.
enum EventInstants {
    /// Adds the columns and fills them from the events that there are.
    static func migrate(_ database: Database) throws {
        try database.execute(
            sql: """
                -- The latest instant of any event up to here: what fell due while nobody looked is written late and bears an
                -- earlier one, so the events' own instants go back and forth.
                ALTER TABLE app ADD COLUMN latest_event_at INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE event_place ADD COLUMN latest_at INTEGER NOT NULL DEFAULT 0;
                UPDATE event_place SET latest_at = latest.at FROM (
                    SELECT event_place.app AS app, event_place.position AS position,
                    max(event.occurred_at) OVER (PARTITION BY event_place.app ORDER BY event_place.position) AS at
                    FROM event_place JOIN event ON event.lane = event_place.lane AND event.number = event_place.number
                ) AS latest WHERE latest.app = event_place.app AND latest.position = event_place.position;
                UPDATE app SET latest_event_at = ifnull((
                    SELECT latest_at FROM event_place WHERE event_place.app = app.id AND position = app.event_count
                ), 0);
                """
        )
    }
}
