import Ledger

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
