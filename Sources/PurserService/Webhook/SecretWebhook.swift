package import Ledger

/// A webhook endpoint with the secret that is shown once; a relay has none.
package struct SecretWebhook: Hashable, Sendable {
    /// The endpoint.
    package let endpoint: WebhookEndpoint
    /// The secret.
    package let secret: String?
}
