package import Ledger

/// A customer's rights at an instant, signed, for whoever cannot ask: good for ten minutes.
package struct EntitlementPass: Hashable, Sendable {
    /// How long one is good.
    package static let life = Span.minutes(10)

    /// The compact JWS.
    package let compact: String
    /// From when on it is good no longer.
    package let expiresAt: Instant
}
