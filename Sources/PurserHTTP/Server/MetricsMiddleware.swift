import HTTPTypes
import Hummingbird
import Metrics
import Synchronization

/// Counts every request by its route and status, and measures how long its answer took.
///
/// A route is named by its template, so that no caller makes names of his own; whatever has no route counts as one.
struct MetricsMiddleware: RouterMiddleware {
    /// The name for requests that no route answers.
    private static let nowhere = "none"

    private let metrics = RequestMetrics()

    /// Passes the request on and counts it.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        self.metrics.count(
            RequestMetrics.Kind(
                route: context.routeTemplate ?? Self.nowhere,
                method: Self.name(of: request.method)
            ),
            status: response.status.code,
            nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        )
        return response
    }

    /// A method by its name; those that nobody here answers are one.
    private static func name(of method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .post, .put, .patch, .delete, .head, .options: method.rawValue
        default: "other"
        }
    }
}

/// The counters of requests, each found once and kept: looking one up by its labels takes longer than counting.
///
/// Routes and methods are few and fixed, and so are the statuses that are answered.
final class RequestMetrics: Sendable {
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

    /// No metrics yet.
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
