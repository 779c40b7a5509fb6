/// The statements on events.
package struct EventStatements: Sendable {
    package let countCustomerEvents = SQLStatement(
        "UPDATE customer SET events = events + ? WHERE id = ? RETURNING events"
    )
    package let countChainEvents = SQLStatement("UPDATE original SET events = events + ? WHERE id = ? RETURNING events")
    package let insertEvent = SQLStatement(
        "INSERT INTO event (stream, number, name, occurred_at, cause, body) VALUES (?, ?, ?, ?, ?, ?)"
    )
    package let eventsOfStream = SQLStatement(
        """
        SELECT number, name, occurred_at, evidence.digest, event.body
        FROM event LEFT JOIN evidence ON evidence.position = event.cause
        WHERE stream = ? AND number > ? ORDER BY number LIMIT ?
        """
    )
    package let hasEventAfter = SQLStatement("SELECT 1 FROM event WHERE stream = ? AND number > ? LIMIT 1")
    package let countTransfer = SQLStatement(
        "UPDATE counter SET transfers = transfers + 1 WHERE id = 1 RETURNING transfers"
    )
    package let originalName = SQLStatement(
        """
        SELECT scope.environment, original.apple_id FROM original JOIN scope ON scope.id = original.scope
        WHERE original.id = ?
        """
    )
    package let dueChains = SQLStatement(
        """
        SELECT app.name, scope.environment, original.apple_id, original.due_at
        FROM original JOIN scope ON scope.id = original.scope JOIN app ON app.id = scope.app
        WHERE original.due_at <= ? ORDER BY original.due_at LIMIT ?
        """
    )
    package let nextChainDue = SQLStatement("SELECT due_at FROM original WHERE due_at >= ? ORDER BY due_at LIMIT 1")
    package let countAppEvents = SQLStatement(
        """
        UPDATE app SET event_count = event_count + ?, latest_event_at = max(latest_event_at, ?) WHERE id = ?
        RETURNING event_count, latest_event_at
        """
    )
    package let appEventCount = SQLStatement("SELECT event_count, latest_event_at FROM app WHERE id = ?")
    package let putAppEvents = SQLStatement("UPDATE app SET event_count = ?, latest_event_at = ? WHERE id = ?")
    package let insertEventPosition = SQLStatement(
        "INSERT INTO event_position (app, position, stream, number, latest_at) VALUES (?, ?, ?, ?, ?)"
    )
    package let eventsOfApp = SQLStatement(
        """
        SELECT event_position.position, event_position.stream, event_position.number, event.name, occurred_at, evidence.digest, event.body
        FROM event_position JOIN event ON event.stream = event_position.stream AND event.number = event_position.number
        LEFT JOIN evidence ON evidence.position = event.cause
        WHERE event_position.app = ? AND event_position.position > ? ORDER BY event_position.position LIMIT ?
        """
    )
    package let positionsOfApp = SQLStatement(
        """
        SELECT stream, number FROM event_position WHERE app = ? AND position BETWEEN ? AND ? ORDER BY position
        """
    )
    package let newestEventPosition = SQLStatement("SELECT event_count FROM app WHERE name = ?")
    package let eventPositionInstant = SQLStatement(
        """
        SELECT latest_at FROM event_position WHERE app = ? AND position = ?
        """
    )
    package let notificationDigest = SQLStatement("SELECT digest FROM evidence WHERE position = ?")
}

extension SQLStatement {
    /// The statements on events.
    package static let events = EventStatements()
}
