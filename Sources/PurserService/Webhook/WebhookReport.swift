package import Ledger

/// An endpoint with its health.
package struct WebhookReport: Hashable, Sendable {
    /// The endpoint.
    package let endpoint: WebhookEndpoint
    /// The health of the endpoint.
    package let health: WebhookHealth
    /// The numbers of waiting events.
    package let waiting: WaitingCounts
    /// The instant of the oldest event that the endpoint has not received, among those that are sent next; `nil` where
    /// none waits, or only suspended ones.
    package let oldestWaitingAt: Instant?
}

/// The state of an event at an endpoint.
package struct EventDelivery: Hashable, Sendable {
    /// The state.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// The endpoint has not received the event.
        case waiting
        /// The event was delivered or skipped, or is older than the endpoint.
        case settled
        /// The endpoint's filter excludes the event.
        case excluded
    }

    /// The endpoint.
    package let endpoint: WebhookEndpoint
    /// The state of the event there.
    package let state: State
}

/// A webhook endpoint with its secret, which is shown once; a relay has none.
package struct WebhookWithSecret: Hashable, Sendable {
    /// The endpoint.
    package let endpoint: WebhookEndpoint
    /// The secret.
    package let secret: String?
}

/// The result of an attempt that a person requested, returned immediately.
package struct DeliveryAttempt: Hashable, Sendable {
    /// The endpoint.
    package let webhook: WebhookID
    /// The id of the message.
    package let event: EventID
    /// The result.
    package let outcome: WebhookOutcome
    /// The duration.
    package let took: Span
}

/// The range of events that a replay sends again.
package enum ReplayRange: Hashable, Sendable {
    /// The events after a position, through another or to the newest.
    case positions(after: Int64, through: Int64?)
    /// The events from an instant on, until before another or to the newest.
    case instants(from: Instant, to: Instant?)
}
