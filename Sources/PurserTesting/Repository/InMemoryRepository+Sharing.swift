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
