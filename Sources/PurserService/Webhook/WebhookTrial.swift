package import Ledger

/// How an attempt ended that somebody asked for, and was told at once.
package struct WebhookTrial: Hashable, Sendable {
    /// The endpoint.
    package let webhook: WebhookID
    /// The name of what was sent.
    package let event: EventID
    /// How it ended.
    package let outcome: WebhookOutcome
    /// How long it took.
    package let took: Span
}
