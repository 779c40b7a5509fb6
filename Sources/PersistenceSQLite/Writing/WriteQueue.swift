import Foundation
import GRDB
import Ledger
import Logging
import Synchronization

/// The queue of writers and the one thread that serves it.
///
/// The thread takes whatever has queued while the last transaction was syncing and commits it as one transaction. When a
/// unit fails, the transaction is begun again with a savepoint for each, so that it takes nobody with it. There is no timer; a lone unit is committed at
/// once, and the more units wait, the fewer syncs each costs. Callers are resumed after the commit, so nothing is
/// acknowledged that is not on disk. The thread is its own, because a sync blocks and Swift's pool must not.
final class WriteQueue: Sendable {
    /// The most units in one transaction: beyond it a commit is bound by bytes and only latency grows.
    static let maximumBatchCount = 512
    /// The most units that may wait; further ones are refused, which the sender answers with a later retry.
    static let maximumWaitingCount = 16384

    /// Whether units are taken.
    private enum Phase {
        case open
        case closing
        case failed
    }

    private struct State {
        var phase = Phase.open
        var waiting: [WriteJob] = []
        var statistics = WriteStatistics()
        var whenEnded: [@Sendable () -> Void] = []
        var hasEnded = false
        /// Whether the thread has something to look at since it last looked.
        var isAwake = false
    }

    /// What became of the units of a transaction that was committed.
    private struct Outcome {
        var resumes: [@Sendable () -> Void] = []
        var failures: [(job: WriteJob, error: RepositoryError)] = []
    }

    private let state = Mutex(State())
    private let wake = NSCondition()
    private let writer: DatabaseQueue
    private let isInPlace: @Sendable () -> Bool
    private let logger: Logger
    private let onFatal: @Sendable (RepositoryError) -> Void

    /// A queue on the writer connection; `start` begins to serve it.
    ///
    /// `isInPlace` says whether the files that are written are still those that would be opened again.
    init(
        writer: DatabaseQueue,
        isInPlace: @escaping @Sendable () -> Bool,
        logger: Logger,
        onFatal: @escaping @Sendable (RepositoryError) -> Void
    ) {
        self.writer = writer
        self.isInPlace = isInPlace
        self.logger = logger
        self.onFatal = onFatal
    }

    /// What the writer has done so far.
    var statistics: WriteStatistics {
        self.state.withLock { state in
            var statistics = state.statistics
            statistics.waiting = state.waiting.count
            return statistics
        }
    }

    /// Starts the thread.
    func start() {
        let thread = Thread { [self] in
            self.writer.writeWithoutTransaction { database in
                let session = Session(database, vocabulary: Vocabulary())
                session.removeHooks()
                self.serve(session)
            }
            let waiting = self.state.withLock { state in
                state.hasEnded = true
                defer { state.whenEnded = [] }
                return state.whenEnded
            }
            for resume in waiting { resume() }
        }
        thread.name = "purser-sqlite-writer"
        // Foundation's threads have 512 KB by default; a unit needs little, a large chain more.
        thread.stackSize = 4 << 20
        thread.start()
    }

    /// Does the work within the next transaction and returns once that is committed.
    func write<Outcome: Sendable>(
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let result: Result<Outcome, RepositoryError> = await withCheckedContinuation { continuation in
            let job = WriteJob(
                perform: { session in
                    let outcome = try work(session)
                    return { continuation.resume(returning: .success(outcome)) }
                },
                fail: { error in continuation.resume(returning: .failure(error)) }
            )
            if let refusal = self.add(job) { job.fail(refusal) }
        }
        return try result.get()
    }

    /// Takes no further units, finishes those that wait, and returns when the thread has ended.
    func close() async {
        await withCheckedContinuation { continuation in
            let hasEnded = self.state.withLock { state in
                if state.phase == .open { state.phase = .closing }
                state.isAwake = true
                if !state.hasEnded { state.whenEnded.append { continuation.resume() } }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() } else { self.signal() }
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
            state.isAwake = true
            return (nil, state.waiting.count == 1)
        }
        if isFirst { self.signal() }
        return refusal
    }

    private func serve(_ session: Session) {
        while true {
            self.wait()
            while let batch = self.nextBatch() { self.commit(batch, session) }
            if self.state.withLock({ $0.phase != .open && $0.waiting.isEmpty }) { return }
        }
    }

