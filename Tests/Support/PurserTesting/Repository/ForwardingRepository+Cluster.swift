package import Ledger

extension ForwardingRepository {
    package func acquire(
        _ leaderRole: LeaderRole,
        by node: NodeID,
        at now: Instant,
        until: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.base.acquire(leaderRole, by: node, at: now, until: until)
    }

    package func release(_ leaderRole: LeaderRole, by node: NodeID) async throws(RepositoryError) {
        try await self.base.release(leaderRole, by: node)
    }

    package func noteOutage(at instant: Instant) async throws(RepositoryError) {
        try await self.base.noteOutage(at: instant)
    }

    package func newestOutage() async throws(RepositoryError) -> Instant? {
        try await self.base.newestOutage()
    }

    package func revokedCertificates() async throws(RepositoryError) -> [RevokedCertificate] {
        try await self.base.revokedCertificates()
    }

    package func keep(_ revoked: RevokedCertificate) async throws(RepositoryError) {
        try await self.base.keep(revoked)
    }

    package func signingKey(_ fingerprint: String?, replaces: Bool) async throws(RepositoryError) -> String? {
        try await self.base.signingKey(fingerprint, replaces: replaces)
    }
}
