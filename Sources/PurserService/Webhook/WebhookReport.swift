package import Ledger

/// An endpoint with how it has been doing.
package struct WebhookReport: Hashable, Sendable {
    /// The endpoint.
    package let endpoint: WebhookEndpoint
    /// How it has been doing.
    package let health: WebhookHealth
    /// How much waits for it.
    package let waiting: WaitingCounts
}

/// A webhook endpoint with the secret that is shown once; a relay has none.
package struct WebhookWithSecret: Hashable, Sendable {
    /// The endpoint.
    package let endpoint: WebhookEndpoint
    /// The secret.
    package let secret: String?
}

/// How an attempt ended that somebody asked for, and was told at once.
package struct DeliveryAttempt: Hashable, Sendable {
    /// The endpoint.
    package let webhook: WebhookID
    /// The name of what was sent.
    package let event: EventID
    /// How it ended.
    package let outcome: WebhookOutcome
    /// How long it took.
    package let took: Span
}

/// Which events are to be sent again.
package enum ReplayRange: Hashable, Sendable {
    /// Those after a position, through another or to the newest.
    case positions(after: Int64, through: Int64?)
    /// Those written from an instant on, until before another or to the newest.
    case instants(from: Instant, to: Instant?)
}
