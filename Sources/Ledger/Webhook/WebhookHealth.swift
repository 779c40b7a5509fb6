/// How an endpoint has been doing.
package struct WebhookHealth: Hashable, Sendable {
    /// When something arrived last.
    package var deliveredAt: Instant?
    /// Since when nothing arrives; `nil` while it does.
    package var failingSince: Instant?
    /// What went wrong last.
    package var failure: DeliveryFailure?

    /// The health of an endpoint; at first nothing has happened.
    package init(deliveredAt: Instant? = nil, failingSince: Instant? = nil, failure: DeliveryFailure? = nil) {
        self.deliveredAt = deliveredAt
        self.failingSince = failingSince
        self.failure = failure
    }
}
