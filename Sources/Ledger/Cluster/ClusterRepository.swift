/// Keeps what the nodes that share the database have to agree on.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol ClusterRepository: Sendable {
    /// Takes a leader role until an instant, or keeps it until then; answers whether it is this node's now.
    ///
    /// It is another's as long as that one's time is not over. The instants are the database's own, or nodes whose
    /// clocks differ would both have it.
    func acquire(
        _ leaderRole: LeaderRole,
        by node: NodeID,
        at now: Instant,
        until: Instant
    ) async throws(RepositoryError) -> Bool

    /// Leaves a leader role to whoever comes next. Does nothing when it is another's.
    func release(_ leaderRole: LeaderRole, by node: NodeID) async throws(RepositoryError)

    /// Takes note that something from Apple could not be kept at an instant; the newest counts.
    func noteOutage(at instant: Instant) async throws(RepositoryError)

    /// The newest instant at which something from Apple could not be kept, by any node.
    func newestOutage() async throws(RepositoryError) -> Instant?

    /// The certificates of Apple's that were ever reported as revoked; there are hardly any.
    func revokedCertificates() async throws(RepositoryError) -> [RevokedCertificate]

    /// Keeps what a node knows of a revocation, together with what is kept of it.
    func keep(_ revoked: RevokedCertificate) async throws(RepositoryError)

    /// Says which signing key belongs to this ledger, unless that was said before, and answers which one does.
    ///
    /// `fingerprint` names the key and tells nothing of it; without one it is only asked. One that replaces counts
    /// instead of what was said before.
    func signingKey(_ fingerprint: String?, replaces: Bool) async throws(RepositoryError) -> String?
}

/// Work that one node at a time does, of all that share the database.
package enum LeaderRole: String, CaseIterable, Hashable, Sendable {
    /// Everything that a worker does by itself but deliver: what time brings, what Apple is asked, imports.
    case worker
}

/// One of the processes that share the database, told apart from all others as long as it lives.
package struct NodeID: Hashable, Sendable, CustomStringConvertible {
    /// Hexadecimal digits, by chance.
    package let rawValue: String

    /// A node with this name.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name.
    package var description: String { self.rawValue }
}

/// What one budget of requests is about: an operation of Apple's interface, for one app and environment.
package struct BudgetName: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The operation.
    package let operation: String

    /// The budget of an operation.
    package init(app: AppName, environment: StoreEnvironment, operation: String) {
        self.app = app
        self.environment = environment
        self.operation = operation
    }
}
