import Foundation
import GRDB
import Ledger
import Logging
import PersistenceSQL
import Synchronization

/// The threads that read, each with a connection of its own, and the queue of the reads that wait for them.
///
/// A read waits in order of arrival and runs on the first thread that is free. Its caller is suspended meanwhile, so
/// SQLite never blocks a thread of Swift's pool. Tasks may run on the threads as well (`ReaderPool+TaskExecutor`): their
/// reads run at once, on the connection of the thread.
///
/// All threads are alike, because it is not known how long a read takes before it has run. There are two more than
/// processors: so while two reads take long, and wait for the disk or compute, the others still find a thread for every
/// processor. More long reads than that hold up others until one of them ends, at the latest at its deadline; a further
/// thread would not help, because they compete for the same processors and disk. The thread that became idle last is
/// called first, so the additional threads sleep while no read is long, and the caches of the others stay warm.
final class ReaderPool: Sendable {
    /// The number of threads beyond one for each processor.
    private static let spareCount = 2

    /// The number of threads of a pool: two beyond one for each of at least two processors.
    static var threadCount: Int { max(2, ProcessInfo.processInfo.activeProcessorCount) + Self.spareCount }

    private struct State {
        var isOpen = true
        var waiting = WaitingReads()
        /// The jobs of tasks that are ready to run.
        var tasks = ReadyTasks()
        /// Whether the last work was a task's, so that tasks and reads take turns.
        var wasTask = false
        /// The reads that wait for a certain thread.
        var assigned: [(thread: Int, entry: WaitingReads.Entry)] = []
        /// The threads that sleep, by number.
        var idle: [Int] = []
        /// The number of threads that have not ended.
        var running = 0
        /// The connections of the threads that have ended.
        var connections: [DatabaseQueue] = []
        var whenEnded: [@Sendable () -> Void] = []
    }

    /// What a thread that looks for a read gets.
    private enum Work {
        /// A read.
        case read(WaitingReads.Entry)
        /// A task that is ready to run.
        case task(UnownedJob)
        /// No read; the thread is called when there is one.
        case none
        /// No further read: the thread ends.
        case end
    }

    private let state = Mutex(State())
    private let threads: [ReaderThread]
    private let deadline: Duration
    private let logger: Logger

    /// Starts a thread for each connection.
    ///
    /// - Parameters:
    ///   - connections: The connections, which the pool owns until it is closed.
    ///   - deadline: How long a read may take.
    ///   - logger: The logger for the operator.
    ///   - reopen: Opens a connection in the place of one that is broken.
    init(
        _ connections: [DatabaseQueue],
        deadline: Duration,
        logger: Logger,
        reopen: @escaping @Sendable () throws -> DatabaseQueue
    ) {
        self.threads = connections.indices.map { ReaderThread(number: $0) }
        self.deadline = deadline
        self.logger = logger
        self.state.withLock { $0.running = connections.count }
        for (thread, connection) in zip(self.threads, connections) {
            thread.start { self.serve(thread, connection, reopen) }
        }
    }

    /// The number of threads.
    var count: Int { self.threads.count }

    /// The number of reads that wait for a thread.
    var waitingCount: Int { self.state.withLock { $0.waiting.count } }

    /// Runs a read, which then has its outcome: on a certain thread, or else on the first that is free.
    ///
    /// If the task is canceled, a read that waits leaves the queue, and the statements of one that runs are ended. A
    /// task that was canceled before may still read, so that a worker that the shutdown has canceled can finish what it
    /// began.
    func run(_ job: any ReadJob, on thread: Int? = nil) async {
        guard !Task.isCancelled else { return await self.wait(for: job, on: thread) }
        await withTaskCancellationHandler {
            await self.wait(for: job, on: thread)
        } onCancel: {
            job.cancel()
            // An entry that a thread has already taken is resumed by the thread.
            self.state.withLock { $0.waiting.remove(job.ticket) }?.resume()
        }
    }

