extension Query {
    /// The SQL of the statements on events, due chains, and sinks.
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
        case .environmentOfScope: "SELECT environment FROM scope WHERE id = ?"
        case .putPublished:
            // Where any transaction may be missing, Apple is asked about everything that the chain itself leaves open.
            """
            UPDATE original SET published_at = ?, due_at = ?,
            ask_at = CASE WHEN ask_everything IS NULL THEN ? ELSE ask_at END
            WHERE id = ?
            """
        case .leaveChain:
            """
            UPDATE original SET due_at = NULL, ask_at = NULL, asked_at = NULL, ask_everything = NULL
            WHERE id = ?
            """
        // Apple was asked about a part of the chain only.
        case .standForChain: "UPDATE original SET asked_at = NULL WHERE id = ?"
        case .dueChains:
            """
            SELECT app.name, scope.environment, original.apple_id, original.due_at
            FROM original JOIN scope ON scope.id = original.scope JOIN app ON app.id = scope.app
            WHERE original.due_at <= ? ORDER BY original.due_at LIMIT ?
            """
        case .nextChainDue: "SELECT due_at FROM original WHERE due_at >= ? ORDER BY due_at LIMIT 1"
        default: self.webhookSQL
        }
    }
}
