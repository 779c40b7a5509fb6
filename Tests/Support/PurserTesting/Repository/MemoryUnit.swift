import Ledger

/// A unit of work on a copy of what an `InMemoryRepository` holds.
final class MemoryUnit: UnitOfWork {
    /// Everything that the unit sees and changes.
    var memory: MemoryState
    /// What the unit cannot read.
    let damage: MemoryDamage

    /// Creates a unit of work that begins with this state.
    init(_ memory: MemoryState, damage: MemoryDamage) {
        self.memory = memory
        self.damage = damage
    }

    /// Works on the state.
    func open<Answer>(_ work: (inout MemoryState) throws -> Answer) rethrows -> Answer {
        try work(&self.memory)
    }

    /// Records one unit.
    func record(_ intake: Intake) throws -> RecordingResult {
        try self.memory.record(intake)
    }

    /// Stores evidence without applying it.
    func hold(_ held: HeldEvidence) throws {
        self.open { memory in memory.hold(held) }
    }

    /// Replaces the reason, the code and the date of held evidence.
    func judge(_ held: HeldEvidence) throws {
        self.open { memory in memory.judge(held) }
    }

    /// Returns whether evidence of this digest is held for an app.
    func isHeld(_ digest: EvidenceDigest, app: AppName) throws -> Bool {
        self.open { memory in memory.held.contains { $0.app == app && $0.digest == digest } }
    }

    /// The held evidence whose time has come, earliest first.
    func dueHeldEvidence(at now: Instant, limit: Int) throws -> [HeldEvidence] {
        self.open { memory in Array(memory.heldByDueDate.filter { $0.dueAt <= now }.map(\.held).prefix(limit)) }
    }

    /// Returns the instant at which the next held evidence is due.
    func nextHeldDueAt() throws -> Instant? {
        self.open { memory in memory.heldByDueDate.first?.dueAt }
    }

    /// Makes held evidence that waits for no instant due.
    func reviewHeldEvidence(_ reasons: Set<HeldEvidence.Reason>, at now: Instant) throws {
        self.open { memory in
            for (place, held) in memory.held.enumerated() where reasons.contains(held.reason) && held.dueAt == nil {
                memory.held[place] = held.judged(held.reason, code: held.code, dueAt: now)
            }
        }
    }

    /// Returns the numbers of held evidence by reason, without zero entries.
    func heldCounts() throws -> [HeldEvidence.Reason: Int] {
        self.open { memory in Dictionary(grouping: memory.held, by: \.reason).mapValues(\.count) }
    }

    /// Returns the evidence of an app that is held for a reason, newest first.
    func heldEvidence(
        of app: AppName,
        reason: HeldEvidence.Reason,
        before cursor: HeldSubmissionCursor?,
        limit: Int
    ) throws -> [(held: HeldEvidence, repeats: Int)] {
        self.open { memory in
            // A position whose evidence is not held any more stands behind all evidence of its instant.
            let last = memory.held.firstIndex { $0.app == app && $0.digest == cursor?.digest } ?? .max
            let fitting = memory.held.enumerated().filter { place, held in
                let isBefore = cursor.map { (held.receivedAt, place) < ($0.receivedAt, last) } ?? true
                return held.app == app && held.reason == reason && isBefore
            }
            let sorted = fitting.sorted { ($1.element.receivedAt, $1.offset) < ($0.element.receivedAt, $0.offset) }
            return sorted.prefix(limit).map { ($0.element, memory.heldRepeats[app]?[$0.element.digest] ?? 0) }
        }
    }

    /// Returns the submissions of a customer whose evidence is held, oldest first.
    func heldSubmissions(
        of customer: CustomerID,
        app: AppName,
        reason: HeldEvidence.Reason?,
        after cursor: HeldSubmissionCursor?,
        limit: Int
    ) throws -> [HeldSubmission] {
        self.open { memory in
            let names = Set(memory.keys(in: customer, app: app).map(\.customer)).union([customer])
            let found = memory.held.compactMap { held -> HeldSubmission? in
                guard held.app == app, let submission = held.submission, names.contains(submission.customer) else {
                    return nil
                }
                return HeldSubmission(
                    digest: held.digest,
                    reason: held.reason,
                    code: held.code,
                    kind: held.kind,
                    submission: submission,
                    receivedAt: held.receivedAt,
                    dueAt: held.dueAt,
                    repeats: memory.heldRepeats[app]?[held.digest] ?? 0
                )
            }
            let fitting = found.filter { held in
                (reason == nil || held.reason == reason) && (cursor.map { $0 < held.cursor } ?? true)
            }
            return Array(fitting.sorted { $0.cursor < $1.cursor }.prefix(limit))
        }
    }

