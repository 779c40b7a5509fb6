/// Reads what the nodes that share a database have agreed on.
package protocol ClusterReads {
    /// Returns the fingerprint of the signing key of the ledger; `nil` where none is stored.
    func signingKey() throws -> String?

    /// Returns the time of the database, which is the same for every node; `nil` for a ledger without a clock.
    func databaseTime() throws -> Instant?

    /// Returns the newest instant at which any node could not store something from Apple.
    func newestOutage() throws -> Instant?

    /// Returns the certificates of Apple's that were ever reported as revoked; there are very few.
    func revokedCertificates() throws -> [RevokedCertificate]
}

/// Stores what the nodes that share a database have to agree on.
package protocol ClusterWrites {
    /// Stores the fingerprint of the signing key of the ledger where none is stored or this one `replaces` it.
    func putSigningKey(_ fingerprint: String, replaces: Bool) throws

    /// Changes the remainder of a budget: `change` receives the stored number, initially 0, and returns the new one, or
    /// `nil` for no change.
    ///
    /// Returns the number before.
    ///
    /// No other call changes it in between.
    func changeBudget(_ name: BudgetName, _ change: (Int64) -> Int64?) throws -> Int64

    /// Acquires or renews a leader role until an instant, and returns whether this node holds it.
    ///
    /// Another node holds the role until its own lease ends. The instants come from the database's clock; with their
    /// own clocks two nodes could hold the role at once.
    func acquire(_ leaderRole: LeaderRole, by node: NodeID, at now: Instant, until: Instant) throws -> Bool

    /// Releases a leader role for the next node.
    ///
    /// Does nothing when another node holds it.
    func release(_ leaderRole: LeaderRole, by node: NodeID) throws

    /// Records that the server could not store something from Apple at an instant; the newest instant counts.
    func noteOutage(at instant: Instant) throws

    /// Joins a node's knowledge of a revoked certificate with what is stored, and stores the result.
    func keep(_ revoked: RevokedCertificate) throws
}

extension Repository {
    /// Returns the fingerprint of the signing key of the ledger, storing the given one where there is none or it
    /// `replaces` the stored one.
    package func signingKey(_ fingerprint: String?, replaces: Bool) async throws(RepositoryError) -> String? {
        guard let fingerprint else { return try await self.read { view in try view.signingKey() } }
        return try await self.write { unit in
            try unit.putSigningKey(fingerprint, replaces: replaces)
            return try unit.signingKey()
        }
    }
}

/// Work that only one of the nodes that share a database does at a time.
package enum LeaderRole: String, CaseIterable, Hashable, Sendable {
    /// All background work except sending: changes that time causes, questions to Apple, imports.
    case worker
}

/// The identifier of one process that shares the database, unique for the life of the process.
package struct NodeID: Hashable, Sendable, CustomStringConvertible {
    /// Random hexadecimal digits.
    package let rawValue: String

    /// Creates an identifier with this name.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name.
    package var description: String { self.rawValue }
}

/// The name of a request budget: an operation of Apple's interface, for one app and environment.
package struct BudgetName: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The operation.
    package let operation: String

    /// Creates the name of an operation's budget.
    package init(app: AppName, environment: StoreEnvironment, operation: String) {
        self.app = app
        self.environment = environment
        self.operation = operation
    }
}