    /// Blocks the thread until there is something to look at.
    private func wait() {
        self.wake.lock()
        defer { self.wake.unlock() }
        while true {
            let isAwake = self.state.withLock { state in
                defer { state.isAwake = false }
                return state.isAwake
            }
            if isAwake { return }
            self.wake.wait()
        }
    }

    /// Wakes the thread.
    ///
    /// It looks at the state while it holds the lock, so that no signal is lost between looking and waiting.
    private func signal() {
        self.wake.lock()
        self.wake.signal()
        self.wake.unlock()
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

    private func commit(_ batch: [WriteJob], _ session: Session) {
        if self.state.withLock({ $0.phase == .failed }) {
            for job in batch { job.fail(.failedSync) }
            return
        }
        let outcome: Outcome
        do {
            // Looked at on both sides: what is written into a file that is gone is never acknowledged.
            guard self.isInPlace() else { throw RepositoryError.unreachable }
            outcome = try self.commitTogether(batch, session) ?? self.commitEach(batch, session)
            guard self.isInPlace() else { throw RepositoryError.unreachable }
            if session.traces.isDue() { session.traces.tried(hasEmptied: session.emptyLog()) }
        } catch {
            let failure = self.repositoryError(error, session)
            self.giveUp(error, session)
            if failure == .unreachable {
                self.logger.error("The database file is no longer where it was opened; nothing is taken.")
            }
            for job in batch { job.fail(failure) }
            if failure == .failedSync { self.fail() }
            return
        }
        self.state.withLock { state in
            state.statistics.commits += 1
            state.statistics.units += outcome.resumes.count
        }
        for resume in outcome.resumes { resume() }
        for (job, error) in outcome.failures { job.fail(error) }
    }

    /// Commits units without savepoints, which nearly always goes well and is a good deal faster.
    ///
    /// Returns `nil`, with everything rolled back, when one of the units failed by itself.
    private func commitTogether(_ batch: [WriteJob], _ session: Session) throws -> Outcome? {
        var outcome = Outcome()
        outcome.resumes.reserveCapacity(batch.count)
        try session.run(.begin)
        for job in batch {
            do {
                outcome.resumes.append(try job.perform(session))
            } catch {
                guard session.database.isInsideTransaction, !Self.endsTransaction(error) else { throw error }
                try session.run(.rollback)
                session.vocabulary.forget()
                return nil
            }
        }
        try session.run(.commit)
        return outcome
    }

    /// Commits units, each in a savepoint of its own, so that those which fail take no other with them.
    private func commitEach(_ batch: [WriteJob], _ session: Session) throws -> Outcome {
        var outcome = Outcome()
        try session.run(.begin)
        for job in batch {
            try session.run(.beginUnit)
            do {
                outcome.resumes.append(try job.perform(session))
            } catch {
                // On a full disk or an I/O error SQLite may have given up the whole transaction.
                guard session.database.isInsideTransaction, !Self.endsTransaction(error) else { throw error }
                let failure = self.repositoryError(error, session)
                try session.run(.rollbackUnit)
                session.vocabulary.forget()
                outcome.failures.append((job, failure))
            }
            try session.run(.endUnit)
        }
        try session.run(.commit)
        return outcome
    }

    private func giveUp(_ error: any Error, _ session: Session) {
        session.vocabulary.forget()
        guard session.database.isInsideTransaction else { return }
        do {
            try session.run(.rollback)
        } catch {
            self.logger.error("A transaction could not be rolled back.", metadata: ["error": "\(error)"])
        }
    }

    /// Whether an error may leave the transaction in a state in which nothing further may be added to it.
    private static func endsTransaction(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        switch error.resultCode {
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_CORRUPT, .SQLITE_READONLY, .SQLITE_CANTOPEN:
            return true
        default: return false
        }
    }

    /// What an error means; asked before anything else happens on the connection, which would forget the system's part.
    private func repositoryError(_ error: any Error, _ session: Session) -> RepositoryError {
        if let error = error as? RepositoryError { return error }
        self.logger.error("The database refused a write.", metadata: ["error": "\(error)"])
        return RepositoryError(writing: error, systemError: session.systemError)
    }

    /// Refuses everything from now on and says so to whoever can end the process.
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
