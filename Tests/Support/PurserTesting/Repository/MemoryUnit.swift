package import Ledger

/// A unit of work on a copy of what an `InMemoryRepository` holds.
final class MemoryUnit: UnitOfWork {
    /// Everything that the unit sees and changes.
    var memory: MemoryState

    /// Creates a unit of work that begins with this state.
    init(_ memory: MemoryState) {
        self.memory = memory
    }

    /// Works on the state.
    func open<Answer>(_ work: (inout MemoryState) throws -> Answer) rethrows -> Answer {
        try work(&self.memory)
    }

    /// Records one unit.
    package func record(_ intake: Intake) throws -> RecordingResult {
        try self.memory.record(intake)
    }

    /// Stores evidence without applying it.
    package func hold(_ held: HeldEvidence) throws {
        try self.open { memory in memory.hold(held) }
    }

    /// Replaces the reason, the code and the date of held evidence.
    package func judge(_ held: HeldEvidence) throws {
        try self.open { memory in memory.judge(held) }
    }

    /// Returns whether evidence of this digest is held for an app.
    package func isHeld(_ digest: EvidenceDigest, app: AppName) throws -> Bool {
        try self.open { memory in memory.held.contains { $0.app == app && $0.digest == digest } }
    }

    /// The held evidence whose time has come, earliest first.
    package func dueHeldEvidence(at now: Instant, limit: Int) throws -> [HeldEvidence] {
        try self.open { memory in Array(memory.heldByDueDate.filter { $0.dueAt <= now }.map(\.held).prefix(limit)) }
    }

    /// Returns the instant at which the next held evidence is due.
    package func nextHeldDueAt() throws -> Instant? {
        try self.open { memory in memory.heldByDueDate.first?.dueAt }
    }

    /// Makes held evidence that waits for no instant due.
    package func reviewHeldEvidence(_ reasons: Set<HeldEvidence.Reason>, at now: Instant) throws {
        try self.open { memory in
            for (place, held) in memory.held.enumerated() where reasons.contains(held.reason) && held.dueAt == nil {
                memory.held[place] = held.judged(held.reason, code: held.code, dueAt: now)
            }
        }
    }

    /// Returns the numbers of held evidence by reason, without zero entries.
    package func heldCounts() throws -> [HeldEvidence.Reason: Int] {
        try self.open { memory in Dictionary(grouping: memory.held, by: \.reason).mapValues(\.count) }
    }

    /// Returns all evidence about one customer, the chains by ascending first transaction id.
    package func ledger(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> CustomerLedger {
        try self.open { memory in memory.ledger(of: customer, in: MemoryState.Scope(app: app, environment: environment))
        }
    }

    /// The chain that a transaction belongs to, or `nil` when the transaction is not known.
    package func chain(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> OwnedChain? {
        try self.open { memory in
            memory.chain(of: transaction, in: MemoryState.Scope(app: app, environment: environment))
        }
    }

    /// Signed objects in the order they were first recorded.
    package func evidence(
        after position: Int64,
        limit: Int
    ) throws -> [(position: Int64, app: AppName, evidence: SignedEvidence)] {
        try self.open { memory in
            memory.evidence.enumerated()
                .map { (position: Int64($0.offset) + 1, app: $0.element.app, evidence: $0.element.evidence) }
                .filter { $0.position > position }
                .prefix(limit)
                .map { $0 }
        }
    }

    /// The position of the object that was recorded last, or 0 when there is none.
    package func newestEvidencePosition() throws -> Int64 {
        try self.open { memory in Int64(memory.evidence.count) }
    }

    /// Returns a signed object by its digest.
    package func evidence(_ digest: EvidenceDigest, app: AppName) throws -> SignedEvidence? {
        try self.open { memory in memory.evidence.first { $0.app == app && $0.evidence.digest == digest }?.evidence }
    }

    /// The events of an event stream after a number, in order.
    package func events(
        of stream: EventStream,
        after number: Int64,
        limit: Int
    ) throws -> [Event] {
        try self.open { memory in Array(memory.outbox.events(of: stream).filter { $0.number > number }.prefix(limit)) }
    }

    /// The chains whose state is to be looked at again, earliest first.
    package func dueChains(at now: Instant, limit: Int) throws -> [DueChain] {
        try self.open { memory in Array(memory.outbox.dueChains(at: now).prefix(limit)) }
    }

    /// Returns the instant at which the next chain is due.
    package func nextChainDueAt() throws -> Instant? {
        try self.open { memory in memory.outbox.nextDueAt }
    }

    /// Publishes the changes of a chain that time causes.
    package func advance(_ chain: DueChain, at now: Instant, catalog: Catalog) throws {
        try self.open { memory in memory.advance(chain, at: now, catalog: catalog) }
    }

    /// Sets the sinks.
    package func setSinks(_ names: [SinkName], of app: AppName) throws {
        try self.open { memory in memory.outbox.sinks.setSinks(names, of: app) }
    }

    /// Leases event streams that have something to publish to a sink to one worker.
    package func leaseStreams(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) throws -> [EventStreamLease] {
        try self.open { memory in
            memory.outbox.sinks.leaseStreams(for: sink, of: app, at: now, until: until, limit: limit)
        }
    }

    /// Records what a sink has acknowledged.
    package func acknowledge(
        _ lease: EventStreamLease,
        through number: Int64,
        until: Instant
    ) throws -> EventStreamLease.Progress {
        try self.open { memory in
            let count = memory.outbox.count(of: lease.stream)
            return memory.outbox.sinks.acknowledge(lease, through: number, until: until, count: count)
        }
    }

    /// Returns a leased event stream.
    package func putBack(_ lease: EventStreamLease, until: Instant) throws {
        try self.open { memory in memory.outbox.sinks.putBack(lease, until: until) }
    }

    /// Returns the instant of the oldest event that a sink has not received.
    package func oldestUnsentEvent(
        for sink: SinkName,
        of app: AppName,
        limit: Int
    ) throws -> Instant? {
        try self.open { memory in
            memory.outbox.sinks.unsent(by: sink, of: app, limit: limit).compactMap { stream, number -> Instant? in
                let events = memory.outbox.events(of: stream)
                let place = Int(number) - 1
                return events.indices.contains(place) ? events[place].occurredAt : nil
            }.min()
        }
    }

    /// The newest entry's number and hash in the audit log.
    package func auditHead() throws -> AuditHead {
        try self.open { memory in memory.auditHead }
    }

    /// Enters an action in the audit log, within its quota if it has one.
    package func append(
        _ draft: AuditDraft,
        within quota: BudgetName?
    ) throws -> AuditEntry? {
        try self.open { memory in
            memory.append(draft, within: quota)
        }
    }

    /// Entries of the audit log after a number, in order.
    package func auditEntries(after number: Int64, limit: Int) throws -> [AuditEntry] {
        try self.open { memory in Array(memory.audit.filter { $0.number > number }.prefix(limit)) }
    }

    /// Fails once it is closed.
    package func probe() throws {
        try self.open { _ in }
    }
}
