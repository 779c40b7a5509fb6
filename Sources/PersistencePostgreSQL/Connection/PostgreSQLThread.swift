import Foundation

/// A thread that owns one connection of a pool, runs the pool's jobs on it, and reconnects when it is lost.
final class PostgreSQLThread: Sendable {
    /// The index of the thread in its pool.
    let number: Int

    private let name: String
    private let settings: PostgreSQLSettings
    private let interruption: PostgreSQLInterruption
    private let wake: WakeDescriptor

    /// Creates a thread without starting it.
    init(number: Int, name: String, settings: PostgreSQLSettings) throws(PostgreSQLFailure) {
        self.number = number
        self.name = name
        self.settings = settings
        self.interruption = try PostgreSQLInterruption()
        self.wake = try WakeDescriptor()
    }

    /// Starts the thread, which retains itself and the pool until the pool is closed.
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

    /// Wakes the thread to look for a job.
    func call() { self.wake.signal() }

    /// Ends what the thread waits for, and then the thread.
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
                // A connection that is lost as soon as it is made is not made again at once.
                if !backoff.reset(after: ContinuousClock.now - begin) { self.pause(backoff.take()) }
            }
        }
    }

    /// Runs jobs until the pool is closed; throws when the connection is lost.
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
                    // The job was not begun, so another connection may run it.
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
            // The server accepted writes before and does not now; another server may.
            throw PostgreSQLFailure(.readOnly)
        }
    }

    private func pause(_ duration: Duration) {
        _ = Readiness.wait(closing: self.interruption.wake, calling: nil, limit: duration)
    }
}

/// The pause before the next attempt to connect: 50 ms at first, doubled each time, 2 s at most.
struct Backoff {
    private static let first = Duration.milliseconds(50)
    private static let last = Duration.seconds(2)

    private var next = Self.first

    /// Returns the pause before the next attempt, and doubles it.
    mutating func take() -> Duration {
        defer { self.next = min(self.next * 2, Self.last) }
        return self.next
    }

    /// Resets the pause when the last connection lasted long enough; returns whether it did.
    mutating func reset(after lifetime: Duration) -> Bool {
        guard lifetime >= Self.last else { return false }
        self.next = Self.first
        return true
    }
}
