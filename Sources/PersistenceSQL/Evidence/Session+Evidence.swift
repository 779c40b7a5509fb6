package import Ledger

extension Session {
    /// Returns signed objects after a position, in the order in which they were first recorded.
    package func evidence(
        after position: Int64,
        limit: Int
    ) throws -> [(position: Int64, app: AppName, evidence: SignedEvidence)] {
        try self.all(.evidence.evidenceAfter, [.integer(position), .integer(Int64(limit))], read: Self.evidence).map {
            stored in
            (
                position: stored.position, app: try self.appName(stored.app),
                evidence: try self.withParts(stored).evidence
            )
        }
    }

    /// Returns the position of the object that was recorded last, or 0 when there is none.
    package func newestEvidencePosition() throws -> Int64 {
        try self.first(.evidence.newestEvidence, [.integer(0)]) { row in try row.integer() } ?? 0
    }

    /// Returns one signed object by its digest.
    package func evidence(_ digest: EvidenceDigest, app: AppName) throws -> SignedEvidence? {
        let key: [SQLValue] = [.text(app.rawValue), .bytes(digest.bytes)]
        return try self.first(.evidence.evidenceByDigest, key, read: Self.evidence).map(self.withParts)?.evidence
    }

    /// A stored object with its position and its app's number.
    private struct StoredEvidence {
        /// The position in the order of recording.
        let position: Int64
        /// The app's number.
        let app: Int64
        /// The object.
        let evidence: SignedEvidence
    }

    private func withParts(_ stored: StoredEvidence) throws -> StoredEvidence {
        let parts = try self.all(.evidence.parts, [.integer(stored.position)]) { row in
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

/// The statements on signed evidence and notifications.
package struct EvidenceStatements: Sendable {
    package let headerByDigest = SQLStatement("SELECT id FROM header WHERE app = ? AND digest = ?")
    package let insertHeader = SQLStatement("INSERT INTO header (app, digest, bytes) VALUES (?, ?, ?)")
    package let evidencePosition = SQLStatement("SELECT position FROM evidence WHERE app = ? AND digest = ?")
    package let insertEvidence = SQLStatement(
        """
        INSERT INTO evidence (app, kind, header, signed_at, digest, signature, payload) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """
    )
    package let insertNumberedEvidence = SQLStatement(
        """
        INSERT INTO evidence (position, app, kind, header, signed_at, digest, signature, payload)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    // PostgreSQL divides evidence by date, and would have to search a digest alone in each part.
    package let datedPosition = SQLStatement(
        "SELECT position FROM evidence WHERE app = ? AND digest = ? AND signed_at = ?"
    )
    package let takePositions = SQLStatement.takingNumbers(of: "evidence", "position")
    package let insertPart = SQLStatement(
        "INSERT INTO evidence_part (whole, ordinal, \"offset\", part) VALUES (?, ?, ?, ?)"
    )
    package let parts = SQLStatement(
        """
        SELECT evidence_part."offset", evidence.digest
        FROM evidence_part JOIN evidence ON evidence.position = evidence_part.part
        WHERE evidence_part.whole = ? ORDER BY evidence_part.ordinal
        """
    )
    package let evidenceAfter = SQLStatement(
        "\(Self.evidenceColumns) WHERE evidence.position > ? ORDER BY evidence.position LIMIT ?"
    )
    package let newestEvidence = SQLStatement(
        "SELECT position FROM evidence WHERE position > ? ORDER BY position DESC LIMIT 1"
    )
    package let evidenceByDigest = SQLStatement(
        """
        \(Self.evidenceColumns) WHERE evidence.app = (SELECT id FROM app WHERE name = ?) AND evidence.digest = ?
        """
    )
    package let insertNotification = SQLStatement(
        """
        INSERT INTO notification (scope, uuid, evidence, type, subtype, transaction_id, signed_at, received_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """
    )
    package let repeatNotification = SQLStatement(
        "UPDATE notification SET repeats = repeats + ?, repeated_at = ? WHERE scope = ? AND uuid = ?"
    )

    private static let evidenceColumns = """
        SELECT evidence.position, evidence.kind, evidence.signed_at, evidence.digest, evidence.signature,
        evidence.payload, header.digest, header.bytes, evidence.app
        FROM evidence JOIN header ON header.id = evidence.header
        """
}

extension SQLStatement {
    /// The statements on signed evidence and notifications.
    package static let evidence = EvidenceStatements()
}
