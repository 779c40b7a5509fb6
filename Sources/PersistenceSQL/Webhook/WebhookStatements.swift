/// The statements on webhook endpoints.
package struct WebhookStatements: Sendable {
    package let webhooks = SQLStatement(
        """
        SELECT sink, name, content, address, title, patterns, environments, percent, fulfiller, signature,
        generation, former_until, key_fingerprint, state, replay_first, replay_last, replay_next, created_at,
        created_by FROM webhook INDEXED BY webhook_app WHERE app = ? ORDER BY sink
        """
    )
    package let putWebhook = SQLStatement(
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
    )
    package let deleteWebhook = SQLStatement("DELETE FROM webhook WHERE sink = ?")
    package let webhookHealth = SQLStatement(
        """
        SELECT delivered_at, failing_since, failure, failure_status, failed_at FROM webhook
        WHERE app = ? AND name = ?
        """
    )
    package let putWebhookHealth = SQLStatement(
        """
        UPDATE webhook SET delivered_at = ?, failing_since = ?, failure = ?, failure_status = ?, failed_at = ?
        WHERE app = ? AND name = ?
        """
    )
}

extension SQLStatement {
    /// The statements on webhook endpoints.
    package static let webhooks = WebhookStatements()
}
