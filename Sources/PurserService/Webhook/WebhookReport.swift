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
