package import Ledger

extension SQLRepository {
    /// Records one unit, and returns when all of it is on disk.
    package func record(_ intake: Intake) async throws(RepositoryError) -> RecordingResult {
        try await self.write(recording: intake) { session in try session.record(intake) }
    }

    /// Quarantines evidence without applying it.
    package func hold(_ held: HeldEvidence) async throws(RepositoryError) {
        try await self.write { session in try session.hold(held) }
    }

    /// Replaces the reason, the code and the date of quarantined evidence.
    package func judge(_ held: HeldEvidence) async throws(RepositoryError) {
        try await self.write { session in try session.judge(held) }
    }

    /// Returns whether evidence with this digest is quarantined for an app.
    package func isHeld(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> Bool {
        try await self.read { session in try session.isHeld(digest, app: app) }
    }

    /// Returns the quarantined evidence that is due, earliest first.
    package func dueHeldEvidence(at now: Instant, limit: Int) async throws(RepositoryError) -> [HeldEvidence] {
        try await self.read { session in try session.dueHeldEvidence(at: now, limit: limit) }
    }

    /// Returns when the next quarantined evidence is due.
    package func nextHeldDueAt() async throws(RepositoryError) -> Instant? {
        try await self.read { session in try session.nextHeldDueAt() }
    }

    /// Makes quarantined evidence due that has no due time.
    package func reviewHeldEvidence(_ reasons: Set<HeldEvidence.Reason>, at now: Instant) async throws(RepositoryError)
    {
        try await self.write { session in
            for reason in reasons { try session.run(.reviewHeld, [.instant(now), .integer(reason.code)]) }
        }
    }

    /// Returns the number of quarantined objects by reason, without an entry where there are none.
    package func heldCounts() async throws(RepositoryError) -> [HeldEvidence.Reason: Int] {
        try await self.read { session in try session.heldCounts() }
    }

    /// Returns everything from which answers about one customer are derived, the chains by ascending first transaction
    /// id.
    package func ledger(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> CustomerLedger {
        try await self.read { session in
            try session.ledger(of: customer, in: ScopeName(app: app, environment: environment))
        }
    }

    /// Returns the chain that a transaction belongs to, or `nil` when the transaction is not known.
    package func chain(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> OwnedChain? {
        try await self.read { session in
            try session.chain(of: transaction, in: ScopeName(app: app, environment: environment))
        }
    }

    /// Returns signed objects in the order in which they were first recorded.
    package func evidence(
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [(position: Int64, app: AppName, evidence: SignedEvidence)] {
        try await self.read { session in
            try session.evidence(after: position, limit: limit).map { stored in
                (position: stored.position, app: try session.appName(stored.app), evidence: stored.evidence)
            }
        }
    }

    /// Returns the position of the object that was recorded last, or 0 when there is none.
    package func newestEvidencePosition() async throws(RepositoryError) -> Int64 {
        try await self.read { session in
            try session.first(.newestEvidence, [.integer(0)]) { row in try row.integer() } ?? 0
        }
    }

    /// Returns one signed object by its digest.
    package func evidence(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> SignedEvidence? {
        try await self.read { session in try session.evidence(digest, app: app) }
    }

    /// Returns the events of an event stream after a number, in order.
    package func events(
        of stream: EventStream,
        after number: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [Event] {
        try await self.read { session in try session.events(of: stream, after: number, limit: limit) }
    }

    /// Returns the due chains, earliest first.
    package func dueChains(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueChain] {
        try await self.read { session in try session.dueChains(at: now, limit: limit) }
    }

    /// Returns when the next chain is due.
    package func nextChainDueAt() async throws(RepositoryError) -> Instant? {
        try await self.read { session in try session.nextChainDueAt() }
    }

    /// Publishes the changes that time causes in a chain.
    package func advance(_ chain: DueChain, at now: Instant, catalog: Catalog) async throws(RepositoryError) {
        try await self.write { session in try session.advance(chain, at: now, catalog: catalog) }
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
