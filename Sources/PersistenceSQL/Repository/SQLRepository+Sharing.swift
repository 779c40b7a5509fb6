package import Ledger

extension SQLRepository {
    /// Takes or keeps a duty, unless it is another's.
    package func take(
        _ duty: Duty,
        by node: NodeID,
        at now: Instant,
        until: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.take(duty, by: node, at: now, until: until) }
    }

    /// Leaves a duty.
    package func leave(_ duty: Duty, by node: NodeID) async throws(RepositoryError) {
        try await self.write { session in try session.leave(duty, by: node) }
    }

    /// Takes note of an outage.
    package func noteOutage(at instant: Instant) async throws(RepositoryError) {
        try await self.write { session in try session.noteOutage(at: instant) }
    }

    /// When the newest outage was.
    package func newestOutage() async throws(RepositoryError) -> Instant? {
        try await self.read { session in try session.newestOutage() }
    }

    /// The certificates that were ever reported as revoked.
    package func revokedCertificates() async throws(RepositoryError) -> [RevokedCertificate] {
        try await self.read { session in try session.revokedCertificates() }
    }

    /// Keeps what a node knows of a revocation, together with what is kept of it.
    package func keep(_ revoked: RevokedCertificate) async throws(RepositoryError) {
        try await self.write { session in try session.keep(revoked) }
    }

    /// What time it is for the database, which is the same for every node.
    package func databaseTime() async throws(RepositoryError) -> Instant {
        try await self.read { session in try session.databaseTime() }
    }

    /// Which signing key belongs to the books.
    package func signingKey(_ fingerprint: String?, replaces: Bool) async throws(RepositoryError) -> String? {
        guard let fingerprint else { return try await self.read { session in try session.signingKey() } }
        return try await self.write { session in
            try session.putSigningKey(fingerprint, replaces: replaces)
            return try session.signingKey()
        }
    }
}
