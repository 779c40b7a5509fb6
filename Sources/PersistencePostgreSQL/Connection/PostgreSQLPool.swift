import Dispatch
import Synchronization

/// Connections to one database, each with a thread of its own, and the queue of jobs for them.
///
/// Jobs run in order of arrival. While there is no connection, they wait only until an attempt to connect has failed;
/// from then on they are refused at once with its failure, until an attempt succeeds. The threads keep trying by
/// themselves.
package final class PostgreSQLPool: Sendable {
    /// How long jobs wait for the first of several servers that answers.
    private static let patience = Duration.seconds(5)

    private enum Phase {
        case open
        case closing
        case ended
    }

    private struct State {
        var phase = Phase.open
        var waiting = JobQueue()
        /// The threads that wait for a job, by number; the one that began to wait last is called first.
        var idle: [Int] = []
        var connected: Set<Int> = []
        var running = 0
        var lastFailure: PostgreSQLFailure?
        /// Why no thread could connect since the last connection was lost.
        var attemptFailure: PostgreSQLFailure?
        var awaySince: ContinuousClock.Instant?
        var whenEnded: [@Sendable () -> Void] = []
    }

    /// What a thread that looks for a job gets.
    enum Work {
        /// A job.
        case job(PostgreSQLJob)
        /// No job; the thread is called when there is one.
        case none
        /// No further job: the thread ends.
        case end
    }

    private let state = Mutex(State())
    private let threads: [PostgreSQLThread]
    private let waitingLimit: Int
    private let arrival = DispatchSemaphore(value: 0)

    /// Creates a pool with a number of connections and a limit of waiting jobs; `start` begins to connect.
    package init(
        _ settings: PostgreSQLSettings,
        connections: Int,
        waitingLimit: Int = 16384,
        name: String = "purser-postgresql"
    ) throws(PostgreSQLFailure) {
        self.waitingLimit = waitingLimit
        var threads: [PostgreSQLThread] = []
        for number in 0..<connections {
            threads.append(try PostgreSQLThread(number: number, name: name, settings: settings))
        }
        self.threads = threads
    }

    /// The current state of the pool.
    package var status: PostgreSQLPoolState {
        self.state.withLock { state in
            PostgreSQLPoolState(
                connected: state.connected.count,
                wanted: self.threads.count,
                waiting: state.waiting.count,
                lastFailure: state.lastFailure
            )
        }
    }

    /// Starts the threads; may be called once.
    package func start() {
        self.state.withLock { state in
            state.running = self.threads.count
            state.awaySince = .now
        }
        for thread in self.threads { thread.start(for: self) }
    }

    /// Blocks until there is a connection; throws the reason when attempts fail for as long as jobs wait.
    ///
    /// It does not stop at the first failure: a server still counts connections that were closed a moment ago.
    package func requireConnection() throws(PostgreSQLFailure) {
        while self.arrival.wait(timeout: .now() + .seconds(Int(Self.patience.components.seconds))) == .timedOut {
            let (isConnected, failure) = self.state.withLock { (!$0.connected.isEmpty, $0.attemptFailure) }
            if isConnected { return }
            if let failure { throw failure }
        }
    }

    /// Runs a job on a connection and returns its result.
    ///
    /// Everything that the job sent is answered before it counts as done, so success means that every statement
    /// succeeded. A transaction that it left open is rolled back. It throws what the job throws, the failure of the
    /// connection, or, before the job is begun, the reason why there is no connection, `overloaded` or `closed`.
    package func run<Outcome: Sendable>(
        _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Outcome
    ) async throws -> Outcome {
        let result: Result<Outcome, any Error> = await withCheckedContinuation { continuation in
            self.submit(work) { result in continuation.resume(returning: result) }
        }
        return try result.get()
    }

    /// Runs a job on a connection as `run` does, and passes its outcome to the closure, on the connection's thread.
    package func submit<Outcome: Sendable>(
        _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Outcome,
        then finish: @escaping @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        let job = PostgreSQLJob(
            perform: { connection in
                let result = Result { try work(connection) }
                var failure: (any Error)?
                if case .failure(let error) = result { failure = error }
                return PostgreSQLJob.Outcome(failure: failure) { other in
                    finish(other.map { Result.failure($0) } ?? result)
                }
            },
            fail: { failure in finish(.failure(failure)) }
        )
        if let refusal = self.add(job) { job.fail(refusal) }
    }

    /// Accepts no further jobs, finishes those that wait, and returns when all threads have ended.
    package func close() async {
        await withCheckedContinuation { continuation in
            let (connected, jobs): (Set<Int>?, [PostgreSQLJob]) = self.state.withLock { state in
                guard state.running > 0 else {
                    state.phase = .ended
                    return (nil, state.waiting.removeAll())
                }
                state.phase = .closing
                state.idle = []
                state.whenEnded.append { continuation.resume() }
                return (state.connected, [])
            }
            for job in jobs { job.fail(PostgreSQLFailure(.closed)) }
            guard let connected else { return continuation.resume() }
            for thread in self.threads {
                if connected.contains(thread.number) { thread.call() } else { thread.interrupt() }
            }
        }
    }

    /// Accepts no further jobs and closes every connection at once; running jobs fail with `closed`.
    package func abort() {
        self.state.withLock { state in
            if state.phase == .open { state.phase = .closing }
        }
        for thread in self.threads { thread.interrupt() }
    }

    /// Whether the pool accepts jobs.
    var isOpen: Bool { self.state.withLock { $0.phase == .open } }

    /// Returns work for a thread, or registers that the thread waits.
    func work(for number: Int) -> Work {
        self.state.withLock { state in
            if let job = state.waiting.next() { return .job(job) }
            guard state.phase == .open else { return .end }
            if !state.idle.contains(number) { state.idle.append(number) }
            return .none
        }
    }

    /// Puts a job that was not begun back at the front of the queue.
    func putBack(_ job: PostgreSQLJob) {
        self.state.withLock { $0.waiting.putBack(job) }
    }

    /// Records that a thread has a connection.
    func connected(_ number: Int) {
        self.state.withLock { state in
            state.connected.insert(number)
            state.lastFailure = nil
            state.attemptFailure = nil
            state.awaySince = nil
        }
        self.arrival.signal()
    }

    /// Records that a thread has lost its connection.
    func lost(_ number: Int, _ failure: PostgreSQLFailure) {
        let called = self.state.withLock { state -> Int? in
            state.connected.remove(number)
            state.lastFailure = failure
            state.attemptFailure = nil
            if state.connected.isEmpty { state.awaySince = .now }
            state.idle.removeAll { $0 == number }
            // The thread may have been called for a job that it cannot run now.
            return state.waiting.isEmpty ? nil : state.idle.popLast()
        }
        if let called { self.threads[called].call() }
    }

    /// Records that a thread could not connect; refuses the waiting jobs if no other thread is connected.
    func failed(_ failure: PostgreSQLFailure) {
        let jobs = self.state.withLock { state -> [PostgreSQLJob] in
            state.lastFailure = failure
            state.attemptFailure = failure
            return state.connected.isEmpty ? state.waiting.removeAll() : []
        }
        for job in jobs { job.fail(failure) }
    }

    /// Records that one of several servers failed; refuses the waiting jobs if that has gone on for too long.
    func serverFailed(_ failure: PostgreSQLFailure) {
        let isTooLong = self.state.withLock { state in
            state.awaySince.map { ContinuousClock.now - $0 > Self.patience } ?? false
        }
        if isTooLong { self.failed(failure) }
    }

    /// Records that a thread has ended.
    func ended(_ number: Int) {
        let (jobs, whenEnded) = self.state.withLock { state -> ([PostgreSQLJob], [@Sendable () -> Void]) in
            state.connected.remove(number)
            state.running -= 1
            guard state.running == 0 else { return ([], []) }
            state.phase = .ended
            defer { state.whenEnded = [] }
            return (state.waiting.removeAll(), state.whenEnded)
        }
        for job in jobs { job.fail(PostgreSQLFailure(.closed)) }
        for resume in whenEnded { resume() }
    }

    private func add(_ job: PostgreSQLJob) -> PostgreSQLFailure? {
        let (refusal, called): (PostgreSQLFailure?, Int?) = self.state.withLock { state in
            guard state.phase == .open else { return (PostgreSQLFailure(.closed), nil) }
            if state.connected.isEmpty, let failure = state.attemptFailure { return (failure, nil) }
            guard state.waiting.count < self.waitingLimit else { return (PostgreSQLFailure(.overloaded), nil) }
            state.waiting.append(job)
            return (nil, state.idle.popLast())
        }
        if let called { self.threads[called].call() }
        return refusal
    }
}

/// The state of a pool of connections at one moment.
package struct PostgreSQLPoolState: Sendable, Equatable {
    /// The number of open connections.
    package var connected: Int
    /// The number of connections that the pool should have.
    package var wanted: Int
    /// The number of jobs that wait for a connection.
    package var waiting: Int
    /// Why the last connection was lost or could not be made; `nil` once a connection is made again.
    package var lastFailure: PostgreSQLFailure?
}
