extension Query {
    /// The SQL of the statements on webhook endpoints.
    var webhookSQL: String {
        switch self {
        case .webhooks:
            """
            SELECT sink, name, content, address, title, patterns, environments, percent, fulfiller, signature,
            generation, former_until, key_fingerprint, state, replay_first, replay_last, replay_next, created_at,
            created_by FROM webhook INDEXED BY webhook_app WHERE app = ? ORDER BY sink
            """
        case .putWebhook:
            """
            INSERT INTO webhook (sink, app, name, content, address, title, patterns, environments, percent, fulfiller,
            signature, generation, former_until, key_fingerprint, state, replay_first, replay_last, replay_next,
            created_at, created_by)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (sink) DO UPDATE SET address = excluded.address, title = excluded.title,
            patterns = excluded.patterns, environments = excluded.environments, percent = excluded.percent,
            fulfiller = excluded.fulfiller, signature = excluded.signature, generation = excluded.generation,
            former_until = excluded.former_until, key_fingerprint = excluded.key_fingerprint, state = excluded.state,
            replay_first = excluded.replay_first, replay_last = excluded.replay_last, replay_next = excluded.replay_next
            """
        case .deleteWebhook: "DELETE FROM webhook WHERE sink = ?"
        case .webhookHealth:
            """
            SELECT delivered_at, failing_since, failure, failure_status, failed_at FROM webhook
            WHERE app = ? AND name = ?
            """
        case .putWebhookHealth:
            """
            UPDATE webhook SET delivered_at = ?, failing_since = ?, failure = ?, failure_status = ?, failed_at = ?
            WHERE app = ? AND name = ?
            """
        default: self.healingSQL
        }
    }
}
