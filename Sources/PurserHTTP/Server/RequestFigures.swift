import Metrics
import Synchronization

/// The counters of requests, each found once and kept: looking one up by its labels takes longer than counting.
///
/// Routes and methods are few and fixed, and so are the statuses that are answered.
final class RequestFigures: Sendable {
    /// What requests have in common.
    struct Kind: Hashable, Sendable {
        /// The template of the path.
        let route: String
        /// The method.
        let method: String
    }

    private struct Entry {
        let seconds: Timer
        var statuses: [Int: Counter] = [:]
    }

    private let entries = Mutex<[Kind: Entry]>([:])

    /// No figures yet.
    init() {}

    /// Counts a request that was answered with this status after so long.
    func count(_ kind: Kind, status: Int, nanoseconds: Int64) {
        let (seconds, counter) = self.entries.withLock { entries in
            let index = entries.index(forKey: kind)
            if let index, let counter = entries.values[index].statuses[status] {
                return (entries.values[index].seconds, counter)
            }
            var entry = index.map { entries.values[$0] } ?? Self.entry(of: kind)
            let counter = Counter(
                label: "purser_http_requests_total",
                dimensions: [("route", kind.route), ("method", kind.method), ("status", String(status))]
            )
            entry.statuses[status] = counter
            entries[kind] = entry
            return (entry.seconds, counter)
        }
        counter.increment()
        seconds.recordNanoseconds(nanoseconds)
    }

    private static func entry(of kind: Kind) -> Entry {
        Entry(
            seconds: Timer(
                label: "purser_http_request_seconds",
                dimensions: [("route", kind.route), ("method", kind.method)]
            )
        )
    }
}
