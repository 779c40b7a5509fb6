import Foundation
import Glibc
package import PersistencePostgreSQL

/// Work on a thread of its own, so that a test may block while it waits for a server.
package enum DedicatedThread {
    /// Does the work and returns what it gave.
    @discardableResult
    package static func run<Outcome: Sendable>(_ work: @escaping @Sendable () throws -> Outcome) async throws -> Outcome
    {
        let result: Result<Outcome, any Error> = await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: Result { try work() }) }
            thread.stackSize = 4 << 20
            thread.start()
        }
        return try result.get()
    }

    /// Does the work and returns the failure that it ended with, if any.
    package static func failure<Outcome>(
        _ work: @escaping @Sendable () throws -> Outcome
    ) async throws -> PostgreSQLFailure? {
        try await Self.run {
            do {
                _ = try work()
                return nil
            } catch let failure as PostgreSQLFailure {
                return failure
            }
        }
    }

    /// Blocks the thread until another thread signals.
    package static func wait(for signal: WakeDescriptor) {
        var descriptor = pollfd(fd: signal.number, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&descriptor, 1, -1) < 1 {}
    }
}
