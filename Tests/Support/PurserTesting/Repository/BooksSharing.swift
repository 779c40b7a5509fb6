import Ledger

/// What the nodes that share an `InMemoryRepository` agree on.
struct BooksSharing: Sendable {
    /// Who has each duty, and until when.
    var duties: [Duty: (node: NodeID, until: Instant)] = [:]
    /// When the newest outage was.
    var outageAt: Instant?
    /// All that nodes have said of revoked certificates.
    var revocations: Set<RevokedCertificate> = []
    /// Which signing key belongs to the books.
    var signingKey: String?
}