    /// Returns all evidence about one customer, the chains by ascending first transaction id.
    func ledger(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> CustomerLedger {
        try self.damage.check(.customer(customer))
        return self.open { memory in
            memory.ledger(of: customer, in: MemoryState.Scope(app: app, environment: environment))
        }
    }

    /// Returns the part of a customer's ledger that became known last.
    func newestLedger(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) throws -> (ledger: CustomerLedger, isWhole: Bool) {
        try self.damage.check(.customer(customer))
        return self.open { memory in
            memory.newestLedger(
                of: customer,
                in: MemoryState.Scope(app: app, environment: environment),
                limit: limit
            )
        }
    }

    /// The chain that a transaction belongs to, or `nil` when the transaction is not known.
    func chain(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> OwnedChain? {
        let owned = self.open { memory in
            memory.chain(of: transaction, in: MemoryState.Scope(app: app, environment: environment))
        }
        for record in owned?.chain.transactions ?? [] {
            try self.damage.check(.chain(record.current.originalTransactionID))
        }
        return owned
    }

    /// Signed objects in the order they were first recorded.
    func evidence(
        after position: Int64,
        limit: Int
    ) throws -> [(position: Int64, app: AppName, evidence: SignedEvidence)] {
        self.open { memory in
            memory.evidence.enumerated()
                .map { (position: Int64($0.offset) + 1, app: $0.element.app, evidence: $0.element.evidence) }
                .filter { $0.position > position }
                .prefix(limit)
                .map { $0 }
        }
    }

    /// The position of the object that was recorded last, or 0 when there is none.
    func newestEvidencePosition() throws -> Int64 {
        self.open { memory in Int64(memory.evidence.count) }
    }

    /// Returns a signed object by its digest.
    func evidence(_ digest: EvidenceDigest, app: AppName) throws -> SignedEvidence? {
        self.open { memory in memory.evidence.first { $0.app == app && $0.evidence.digest == digest }?.evidence }
    }

    /// The events of an event stream after a number, in order.
    func events(
        of stream: EventStream,
        after number: Int64,
        limit: Int
    ) throws -> [Event] {
        self.open { memory in Array(memory.outbox.events(of: stream).filter { $0.number > number }.prefix(limit)) }
    }

    /// The chains whose state is to be looked at again, earliest first.
    func dueChains(at now: Instant, limit: Int) throws -> [DueChain] {
        self.open { memory in Array(memory.outbox.dueChains(at: now).prefix(limit)) }
    }

    /// Returns the instant at which the next chain is due.
    func nextChainDueAt() throws -> Instant? {
        self.open { memory in memory.outbox.nextDueAt }
    }

    /// Publishes the changes of a chain that time causes.
    func advance(_ chain: DueChain, at now: Instant, catalog: Catalog) throws {
        try self.damage.check(.chain(chain.originalTransactionID))
        self.open { memory in memory.advance(chain, at: now, catalog: catalog) }
    }

    /// Sets the sinks.
    func setSinks(_ names: [SinkName], of app: AppName) throws {
        self.open { memory in memory.outbox.sinks.setSinks(names, of: app) }
    }

    /// Returns whether something is to be published to a sink.
    func hasDueStream(for sink: SinkName, of app: AppName, at now: Instant) throws -> Bool {
        var copy = self.memory.outbox.sinks
        return !copy.leaseStreams(for: sink, of: app, at: now, until: now, limit: 1).isEmpty
    }

    /// Leases event streams that have something to publish to a sink to one worker.
    func leaseStreams(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) throws -> [EventStreamLease] {
        self.open { memory in
            memory.outbox.sinks.leaseStreams(for: sink, of: app, at: now, until: until, limit: limit)
        }
    }

    /// Records what a sink has acknowledged.
    func acknowledge(
        _ lease: EventStreamLease,
        through number: Int64,
        until: Instant
    ) throws -> EventStreamLease.Progress {
        self.open { memory in
            let count = memory.outbox.count(of: lease.stream)
            return memory.outbox.sinks.acknowledge(lease, through: number, until: until, count: count)
        }
    }

    /// Returns a leased event stream.
    func putBack(_ lease: EventStreamLease, until: Instant) throws {
        self.open { memory in memory.outbox.sinks.putBack(lease, until: until) }
    }

    /// Returns the instant of the oldest event that a sink has not received.
    func oldestUnsentEvent(
        for sink: SinkName,
        of app: AppName,
        limit: Int
    ) throws -> Instant? {
        self.open { memory in
            memory.outbox.sinks.unsent(by: sink, of: app, limit: limit).compactMap { stream, number -> Instant? in
                let events = memory.outbox.events(of: stream)
                let place = Int(number) - 1
                return events.indices.contains(place) ? events[place].occurredAt : nil
            }.min()
        }
    }

    /// The newest entry's number and hash in the audit log.
    func auditHead() throws -> AuditHead {
        self.open { memory in memory.auditHead }
    }

    /// Enters an action in the audit log, within its quota if it has one.
    func append(
        _ draft: AuditDraft,
        within quota: BudgetName?
    ) throws -> AuditEntry? {
        self.open { memory in
            memory.append(draft, within: quota)
        }
    }

    /// Entries of the audit log after a number, in order.
    func auditEntries(after number: Int64, limit: Int) throws -> [AuditEntry] {
        self.open { memory in Array(memory.audit.filter { $0.number > number }.prefix(limit)) }
    }

    /// Fails once it is closed.
    func probe() throws {
        self.open { _ in }
    }
}
