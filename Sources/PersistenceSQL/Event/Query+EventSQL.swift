extension Query {
    /// The SQL of the statements on events and due chains.
    var eventSQL: String {
        switch self {
        case .countCustomerEvents: "UPDATE customer SET events = events + ? WHERE id = ? RETURNING events"
        case .countChainEvents: "UPDATE original SET events = events + ? WHERE id = ? RETURNING events"
        case .insertEvent:
            "INSERT INTO event (stream, number, name, occurred_at, cause, body) VALUES (?, ?, ?, ?, ?, ?)"
        case .eventsOfStream:
            """
            SELECT number, name, occurred_at, evidence.digest, event.body
            FROM event LEFT JOIN evidence ON evidence.position = event.cause
            WHERE stream = ? AND number > ? ORDER BY number LIMIT ?
            """
        case .hasEventAfter: "SELECT 1 FROM event WHERE stream = ? AND number > ? LIMIT 1"
        case .countTransfer: "UPDATE counter SET transfers = transfers + 1 WHERE id = 1 RETURNING transfers"
        case .originalName:
            """
            SELECT scope.environment, original.apple_id FROM original JOIN scope ON scope.id = original.scope
            WHERE original.id = ?
            """
        case .putPublished:
            // Where any transaction may be missing, Apple is asked about everything that the chain itself leaves open.
            """
            UPDATE original SET published_at = ?, due_at = ?,
            ask_at = CASE WHEN ask_everything IS NULL THEN ? ELSE ask_at END
            WHERE id = ?
            """
        case .dueChains:
            """
            SELECT app.name, scope.environment, original.apple_id, original.due_at
            FROM original JOIN scope ON scope.id = original.scope JOIN app ON app.id = scope.app
            WHERE original.due_at <= ? ORDER BY original.due_at LIMIT ?
            """
        case .nextChainDue: "SELECT due_at FROM original WHERE due_at >= ? ORDER BY due_at LIMIT 1"
        case .countAppEvents:
            """
            UPDATE app SET event_count = event_count + ?, latest_event_at = max(latest_event_at, ?) WHERE id = ?
            RETURNING event_count, latest_event_at
            """
        case .appEventCount: "SELECT event_count, latest_event_at FROM app WHERE id = ?"
        case .insertEventPosition:
            "INSERT INTO event_position (app, position, stream, number, latest_at) VALUES (?, ?, ?, ?, ?)"
        case .eventsOfApp:
            """
            SELECT event_position.position, event_position.stream, event_position.number, event.name, occurred_at, evidence.digest, event.body
            FROM event_position JOIN event ON event.stream = event_position.stream AND event.number = event_position.number
            LEFT JOIN evidence ON evidence.position = event.cause
            WHERE event_position.app = ? AND event_position.position > ? ORDER BY event_position.position LIMIT ?
            """
        case .positionsOfApp:
            """
            SELECT stream, number FROM event_position WHERE app = ? AND position BETWEEN ? AND ? ORDER BY position
            """
        case .newestEventPosition: "SELECT event_count FROM app WHERE name = ?"
        case .eventPositionInstant:
            """
            SELECT latest_at FROM event_position WHERE app = ? AND position = ?
            """
        case .notificationDigest: "SELECT digest FROM evidence WHERE position = ?"
        default: self.sinkSQL
        }
    }
}
