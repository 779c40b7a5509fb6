import Ledger
import Synchronization

/// Rows that could not be read, each left alone for a while, so that they keep nothing else waiting.
///
/// Kept in memory: nothing in the ledger changes because something could not be read, and a restart tries again.
final class DeferredRows<Name: Hashable & Sendable>: Sendable {
    /// How long it takes until a row that cannot be read is looked at again.
    static var wait: Span { .hours(1) }
    /// The most rows that are remembered: more are read in vain again and again, as damage of that size is seen at
    /// once.
    static var limit: Int { 10_000 }

    private let until = Mutex<[Name: Instant]>([:])

    /// Leaves a row alone for a while.
    func add(_ name: Name, at now: Instant) {
        self.until.withLock { until in
            if until.count >= Self.limit { until = until.filter { $0.value > now } }
            if until.count < Self.limit { until[name] = now + Self.wait }
        }
    }

    /// What is due and may be looked at: `find` gets how many rows to look for, among which are those left alone.
    func allowed(
        _ limit: Int,
        at now: Instant,
        _ find: (Int) async throws(RepositoryError) -> [Name]
    ) async throws(RepositoryError) -> [Name] {
        let resting = self.until.withLock { until in
            if until.contains(where: { $0.value <= now }) { until = until.filter { $0.value > now } }
            return until
        }
        return Array(try await find(limit + resting.count).filter { resting[$0] == nil }.prefix(limit))
    }
}