    /// Accepts no further reads, refuses those that wait, and returns the connections when those that run have ended.
    func close() async -> [DatabaseQueue] {
        await withCheckedContinuation { continuation in
            let (refused, idle, hasEnded) = self.state.withLock { state in
                state.isOpen = false
                let refused = state.waiting.removeAll() + state.assigned.map(\.entry)
                state.assigned = []
                defer { state.idle = [] }
                if state.running > 0 { state.whenEnded.append { continuation.resume() } }
                return (refused, state.idle, state.running == 0)
            }
            for entry in refused { entry.resume() }
            for number in idle { self.threads[number].call() }
            if hasEnded { continuation.resume() }
        }
        return self.state.withLock { $0.connections }
    }

    private func wait(for job: any ReadJob, on thread: Int?) async {
        await unsafe withUnsafeContinuation { continuation in
            self.add(unsafe WaitingReads.Entry(job, continuation), for: thread)
        }
    }

    /// Adds a read to the queue and calls one thread for it, or resumes the caller at once where the read is refused.
    private func add(_ entry: WaitingReads.Entry, for thread: Int?) {
        let (isRefused, called): (Bool, Int?) = self.state.withLock { state in
            guard state.isOpen, !entry.job.isCanceled, state.waiting.count < ReadLimits.maximumWaitingCount else {
                return (true, nil)
            }
            guard let thread else {
                state.waiting.append(entry)
                return (false, state.idle.popLast())
            }
            state.assigned.append((thread, entry))
            return (false, state.idle.firstIndex(of: thread).map { state.idle.remove(at: $0) })
        }
        if isRefused { entry.resume() }
        if let called { self.threads[called].call() }
    }

    /// Adds a job of a task and calls one thread for it; returns `false` where the threads have ended.
    func add(_ job: UnownedJob) -> Bool {
        let (isAdded, called): (Bool, Int?) = self.state.withLock { state in
            guard state.isOpen else { return (false, nil) }
            state.tasks.append(job)
            return (true, state.idle.popLast())
        }
        if let called { self.threads[called].call() }
        return isAdded
    }

    private func work(for thread: Int) -> Work {
        self.state.withLock { state in
            if let index = state.assigned.firstIndex(where: { $0.thread == thread }) {
                return .read(state.assigned.remove(at: index).entry)
            }
            if !state.wasTask, let job = state.tasks.next() {
                state.wasTask = true
                return .task(job)
            }
            state.wasTask = false
            if let entry = state.waiting.next() { return .read(entry) }
            if let job = state.tasks.next() { return .task(job) }
            guard state.isOpen else { return .end }
            state.idle.append(thread)
            return .none
        }
    }

    /// Runs reads on a thread until the pool is closed.
    private func serve(
        _ thread: ReaderThread,
        _ first: DatabaseQueue,
        _ reopen: @Sendable () throws -> DatabaseQueue
    ) {
        var connection = first
        let pool = ObjectIdentifier(self)
        while connection.unsafeRead({ database in
            self.serve(thread, Reader(database, of: pool, deadline: self.deadline, logger: self.logger))
        }) {
            do {
                let next = try reopen()
                try? connection.close()
                connection = next
            } catch {
                // The old one may still do; if not, the next read that it fails leads here again.
                self.logger.error(
                    "A connection that reads could not be replaced.",
                    metadata: ["error": "\(SQLiteFault(error))"]
                )
            }
        }
        let whenEnded = self.state.withLock { state in
            state.connections.append(connection)
            state.running -= 1
            guard state.running == 0 else { return [@Sendable () -> Void]() }
            defer { state.whenEnded = [] }
            return state.whenEnded
        }
        for resume in whenEnded { resume() }
    }

    /// Runs reads on a connection; returns whether it must be replaced, and `false` once the pool is closed.
    private func serve(_ thread: ReaderThread, _ reader: Reader) -> Bool {
        self.setReader(reader)
        defer {
            self.setReader(nil)
            reader.finish()
        }
        while true {
            switch self.work(for: thread.number) {
            case .task(let job):
                unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
                if reader.isBroken { return true }
            case .read(let entry):
                entry.job.run(on: reader)
                entry.resume()
                if reader.isBroken { return true }
            case .none: thread.wait()
            case .end: return false
            }
        }
    }
}
