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

extension Session {
    /// Takes or keeps a duty, unless it is another's.
    func take(_ duty: Duty, by node: NodeID, at now: Instant, until: Instant) throws -> Bool {
        try self.change(
            .takeDuty,
            [.text(duty.rawValue), .text(node.rawValue), .instant(until), .instant(now)]
        ) > 0
    }

    /// Leaves a duty.
    func leave(_ duty: Duty, by node: NodeID) throws {
        try self.run(.leaveDuty, [.text(duty.rawValue), .text(node.rawValue)])
    }

    /// Takes note of an outage.
    func noteOutage(at instant: Instant) throws {
        try self.run(.putOutage, [.instant(instant)])
    }

    /// When the newest outage was.
    func newestOutage() throws -> Instant? {
        try self.first(.sharing, []) { row in try row.optionalInstant() } ?? nil
    }

    /// What time it is for the database.
    func databaseTime() throws -> Instant {
        guard let time = try self.first(.databaseTime, [], read: { row in try row.instant() }) else {
            throw RepositoryError.corrupt
        }
        return time
    }

    /// The certificates that were ever reported as revoked.
    func revokedCertificates() throws -> [RevokedCertificate] {
        try self.all(.revokedCertificates, []) { row in try Self.revokedCertificate(&row) }
    }

    /// Keeps what a node knows of a revocation, together with what is kept of it.
    func keep(_ revoked: RevokedCertificate) throws {
        let key: [SQLValue] = [
            .bytes(revoked.id.issuerNameHash), .bytes(revoked.id.issuerKeyHash), .bytes(revoked.id.serialNumber),
        ]
        let known = try self.first(.revokedCertificate, key) { row in try Self.revokedCertificate(&row) }
        let joined = known?.joined(with: revoked) ?? revoked
        guard joined != known else { return }
        try self.run(
            .putRevokedCertificate,
            key + [
                .instant(joined.revokedAt), .instant(joined.learnedAt), .instant(joined.statedAt),
                .instant(joined.clearedAt),
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

    /// Says which signing key belongs to the books.
    func putSigningKey(_ fingerprint: String, replaces: Bool) throws {
        try self.run(replaces ? .replaceSigningKey : .putSigningKey, [.text(fingerprint)])
    }

    /// Which signing key belongs to the books.
    func signingKey() throws -> String? {
        try self.first(.sharing, []) { row in
            _ = try row.optionalInstant()
            return try row.optionalText()
        } ?? nil
    }
}

extension Query {
    /// The statement of what nodes agree on.
    var sharingSQL: String {
        switch self {
        case .takeDuty:
            """
            INSERT INTO duty (name, node, until) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET node = excluded.node, until = excluded.until
            WHERE duty.node = excluded.node OR duty.until <= ?
            """
        case .leaveDuty: "DELETE FROM duty WHERE name = ? AND node = ?"
        case .putOutage: "UPDATE sharing SET outage_at = max(ifnull(outage_at, 0), ?) WHERE id = 1"
        case .putSigningKey: "UPDATE sharing SET signing_key = ? WHERE id = 1 AND signing_key IS NULL"
        case .replaceSigningKey: "UPDATE sharing SET signing_key = ? WHERE id = 1"
        case .sharing: "SELECT outage_at, signing_key FROM sharing WHERE id = 1"
        case .revokedCertificates: "\(Self.revokedColumns) ORDER BY issuer_name_hash, issuer_key_hash, serial_number"
        case .revokedCertificate:
            "\(Self.revokedColumns) WHERE issuer_name_hash = ? AND issuer_key_hash = ? AND serial_number = ?"
        case .putRevokedCertificate:
            """
            INSERT INTO revoked_certificate
                (issuer_name_hash, issuer_key_hash, serial_number, revoked_at, learned_at, stated_at, cleared_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (issuer_name_hash, issuer_key_hash, serial_number) DO UPDATE SET
                revoked_at = excluded.revoked_at, learned_at = excluded.learned_at, stated_at = excluded.stated_at,
                cleared_at = excluded.cleared_at
            """
        case .databaseTime: "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
        default: self.deliverySQL
        }
    }

    private static let revokedColumns = """
        SELECT issuer_name_hash, issuer_key_hash, serial_number, revoked_at, learned_at, stated_at, cleared_at
        FROM revoked_certificate
        """
}
