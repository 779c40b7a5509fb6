package import Ledger
package import Logging
import PersistenceSQL
import Synchronization

/// A repository in memory, simple enough to be seen right; it shows what the others must answer.
///
/// It keeps every fact and derives owners at each question instead of keeping them.
package final class InMemoryRepository: Repository {
    private let books = Mutex(Books())
    private let logger: Logger?

    /// An empty repository.
    package init(logger: Logger? = nil) {
        self.logger = logger
    }

    /// Records one unit.
    package func record(_ intake: Intake) async throws(RepositoryError) -> Recorded {
        let result = self.books.withLock { books in
            guard !books.isClosed else { return Result<Recorded, RepositoryError>.failure(.unavailable) }
            var changed = books
            let result = Result { () throws(RepositoryError) in
                try Self.underLease(&changed) { books throws(RepositoryError) in try books.record(intake) }
            }
            // A unit that fails leaves nothing behind.
            if case .success = result {
                self.log(changed, since: books.audit.count)
                books = changed
            }
            return result
        }
        return try result.get()
    }

    /// Keeps evidence without applying it.
    package func hold(_ held: HeldEvidence) async throws(RepositoryError) {
        try self.open { books in books.hold(held) }
    }

    /// Replaces the reason, the code and the date of held evidence.
    package func judge(_ held: HeldEvidence) async throws(RepositoryError) {
        try self.open { books in books.judge(held) }
    }

    /// Returns whether evidence of this digest is held for an app.
    package func isHeld(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> Bool {
        try self.open { books in books.held.contains { $0.app == app && $0.digest == digest } }
    }

    /// The held evidence whose time has come, earliest first.
    package func dueHeldEvidence(at now: Instant, limit: Int) async throws(RepositoryError) -> [HeldEvidence] {
        try self.open { books in Array(books.heldByDueDate.filter { $0.dueAt <= now }.map(\.held).prefix(limit)) }
    }

    /// When the next held evidence is due.
    package func nextHeldDueAt() async throws(RepositoryError) -> Instant? {
        try self.open { books in books.heldByDueDate.first?.dueAt }
    }

    /// Makes held evidence that waits for no instant due.
    package func reviewHeldEvidence(_ reasons: Set<HeldEvidence.Reason>, at now: Instant) async throws(RepositoryError)
    {
        try self.open { books in
            for (place, held) in books.held.enumerated() where reasons.contains(held.reason) && held.dueAt == nil {
                books.held[place] = held.judged(held.reason, code: held.code, dueAt: now)
            }
        }
    }

    /// How much evidence is held, by reason; without an entry where none is.
    package func heldCounts() async throws(RepositoryError) -> [HeldEvidence.Reason: Int] {
        try self.open { books in Dictionary(grouping: books.held, by: \.reason).mapValues(\.count) }
    }

    /// Everything that answers about one customer are derived from, the chains by ascending first transaction id.
    package func ledger(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> CustomerLedger {
        try self.open { books in books.ledger(of: customer, in: Books.Scope(app: app, environment: environment)) }
    }

    /// The chain that a transaction belongs to, or `nil` when the transaction is not known.
    package func chain(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> OwnedChain? {
        try self.open { books in books.chain(of: transaction, in: Books.Scope(app: app, environment: environment)) }
    }

    /// Signed objects in the order they were first recorded.
    package func evidence(
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [(position: Int64, app: AppName, evidence: SignedEvidence)] {
        try self.open { books in
            books.evidence.enumerated()
                .map { (position: Int64($0.offset) + 1, app: $0.element.app, evidence: $0.element.evidence) }
                .filter { $0.position > position }
                .prefix(limit)
                .map { $0 }
        }
    }

    /// The position of the object that was recorded last, or 0 when there is none.
    package func newestEvidencePosition() async throws(RepositoryError) -> Int64 {
        try self.open { books in Int64(books.evidence.count) }
    }

    /// One signed object by its digest.
    package func evidence(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> SignedEvidence? {
        try self.open { books in books.evidence.first { $0.app == app && $0.evidence.digest == digest }?.evidence }
    }

    /// The events of a lane after a number, in order.
    package func events(of lane: Lane, after number: Int64, limit: Int) async throws(RepositoryError) -> [Event] {
        try self.open { books in Array(books.outbox.events(of: lane).filter { $0.number > number }.prefix(limit)) }
    }

    /// The chains whose state is to be looked at again, earliest first.
    package func dueChains(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueChain] {
        try self.open { books in Array(books.outbox.dueChains(at: now).prefix(limit)) }
    }

    /// When the next chain is due.
    package func nextChainDueAt() async throws(RepositoryError) -> Instant? {
        try self.open { books in books.outbox.nextDueAt }
    }

    /// Lets time pass over a chain.
    package func advance(_ chain: DueChain, at now: Instant, catalogue: Catalogue) async throws(RepositoryError) {
        try self.open { books in books.advance(chain, at: now, catalogue: catalogue) }
    }

    /// Says who is told.
    package func setSinks(_ names: [SinkName], of app: AppName) async throws(RepositoryError) {
        try self.open { books in books.outbox.sinks.setSinks(names, of: app) }
    }

    /// Leases lanes that have something to tell a sink to one worker.
    package func leaseLanes(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [LaneLease] {
        try self.open { books in books.outbox.sinks.leaseLanes(for: sink, of: app, at: now, until: until, limit: limit)
        }
    }

    /// Takes note of what a sink was told.
    package func acknowledge(
        _ lease: LaneLease,
        through number: Int64,
        until: Instant
    ) async throws(RepositoryError) -> LaneLease.Progress {
        try self.open { books in
            let count = books.outbox.count(of: lease.lane)
            return books.outbox.sinks.acknowledge(lease, through: number, until: until, count: count)
        }
    }

    /// Puts a lane back.
    package func putBack(_ lease: LaneLease, until: Instant) async throws(RepositoryError) {
        try self.open { books in books.outbox.sinks.putBack(lease, until: until) }
    }

    /// When the oldest event occurred that a sink has not received.
    package func oldestUnsentEvent(
        for sink: SinkName,
        of app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Instant? {
        try self.open { books in
            books.outbox.sinks.unsent(by: sink, of: app, limit: limit).compactMap { lane, number -> Instant? in
                let events = books.outbox.events(of: lane)
                let place = Int(number) - 1
                return events.indices.contains(place) ? events[place].occurredAt : nil
            }.min()
        }
    }

    /// Where the audit log ends.
    package func auditHead() async throws(RepositoryError) -> AuditHead {
        try self.open { books in books.auditHead }
    }

    /// Enters an act in the audit log, within its quota if it has one.
    package func append(
        _ draft: AuditDraft,
        within quota: BudgetName?
    ) async throws(RepositoryError) -> AuditEntry? {
        try self.open { books in
            books.append(draft, within: quota)
        }
    }

    /// Entries of the audit log after a number, in order.
    package func auditEntries(after number: Int64, limit: Int) async throws(RepositoryError) -> [AuditEntry] {
        try self.open { books in Array(books.audit.filter { $0.number > number }.prefix(limit)) }
    }

    /// Fails once it is closed.
    package func probe() async throws(RepositoryError) {
        try self.open { _ in }
    }

    /// Refuses everything from now on.
    package func close() async {
        self.books.withLock { $0.isClosed = true }
    }

    /// Works on the books unless they are closed.
    func open<Answer: Sendable>(
        _ work: (inout Books) -> Answer
    ) throws(RepositoryError) -> Answer {
        let answer: Result<Answer, RepositoryError> = self.books.withLock { books in
            guard !books.isClosed else { return .failure(.unavailable) }
            let count = books.audit.count
            defer { self.log(books, since: count) }
            let entry: (@Sendable (Answer) throws -> AuditedWork.Entry?)? = AuditedWork.entry()
            guard IdempotentWork.current != nil || entry != nil else { return .success(work(&books)) }
            var changed = books
            do throws(RepositoryError) {
                let answer = try Self.underLease(&changed) { books throws(RepositoryError) in
                    let answer = work(&books)
                    try books.enter(answer, entry)
                    return answer
                }
                books = changed
                return .success(answer)
            } catch {
                return .failure(error)
            }
        }
        return try answer.get()
    }

    /// Works while the lease stands under which the current task works, if it works under one, and keeps the answer with it
    /// where the work decides the answer.
    private static func underLease<Answer: Sendable>(
        _ books: inout Books,
        _ work: (inout Books) throws(RepositoryError) -> Answer
    ) throws(RepositoryError) -> Answer {
        guard let repeatable = IdempotentWork.current else { return try work(&books) }
        guard books.access.stands(repeatable.lease) else { throw .leaseLost }
        let outcome = try work(&books)
        let answer: IdempotentAnswer?
        do {
            answer = try repeatable.keeping()(outcome)
        } catch {
            throw .corrupt
        }
        if let answer { books.access.end(repeatable.lease, answer) }
        return outcome
    }

    /// Logs the entries of the audit log that were added.
    private func log(_ books: Books, since count: Int) {
        for entry in books.audit.dropFirst(count) { self.logger?.note(entry) }
    }
}
