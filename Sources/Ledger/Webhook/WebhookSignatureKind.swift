/// How what is sent to an endpoint is signed (Standard Webhooks 1.0.0, "Signature scheme").
package enum WebhookSignatureKind: String, Hashable, Sendable, CaseIterable {
    /// HMAC-SHA256 with a secret that both sides know, `v1`.
    case hmac
    /// Ed25519 with a key whose public half the receiver knows, `v1a`.
    case ed25519
}
