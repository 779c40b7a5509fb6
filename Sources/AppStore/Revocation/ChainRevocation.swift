/// The revocation of a chain, by the certificate of it that was revoked first.
///
/// Instants are milliseconds since 1970 in UTC.
public struct ChainRevocation: Hashable, Sendable {
    /// Since when the chain is revoked.
    public let since: Int64
    /// When that was learned of.
    public let learnedAt: Int64

    /// Joins both.
    package init(since: Int64, learnedAt: Int64) {
        self.since = since
        self.learnedAt = learnedAt
    }
}
