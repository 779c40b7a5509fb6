package import Ledger
package import Logging
import Synchronization

/// The queue of writes with its group commit.
///
/// The writer thread takes all units that queued while the last transaction was syncing and commits them as one
/// transaction. When a unit fails, the transaction begins again with a savepoint for each unit, so that the others
/// succeed. There is no timer: a single unit is committed at once, and the more units wait, the fewer syncs each costs.
/// Callers are resumed after the commit, so nothing is acknowledged that is not on disk. The queue has a thread of its
/// own, because a sync blocks and the threads of Swift's pool must not.
package final class WriteQueue: Sendable {
    /// The maximum number of units in one transaction: beyond it a commit is bound by bytes and only latency grows.
    static let maximumBatchCount = 512
    /// The maximum number of units that may wait; further ones are refused, and the sender tries again later.
    static let maximumWaitingCount = 16384

    /// Whether the queue accepts units.
    private enum Phase {
        case open
        case closing
        case failed
    }

    private struct State {
        var phase = Phase.open
        /// Whether it was logged that this server is too old to write.
        var isKnownAsTooOld = false
        var waiting: [WriteJob] = []
        var statistics = WriteStatistics()
    }

    /// The outcome of the units of a committed transaction.
    private struct Outcome {
        var resumes: [@Sendable () -> Void] = []
        var failures: [(job: WriteJob, error: RepositoryError)] = []
    }

    private let state = Mutex(State())
    private let logger: Logger
    private let tally: FailureTally
    private let onWork: @Sendable (WriteQueue) -> Void
    private let onDueWork: @Sendable (DueWork) -> Void
    private let onFatal: @Sendable (RepositoryError) -> Void

    /// Creates a queue, which no thread serves yet.
    ///
    /// - Parameters:
    ///   - logger: The logger for the operator.
    ///   - tally: Counts the units that are refused.
    ///   - onWork: Called when a unit waits again, and when the queue closes.
    ///   - onDueWork: Called after a commit with the background work that its units created.
    ///   - onFatal: Called once when the outcome of a write on disk is unknown.
    package init(
        logger: Logger,
        tally: FailureTally,
        onWork: @escaping @Sendable (WriteQueue) -> Void,
        onDueWork: @escaping @Sendable (DueWork) -> Void = { _ in },
        onFatal: @escaping @Sendable (RepositoryError) -> Void
    ) {
        self.logger = logger
        self.tally = tally
        self.onWork = onWork
        self.onDueWork = onDueWork
        self.onFatal = onFatal
    }

    /// The counts of the writer so far.
    package var statistics: WriteStatistics {
        self.state.withLock { state in
            var statistics = state.statistics
            statistics.waiting = state.waiting.count
            return statistics
        }
    }

    /// Runs work within the next transaction and returns once that is committed.
    ///
    /// Where the work records an intake, what that needs can be loaded together with what other units need. Work on a
    /// request that may be repeated is written only while its lease is valid, and stores the answer with it where it
    /// decides the answer. The same transaction enters an action in the audit log.
    package func write<Outcome: Sendable>(
        recording intake: Intake? = nil,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let repeatable = IdempotentWork.current
        let keeping: (@Sendable (Outcome) throws -> IdempotentResponse?)? = repeatable?.keeping()
        let entry: (@Sendable (Outcome) throws -> AuditedWork.Entry?)? = AuditedWork.entry()
        let result: Result<Outcome, RepositoryError> = await withCheckedContinuation { continuation in
            let job = WriteJob(
                intake: intake,
                perform: { session in
                    if let repeatable { try session.require(repeatable.lease) }
                    let outcome = try work(session)
                    if let entry = try entry?(outcome) { _ = try session.append(entry.draft, within: entry.quota) }
                    if let repeatable, let answer = try keeping?(outcome) {
                        try session.end(repeatable.lease, answer)
                    }
                    return { continuation.resume(returning: .success(outcome)) }
                },
                fail: { error in continuation.resume(returning: .failure(error)) }
            )
            if let refusal = self.add(job) { job.fail(refusal) }
        }
        if case .failure(let error) = result { self.tally.note(error) }
        return try result.get()
    }

    /// Accepts no further units; those that wait are still committed.
    package func close() {
        self.state.withLock { state in
            if state.phase == .open { state.phase = .closing }
        }
        self.onWork(self)
    }

    /// Whether units wait.
    package var hasWork: Bool { self.state.withLock { !$0.waiting.isEmpty } }

    /// Whether the outcome of a write on disk is unknown, so that the queue accepts no units any more.
    package var hasFailed: Bool { self.state.withLock { $0.phase == .failed } }

    /// Refuses the units that wait, because they cannot be written.
    package func refuseWaiting(_ error: RepositoryError) {
        let waiting = self.state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for job in waiting { job.fail(error) }
    }

    /// Commits the units that wait until none do, or until the connection is lost.
    package func serve(_ session: Session, on connection: any WritingConnection) {
        while connection.isUsable, let batch = self.nextBatch() {
            if connection.isShared {
                session.interningCache.sinks.forget()
                session.interningCache.figureFolds.forget()
            }
            self.commit(batch, session, connection)
        }
    }

    private func add(_ job: WriteJob) -> RepositoryError? {
        let (refusal, isFirst): (RepositoryError?, Bool) = self.state.withLock { state in
            switch state.phase {
            case .failed: return (.failedSync, false)
            case .closing: return (.unavailable, false)
            case .open: break
            }
            guard state.waiting.count < Self.maximumWaitingCount else { return (.unavailable, false) }
            state.waiting.append(job)
            return (nil, state.waiting.count == 1)
        }
        if isFirst { self.onWork(self) }
        return refusal
    }

    private func nextBatch() -> [WriteJob]? {
        self.state.withLock { state in
            let count = min(state.waiting.count, Self.maximumBatchCount)
            state.statistics.inHand = count
            guard count > 0 else { return nil }
            if count == state.waiting.count {
                defer { state.waiting = [] }
                return state.waiting
            }
            defer { state.waiting.removeFirst(count) }
            return Array(state.waiting.prefix(count))
        }
    }

    private func commit(_ batch: [WriteJob], _ session: Session, _ connection: any WritingConnection) {
        if self.hasFailed {
            for job in batch { job.fail(.failedSync) }
            return
        }
        let outcome: Outcome
        do {
            // Checked before and after: a write into a removed file is never acknowledged.
            try connection.requirePlace()
            outcome =
                try self.commitTogether(batch, session, connection) ?? self.commitEach(batch, session, connection)
            try connection.requirePlace()
            for entry in session.entries { self.logger.note(entry) }
            session.keepEntries(0)
            try connection.hasCommitted()
        } catch {
            let failure = self.repositoryError(error, connection)
            self.giveUp(session, connection)
            if failure == .unreachable {
                self.logger.error("The database file is no longer where it was opened; nothing is taken.")
            }
            if failure == .tooOld { self.noteTooOld() }
            // Set first, so that a caller who learns of the failure finds the queue closed.
            if failure == .failedSync { self.fail() }
            for job in batch { job.fail(failure) }
            return
        }
        self.state.withLock { state in
            state.isKnownAsTooOld = false
            state.statistics.commits += 1
            state.statistics.units += outcome.resumes.count
        }
        // Before the callers continue, so that one of them never waits for work that was not reported.
        let dueWork = session.takeDueWork()
        if !dueWork.isEmpty { self.onDueWork(dueWork) }
        for resume in outcome.resumes { resume() }
        for (job, error) in outcome.failures { job.fail(error) }
        do {
            try connection.tidy()
        } catch {
            if self.repositoryError(error, connection) == .failedSync { self.fail() }
        }
    }

    /// Commits units without savepoints, which nearly always succeeds and is considerably faster.
    ///
    /// Returns `nil`, with everything rolled back, when one of the units failed by itself.
    private func commitTogether(
        _ batch: [WriteJob],
        _ session: Session,
        _ connection: any WritingConnection
    ) throws -> Outcome? {
        var outcome = Outcome()
        outcome.resumes.reserveCapacity(batch.count)
        try session.run(.transactions.begin)
        do {
            outcome.resumes += try Self.perform(batch, session, connection)
        } catch {
            session.dropGroup()
            guard !connection.endsTransaction(error) else { throw error }
            try session.run(.transactions.rollback)
            session.interningCache.forget()
            session.keepEntries(0)
            return nil
        }
        try session.run(.transactions.commit)
        return outcome
    }

    /// Commits units, each in a savepoint of its own, so that a failed unit does not affect the others.
    private func commitEach(
        _ batch: [WriteJob],
        _ session: Session,
        _ connection: any WritingConnection
    ) throws -> Outcome {
        var outcome = Outcome()
        try session.run(.transactions.begin)
        for job in batch {
            try session.run(.transactions.beginUnit)
            let entryCount = session.entries.count
            do {
                outcome.resumes += try Self.perform([job], session, connection)
            } catch {
                session.dropGroup()
                // On a full disk or an I/O error SQLite may have rolled back the whole transaction.
                guard !connection.endsTransaction(error) else { throw error }
                let failure = self.repositoryError(error, connection)
                try session.run(.transactions.rollbackUnit)
                session.interningCache.forget()
                session.keepEntries(entryCount)
                outcome.failures.append((job, failure))
            }
            try session.run(.transactions.endUnit)
        }
        try session.run(.transactions.commit)
        return outcome
    }

    /// Runs units as one group, which loads and saves together, and waits until all statements are answered.
    private static func perform(
        _ jobs: [WriteJob],
        _ session: Session,
        _ connection: any WritingConnection
    ) throws -> [@Sendable () -> Void] {
        session.beginGroup()
        // Without round trips it makes no difference when a single unit loads what it needs.
        if connection.hasRoundTrips || jobs.count > 1 || session.checksGroups {
            try session.loadGroup(of: jobs.compactMap(\.intake), hasRoundTrips: connection.hasRoundTrips)
        }
        let resumes = try jobs.map { try $0.perform(session) }
        try session.endGroup()
        try connection.settle()
        return resumes
    }

    private func giveUp(_ session: Session, _ connection: any WritingConnection) {
        session.dropGroup()
        session.interningCache.forget()
        session.keepEntries(0)
        guard connection.isInsideTransaction else { return }
        do {
            try session.run(.transactions.rollback)
        } catch {
            self.logger.error(
                "A transaction could not be rolled back.",
                metadata: ["error": "\(connection.words(for: error))"]
            )
        }
    }

    /// Returns the repository's error for an error; called before anything else happens on the connection, which would
    /// reset the system's error number.
    private func repositoryError(_ error: any Error, _ connection: any WritingConnection) -> RepositoryError {
        if let error = error as? RepositoryError { return error }
        self.logger.error("The database refused a write.", metadata: ["error": "\(connection.words(for: error))"])
        return connection.meaning(of: error)
    }

    /// Logs once that a newer server has changed the schema.
    private func noteTooOld() {
        let isKnown = self.state.withLock { state in
            defer { state.isKnownAsTooOld = true }
            return state.isKnownAsTooOld
        }
        guard !isKnown else { return }
        self.logger.error(
            "A newer server has changed the tables, and this one writes nothing any more; run the newer one."
        )
    }

    /// Refuses everything from now on and calls `onFatal`, which ends the process.
    private func fail() {
        let isFirst = self.state.withLock { state in
            defer { state.phase = .failed }
            return state.phase != .failed
        }
        guard isFirst else { return }
        self.logger.critical("A write reached the disk in an unknown state; the process must stop.")
        self.onFatal(.failedSync)
    }
}

/// One unit of work that waits for the writer.
struct WriteJob: Sendable {
    /// The intake that it records, if any, from which follows what it loads.
    let intake: Intake?
    /// Does the work and returns a closure that resumes the waiting caller once it is committed.
    ///
    /// It may run a second time, after its first run was rolled back.
    let perform: @Sendable (Session) throws -> @Sendable () -> Void
    /// Resumes the waiting caller with an error.
    let fail: @Sendable (RepositoryError) -> Void
}
