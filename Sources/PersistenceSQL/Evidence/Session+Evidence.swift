import Ledger

extension Session {
    /// One stored object with its place and its app's number.
    struct StoredEvidence {
        /// Its place in the order of recording.
        let position: Int64
        /// The app's number.
        let app: Int64
        /// The object.
        let evidence: SignedEvidence
    }

    /// Signed objects after a position, in order.
    func evidence(after position: Int64, limit: Int) throws -> [StoredEvidence] {
        let found = try self.all(.evidenceAfter, [.integer(position), .integer(Int64(limit))], read: Self.evidence)
        return try found.map(self.withParts)
    }

    /// One signed object by its digest.
    func evidence(_ digest: EvidenceDigest, app: AppName) throws -> SignedEvidence? {
        let key: [SQLValue] = [.text(app.rawValue), .bytes(digest.bytes)]
        return try self.first(.evidenceByDigest, key, read: Self.evidence).map(self.withParts)?.evidence
    }

    private func withParts(_ stored: StoredEvidence) throws -> StoredEvidence {
        let parts = try self.all(.parts, [.integer(stored.position)]) { row in
            SignedEvidence.Part(offset: Int(try row.integer()), digest: try row.digest())
        }
        guard !parts.isEmpty else { return stored }
        let whole = stored.evidence
        let evidence = SignedEvidence(
            digest: whole.digest,
            kind: whole.kind,
            headerDigest: whole.headerDigest,
            header: whole.header,
            payload: whole.payload,
            signature: whole.signature,
            parts: parts,
            signedAt: whole.signedAt
        )
        return StoredEvidence(position: stored.position, app: stored.app, evidence: evidence)
    }

    private static func evidence(in row: inout Row) throws -> StoredEvidence {
        let position = try row.integer()
        let kind = try row.coded(SignedEvidence.Kind.self)
        let signedAt = try row.instant()
        let digest = try row.digest()
        let signature = try row.bytes()
        let payload = try row.bytes()
        let evidence = SignedEvidence(
            digest: digest,
            kind: kind,
            headerDigest: try row.digest(),
            header: try row.bytes(),
            payload: payload,
            signature: signature,
            parts: [],
            signedAt: signedAt
        )
        return StoredEvidence(position: position, app: try row.integer(), evidence: evidence)
    }
}
