package import Ledger

extension Session {
    /// Acquires or renews a leader role, unless another node holds it.
    package func acquire(_ leaderRole: LeaderRole, by node: NodeID, at now: Instant, until: Instant) throws -> Bool {
        try self.change(
            .cluster.acquireLeaderRole,
            [.text(leaderRole.rawValue), .text(node.rawValue), .instant(until), .instant(now)]
        ) > 0
    }

    /// Releases a leader role.
    package func release(_ leaderRole: LeaderRole, by node: NodeID) throws {
        try self.run(.cluster.releaseLeaderRole, [.text(leaderRole.rawValue), .text(node.rawValue)])
    }

    /// Records an outage.
    package func noteOutage(at instant: Instant) throws {
        try self.run(.cluster.putOutage, [.instant(instant)])
    }

    /// Returns the instant of the newest outage.
    package func newestOutage() throws -> Instant? {
        try self.first(.cluster.cluster, []) { row in try row.optionalInstant() } ?? nil
    }

    /// Returns the time of the database.
    package func databaseTime() throws -> Instant? {
        guard let time = try self.first(.cluster.databaseTime, [], read: { row in try row.instant() }) else {
            throw RepositoryError.corrupt
        }
        return time
    }

    /// Returns all certificates that were ever reported as revoked.
    package func revokedCertificates() throws -> [RevokedCertificate] {
        try self.all(.cluster.revokedCertificates, []) { row in try Self.revokedCertificate(&row) }
    }

    /// Returns what is known of a revoked certificate; `nil` where it was not reported as revoked.
    package func revokedCertificate(_ id: RevokedCertificate.ID) throws -> RevokedCertificate? {
        try self.first(.cluster.revokedCertificate, id.key) { row in try Self.revokedCertificate(&row) }
    }

    /// Saves what is known of a revoked certificate.
    package func put(_ revoked: RevokedCertificate) throws {
        try self.run(
            .cluster.putRevokedCertificate,
            revoked.id.key + [
                .instant(revoked.revokedAt), .instant(revoked.learnedAt), .instant(revoked.statedAt),
                .instant(revoked.clearedAt),
            ]
        )
    }

    private static func revokedCertificate(_ row: inout Row) throws -> RevokedCertificate {
        RevokedCertificate(
            id: RevokedCertificate.ID(
                issuerNameHash: try row.bytes(),
                issuerKeyHash: try row.bytes(),
                serialNumber: try row.bytes()
            ),
            revokedAt: try row.instant(),
            learnedAt: try row.instant(),
            statedAt: try row.instant(),
            clearedAt: try row.optionalInstant()
        )
    }

    /// Stores the fingerprint of the signing key of the ledger where none is stored or this one `replaces` it.
    package func putSigningKey(_ fingerprint: String, replaces: Bool) throws {
        try self.run(replaces ? .cluster.replaceSigningKey : .cluster.putSigningKey, [.text(fingerprint)])
    }

    /// Returns the fingerprint of the signing key of the ledger; `nil` where none is stored.
    package func signingKey() throws -> String? {
        try self.first(.cluster.cluster, []) { row in
            _ = try row.optionalInstant()
            return try row.optionalText()
        } ?? nil
    }

    /// Changes the number of a budget, and returns the number before.
    package func changeBudget(_ name: BudgetName, _ change: (Int64) -> Int64?) throws -> Int64 {
        let scope = try self.scope(ScopeName(app: name.app, environment: name.environment))
        let key: [SQLValue] = [.integer(scope.number), .text(name.operation)]
        let before = try self.first(.cluster.budget, key) { row in try row.integer() } ?? 0
        if let after = change(before) { try self.run(.cluster.putBudget, key + [.integer(after)]) }
        return before
    }
}

extension RevokedCertificate.ID {
    /// The key values of its row.
    fileprivate var key: [SQLValue] {
        [.bytes(self.issuerNameHash), .bytes(self.issuerKeyHash), .bytes(self.serialNumber)]
    }
}

/// The statements on the coordination of the nodes.
package struct ClusterStatements: Sendable {
    package let acquireLeaderRole = SQLStatement(
        """
        INSERT INTO leader_role (name, node, until) VALUES (?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET node = excluded.node, until = excluded.until
        WHERE leader_role.node = excluded.node OR leader_role.until <= ?
        """
    )
    package let releaseLeaderRole = SQLStatement("DELETE FROM leader_role WHERE name = ? AND node = ?")
    package let putOutage = SQLStatement("UPDATE cluster SET outage_at = max(ifnull(outage_at, 0), ?) WHERE id = 1")
    package let putSigningKey = SQLStatement("UPDATE cluster SET signing_key = ? WHERE id = 1 AND signing_key IS NULL")
    package let replaceSigningKey = SQLStatement("UPDATE cluster SET signing_key = ? WHERE id = 1")
    package let cluster = SQLStatement("SELECT outage_at, signing_key FROM cluster WHERE id = 1")
    package let revokedCertificates = SQLStatement(
        "\(Self.revokedColumns) ORDER BY issuer_name_hash, issuer_key_hash, serial_number"
    )
    package let revokedCertificate = SQLStatement(
        "\(Self.revokedColumns) WHERE issuer_name_hash = ? AND issuer_key_hash = ? AND serial_number = ?"
    )
    package let putRevokedCertificate = SQLStatement(
        """
        INSERT INTO revoked_certificate
            (issuer_name_hash, issuer_key_hash, serial_number, revoked_at, learned_at, stated_at, cleared_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (issuer_name_hash, issuer_key_hash, serial_number) DO UPDATE SET
            revoked_at = excluded.revoked_at, learned_at = excluded.learned_at, stated_at = excluded.stated_at,
            cleared_at = excluded.cleared_at
        """
    )
    package let budget = SQLStatement("SELECT spent_until FROM budget WHERE scope = ? AND operation = ?")
    package let putBudget = SQLStatement(
        """
        INSERT INTO budget (scope, operation, spent_until) VALUES (?, ?, ?)
        ON CONFLICT (scope, operation) DO UPDATE SET spent_until = excluded.spent_until
        """
    )
    package let databaseTime = SQLStatement(
        "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
        postgreSQL: "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
    )

    private static let revokedColumns = """
        SELECT issuer_name_hash, issuer_key_hash, serial_number, revoked_at, learned_at, stated_at, cleared_at
        FROM revoked_certificate
        """
}

extension SQLStatement {
    /// The statements on the coordination of the nodes.
    package static let cluster = ClusterStatements()
}
