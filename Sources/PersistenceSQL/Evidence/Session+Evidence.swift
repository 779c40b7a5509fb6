package import Ledger

extension Session {
    /// Makes quarantined evidence due that has no due time.
    package func reviewHeldEvidence(_ reasons: Set<HeldEvidence.Reason>, at now: Instant) throws {
        self.note(.heldEvidence, dueAt: now)
        for reason in reasons { try self.run(.reviewHeld, [.instant(now), .integer(reason.code)]) }
    }

    /// Returns everything from which answers about one customer are derived, the chains by ascending first transaction
    /// id.
    package func ledger(of customer: CustomerID, app: AppName, environment: StoreEnvironment) throws -> CustomerLedger {
        try self.ledger(of: customer, in: ScopeName(app: app, environment: environment))
    }

    /// Returns the chain that a transaction belongs to, or `nil` when the transaction is not known.
    package func chain(of transaction: TransactionID, app: AppName, environment: StoreEnvironment) throws -> OwnedChain?
    {
        try self.chain(of: transaction, in: ScopeName(app: app, environment: environment))
    }

    /// Returns signed objects in the order in which they were first recorded.
    package func evidence(
        after position: Int64,
        limit: Int
    ) throws -> [(position: Int64, app: AppName, evidence: SignedEvidence)] {
        try self.evidence(after: position, limit: limit).map { stored in
            (position: stored.position, app: try self.appName(stored.app), evidence: stored.evidence)
        }
    }

    /// Returns the position of the object that was recorded last, or 0 when there is none.
    package func newestEvidencePosition() throws -> Int64 {
        try self.first(.newestEvidence, [.integer(0)]) { row in try row.integer() } ?? 0
    }
}

extension Session {
    /// A stored object with its position and its app's number.
    struct StoredEvidence {
        /// The position in the order of recording.
        let position: Int64
        /// The app's number.
        let app: Int64
        /// The object.
        let evidence: SignedEvidence
    }

    /// Returns signed objects after a position, in order.
    func evidence(after position: Int64, limit: Int) throws -> [StoredEvidence] {
        let found = try self.all(.evidenceAfter, [.integer(position), .integer(Int64(limit))], read: Self.evidence)
        return try found.map(self.withParts)
    }

    /// Returns one signed object by its digest.
    package func evidence(_ digest: EvidenceDigest, app: AppName) throws -> SignedEvidence? {
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
