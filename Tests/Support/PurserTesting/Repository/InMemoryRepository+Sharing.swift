package import Ledger

extension InMemoryRepository {
    /// Takes or keeps a duty, unless it is another's.
    package func take(
        _ duty: Duty,
        by node: NodeID,
        at now: Instant,
        until: Instant
    ) async throws(RepositoryError) -> Bool {
        try self.open { books in
            if let holder = books.sharing.duties[duty], holder.node != node, holder.until > now { return false }
            books.sharing.duties[duty] = (node, until)
            return true
        }
    }

    /// Leaves a duty.
    package func leave(_ duty: Duty, by node: NodeID) async throws(RepositoryError) {
        try self.open { books in
            if books.sharing.duties[duty]?.node == node { books.sharing.duties[duty] = nil }
        }
    }

    /// Takes note of an outage.
    package func noteOutage(at instant: Instant) async throws(RepositoryError) {
        try self.open { books in
            books.sharing.outageAt = books.sharing.outageAt.map { max($0, instant) } ?? instant
        }
    }

    /// When the newest outage was.
    package func newestOutage() async throws(RepositoryError) -> Instant? {
        try self.open { books in books.sharing.outageAt }
    }

    /// The certificates that were ever reported as revoked: of all that was said of one, the earliest dates of its
    /// revocation and the newest answers.
    package func revokedCertificates() async throws(RepositoryError) -> [RevokedCertificate] {
        try self.open { books in
            func place(_ id: RevokedCertificate.ID) -> String {
                [id.issuerNameHash, id.issuerKeyHash, id.serialNumber].map { bytes in
                    bytes.map { String(256 + Int($0), radix: 16) }.joined()
                }.joined(separator: " ")
            }
            return Dictionary(grouping: books.sharing.revocations, by: \.id).compactMap { id, all in
                guard let revokedAt = all.map(\.revokedAt).min(), let learnedAt = all.map(\.learnedAt).min(),
                    let statedAt = all.map(\.statedAt).max()
                else { return nil }
                return RevokedCertificate(
                    id: id,
                    revokedAt: revokedAt,
                    learnedAt: learnedAt,
                    statedAt: statedAt,
                    clearedAt: all.compactMap(\.clearedAt).max()
                )
            }.sorted { place($0.id) < place($1.id) }
        }
    }

    /// Keeps what a node knows of a revocation.
    package func keep(_ revoked: RevokedCertificate) async throws(RepositoryError) {
        try self.open { books in _ = books.sharing.revocations.insert(revoked) }
    }

    /// Which signing key belongs to the books.
    package func signingKey(_ fingerprint: String?, replaces: Bool) async throws(RepositoryError) -> String? {
        try self.open { books in
            if replaces || books.sharing.signingKey == nil {
                books.sharing.signingKey = fingerprint ?? books.sharing.signingKey
            }
            return books.sharing.signingKey
        }
    }
}

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
