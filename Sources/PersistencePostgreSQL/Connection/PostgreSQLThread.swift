import Foundation

/// A thread that owns one connection of a pool, does the pool's jobs on it, and connects again when it is lost.
final class PostgreSQLThread: Sendable {
    /// The thread's place in its pool.
    let number: Int

    private let name: String
    private let settings: PostgreSQLSettings
    private let interruption: PostgreSQLInterruption
    private let wake: WakeDescriptor

    /// A thread that is not started yet.
    init(number: Int, name: String, settings: PostgreSQLSettings) throws(PostgreSQLFailure) {
        self.number = number
        self.name = name
        self.settings = settings
        self.interruption = try PostgreSQLInterruption()
        self.wake = try WakeDescriptor()
    }

    /// Starts the thread, which keeps itself and the pool until the pool is closed.
    func start(for pool: PostgreSQLPool) {
        let thread = Thread { [self] in
            self.serve(pool)
            pool.ended(self.number)
        }
        thread.name = "\(self.name)-\(self.number)"
        // Foundation's threads have 512 KB by default; a unit needs little, a large chain more.
        thread.stackSize = 4 << 20
        thread.start()
    }

    /// Lets the thread look for work.
    func call() { self.wake.signal() }

    /// Ends whatever the thread waits for, and then the thread.
    func interrupt() { self.interruption.close() }

    private func serve(_ pool: PostgreSQLPool) {
        var backoff = Backoff()
        while pool.isOpen {
            let connection: PostgreSQLConnection
            do throws(PostgreSQLFailure) {
                connection = try PostgreSQLConnection(
                    self.settings,
                    interruption: self.interruption,
                    onServerFailure: { pool.serverFailed($0) }
                )
            } catch {
                pool.failed(error)
                self.pause(backoff.take())
                continue
            }
            pool.connected(self.number)
            let begin = ContinuousClock.now
            do throws(PostgreSQLFailure) {
                try self.serve(pool, connection)
                return
            } catch {
                connection.close()
                pool.lost(self.number, error)
                // One that is lost as soon as it is had is not asked for again at once.
                if !backoff.reset(after: ContinuousClock.now - begin) { self.pause(backoff.take()) }
            }
        }
    }

    /// Does jobs until there will be no more; throws when the connection is lost.
    private func serve(_ pool: PostgreSQLPool, _ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
        while true {
            switch pool.work(for: self.number) {
            case .end: return
            case .none:
                try connection.idle(until: self.wake)
                self.wake.clear()
            case .job(let job):
                do throws(PostgreSQLFailure) {
                    try connection.check()
                } catch {
                    // Nothing of it was begun, so another connection may do it.
                    pool.putBack(job)
                    throw error
                }
                try self.perform(job, connection)
            }
        }
    }

    private func perform(_ job: PostgreSQLJob, _ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
        let outcome = job.perform(connection)
        var failure: PostgreSQLFailure?
        do throws(PostgreSQLFailure) {
            if outcome.failure == nil { try connection.settle() } else { try connection.rollBack() }
        } catch {
            failure = error
        }
        outcome.finish(outcome.failure == nil ? failure : nil)
        if !connection.isOpen {
            throw failure ?? outcome.failure as? PostgreSQLFailure ?? PostgreSQLFailure(.connectionLost)
        }
        if connection.needsWritable, (outcome.failure as? PostgreSQLFailure)?.code == .readOnly {
            // It was a server that takes writes and is none now; another may be.
            throw PostgreSQLFailure(.readOnly)
        }
    }

    private func pause(_ duration: Duration) {
        _ = Readiness.wait(closing: self.interruption.wake, calling: nil, limit: duration)
    }
}

/// How long to wait before the next attempt to connect: 50 ms at first, twice as long each time, 2 s at most.
struct Backoff {
    private static let first = Duration.milliseconds(50)
    private static let last = Duration.seconds(2)

    private var next = Self.first

    /// The wait before the next attempt.
    mutating func take() -> Duration {
        defer { self.next = min(self.next * 2, Self.last) }
        return self.next
    }

    /// Begins anew when what was got by the last attempt lasted long enough, and says whether it did.
    mutating func reset(after lifetime: Duration) -> Bool {
        guard lifetime >= Self.last else { return false }
        self.next = Self.first
        return true
    }
}
