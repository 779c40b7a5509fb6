import Ledger

/// Somebody who is told, as he lies in the database.
struct StoredSink: Sendable {
    /// What he is told.
    enum Content: Sendable {
        /// Every event.
        case everything
        /// The events that are let through.
        case events(WebhookFilter, names: Set<EventName>)
        /// Those of Apple's notifications that are let through.
        case relay(WebhookFilter)
    }

    /// His number.
    let number: Int64
    /// His name.
    let name: SinkName
    /// What he is told.
    let content: Content

    /// Whether he is told of an event of this name.
    func isTold(of name: EventName, in environment: StoreEnvironment) -> Bool {
        switch self.content {
        case .everything: true
        case .events(let filter, let names):
            names.contains(name) && (filter.environments.isEmpty || filter.environments.contains(environment))
        case .relay: false
        }
    }

    /// Whether one of Apple's notifications is passed on to him.
    func isTold(of notification: NotificationStatement, chain: String, in environment: StoreEnvironment) -> Bool {
        guard case .relay(let filter) = self.content else { return false }
        return filter.admits(notification.name, in: environment) && filter.admits(chain: chain)
    }
}
