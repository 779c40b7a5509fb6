import Ledger
import Synchronization

/// The rows that could not be read, each of which is deferred for a while so that it does not block the others.
///
/// They are kept in memory: a row that could not be read changes nothing in the ledger, and a restart tries again.
final class DeferredRows<Name: Hashable & Sendable>: Sendable {
    /// The time after which a row that cannot be read is tried again.
    static var wait: Span { .hours(1) }
    /// The maximum number of deferred rows.
    ///
    /// Further unreadable rows are tried again and again; operators notice damage of that extent at once.
    static var limit: Int { 10_000 }

    private let until = Mutex<[Name: Instant]>([:])

    /// Defers a row.
    func add(_ name: Name, at now: Instant) {
        self.until.withLock { until in
            if until.count >= Self.limit { until = until.filter { $0.value > now } }
            if until.count < Self.limit { until[name] = now + Self.wait }
        }
    }

    /// Returns the due rows that are not deferred: `find` receives the number of rows to find, including deferred ones.
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
