import Dispatch
import Synchronization

/// Connections to one database, each served by a thread of its own, and the queue of jobs for them.
///
/// Jobs are served in the order in which they came. While there is no connection, they wait only until an attempt to
/// make one has failed; from then on they are refused at once with its failure, until an attempt succeeds. Attempts go
/// on by themselves.
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
        /// The threads that wait for a job, by number; the one that began last is called first.
        var idle: [Int] = []
        var connected: Set<Int> = []
        var running = 0
        var lastFailure: PostgreSQLFailure?
        /// Why nobody could connect since the last connection was lost.
        var attemptFailure: PostgreSQLFailure?
        var awaySince: ContinuousClock.Instant?
        var whenEnded: [@Sendable () -> Void] = []
    }

    /// What a thread that looks for work gets.
    enum Work {
        /// Something to do.
        case job(PostgreSQLJob)
        /// Nothing; the thread is called when there is.
        case none
        /// Nothing any more.
        case end
    }

    private let state = Mutex(State())
    private let threads: [PostgreSQLThread]
    private let waitingLimit: Int
    private let arrival = DispatchSemaphore(value: 0)

    /// A pool of so many connections, in which at most so many jobs may wait; `start` begins to connect.
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

    /// What the pool looks like now.
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

    /// Starts the threads; to be called once.
    package func start() {
        self.state.withLock { state in
            state.running = self.threads.count
            state.awaySince = .now
        }
        for thread in self.threads { thread.start(for: self) }
    }

    /// Blocks until there is a connection; throws why there is none when attempts fail for as long as jobs wait.
    ///
    /// One failure is no proof: a server still counts connections that were closed a moment ago.
    package func requireConnection() throws(PostgreSQLFailure) {
        while self.arrival.wait(timeout: .now() + .seconds(Int(Self.patience.components.seconds))) == .timedOut {
            let (isConnected, failure) = self.state.withLock { (!$0.connected.isEmpty, $0.attemptFailure) }
            if isConnected { return }
            if let failure { throw failure }
        }
    }

    /// Does work on a connection and returns what it gave.
    ///
    /// What the work has sent is answered before it counts as done, so that success means that everything succeeded. A
    /// transaction that it left open is rolled back. It fails with what the work throws, with the failure of the
    /// connection, or, before it is begun, with why there is none, with `overloaded` or with `closed`.
    package func run<Outcome: Sendable>(
        _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Outcome
    ) async throws -> Outcome {
        let result: Result<Outcome, any Error> = await withCheckedContinuation { continuation in
            self.submit(work) { result in continuation.resume(returning: result) }
        }
        return try result.get()
    }

    /// Does work on a connection as `run` does, and gives what came of it to the closure, on the connection's thread.
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

    /// Takes no further jobs, finishes those that wait, and returns when all threads have ended.
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

    /// Takes no further jobs and closes every connection at once; jobs in hand fail with `closed`.
    package func abort() {
        self.state.withLock { state in
            if state.phase == .open { state.phase = .closing }
        }
        for thread in self.threads { thread.interrupt() }
    }

    /// Whether jobs are taken.
    var isOpen: Bool { self.state.withLock { $0.phase == .open } }

    /// Finds work for a thread, or remembers that it waits for some.
    func work(for number: Int) -> Work {
        self.state.withLock { state in
            if let job = state.waiting.next() { return .job(job) }
            guard state.phase == .open else { return .end }
            if !state.idle.contains(number) { state.idle.append(number) }
            return .none
        }
    }

    /// Takes back a job that was not begun, before all others.
    func putBack(_ job: PostgreSQLJob) {
        self.state.withLock { $0.waiting.putBack(job) }
    }

    /// Notes that a thread has a connection.
    func connected(_ number: Int) {
        self.state.withLock { state in
            state.connected.insert(number)
            state.lastFailure = nil
            state.attemptFailure = nil
            state.awaySince = nil
        }
        self.arrival.signal()
    }

    /// Notes that a thread has lost its connection.
    func lost(_ number: Int, _ failure: PostgreSQLFailure) {
        let called = self.state.withLock { state -> Int? in
            state.connected.remove(number)
            state.lastFailure = failure
            state.attemptFailure = nil
            if state.connected.isEmpty { state.awaySince = .now }
            state.idle.removeAll { $0 == number }
            // It may have been called for a job that it does not take now.
            return state.waiting.isEmpty ? nil : state.idle.popLast()
        }
        if let called { self.threads[called].call() }
    }

    /// Notes that a thread could not connect; nobody waits any longer if nobody else is connected.
    func failed(_ failure: PostgreSQLFailure) {
        let jobs = self.state.withLock { state -> [PostgreSQLJob] in
            state.lastFailure = failure
            state.attemptFailure = failure
            return state.connected.isEmpty ? state.waiting.removeAll() : []
        }
        for job in jobs { job.fail(failure) }
    }

    /// Notes that one of several servers failed; nobody waits any longer if it has gone on for too long.
    func serverFailed(_ failure: PostgreSQLFailure) {
        let isTooLong = self.state.withLock { state in
            state.awaySince.map { ContinuousClock.now - $0 > Self.patience } ?? false
        }
        if isTooLong { self.failed(failure) }
    }

    /// Notes that a thread has ended.
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

/// What a pool of connections looks like at one moment.
package struct PostgreSQLPoolState: Sendable, Equatable {
    /// How many connections there are.
    package var connected: Int
    /// How many connections there should be.
    package var wanted: Int
    /// How many jobs wait for a connection.
    package var waiting: Int
    /// Why the last connection was lost or could not be made, until one is made again.
    package var lastFailure: PostgreSQLFailure?
}
