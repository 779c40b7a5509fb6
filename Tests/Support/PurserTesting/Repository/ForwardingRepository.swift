package import Ledger

/// A repository around another, which does everything that it does not do differently itself.
///
/// Tests use it to watch what goes in, or to be wrong on purpose.
package protocol ForwardingRepository: Repository {
    /// The repository that keeps everything.
    var base: any Repository { get }
}

extension ForwardingRepository {
    package func record(_ intake: Intake) async throws(RepositoryError) -> RecordingResult {
        try await self.base.record(intake)
    }

    package func hold(_ held: HeldEvidence) async throws(RepositoryError) {
        try await self.base.hold(held)
    }

    package func judge(_ held: HeldEvidence) async throws(RepositoryError) {
        try await self.base.judge(held)
    }

    package func isHeld(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> Bool {
        try await self.base.isHeld(digest, app: app)
    }

    package func dueHeldEvidence(at now: Instant, limit: Int) async throws(RepositoryError) -> [HeldEvidence] {
        try await self.base.dueHeldEvidence(at: now, limit: limit)
    }

    package func nextHeldDueAt() async throws(RepositoryError) -> Instant? {
        try await self.base.nextHeldDueAt()
    }

    package func reviewHeldEvidence(_ reasons: Set<HeldEvidence.Reason>, at now: Instant) async throws(RepositoryError)
    {
        try await self.base.reviewHeldEvidence(reasons, at: now)
    }

    package func heldCounts() async throws(RepositoryError) -> [HeldEvidence.Reason: Int] {
        try await self.base.heldCounts()
    }

    package func ledger(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> CustomerLedger {
        try await self.base.ledger(of: customer, app: app, environment: environment)
    }

    package func chain(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> OwnedChain? {
        try await self.base.chain(of: transaction, app: app, environment: environment)
    }

    package func evidence(
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [(position: Int64, app: AppName, evidence: SignedEvidence)] {
        try await self.base.evidence(after: position, limit: limit)
    }

    package func evidence(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> SignedEvidence? {
        try await self.base.evidence(digest, app: app)
    }

    package func probe() async throws(RepositoryError) {
        try await self.base.probe()
    }

    package func close() async {
        await self.base.close()
    }

    package func events(
        of stream: EventStream,
        after number: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [Event] {
        try await self.base.events(of: stream, after: number, limit: limit)
    }

    package func dueChains(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueChain] {
        try await self.base.dueChains(at: now, limit: limit)
    }

    package func nextChainDueAt() async throws(RepositoryError) -> Instant? {
        try await self.base.nextChainDueAt()
    }

    package func advance(_ chain: DueChain, at now: Instant, catalog: Catalog) async throws(RepositoryError) {
        try await self.base.advance(chain, at: now, catalog: catalog)
    }

    package func setSinks(_ names: [SinkName], of app: AppName) async throws(RepositoryError) {
        try await self.base.setSinks(names, of: app)
    }

    package func leaseStreams(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [EventStreamLease] {
        try await self.base.leaseStreams(for: sink, of: app, at: now, until: until, limit: limit)
    }

    package func acknowledge(
        _ lease: EventStreamLease,
        through number: Int64,
        until: Instant
    ) async throws(RepositoryError) -> EventStreamLease.Progress {
        try await self.base.acknowledge(lease, through: number, until: until)
    }

    package func oldestUnsentEvent(
        for sink: SinkName,
        of app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Instant? {
        try await self.base.oldestUnsentEvent(for: sink, of: app, limit: limit)
    }

    package func newestEvidencePosition() async throws(RepositoryError) -> Int64 {
        try await self.base.newestEvidencePosition()
    }

    package func auditHead() async throws(RepositoryError) -> AuditHead {
        try await self.base.auditHead()
    }

    package func append(
        _ draft: AuditDraft,
        within quota: BudgetName?
    ) async throws(RepositoryError) -> AuditEntry? {
        try await self.base.append(draft, within: quota)
    }

    package func auditEntries(after number: Int64, limit: Int) async throws(RepositoryError) -> [AuditEntry] {
        try await self.base.auditEntries(after: number, limit: limit)
    }

    package func putBack(_ lease: EventStreamLease, until: Instant) async throws(RepositoryError) {
        try await self.base.putBack(lease, until: until)
    }
}
