import HTTPTypes
import Hummingbird
import Metrics
import Synchronization

/// Counts every request by its route and status, and measures the time until its response.
///
/// The label of a route is its template, so that clients cannot create labels; requests without a route share one
/// label.
struct MetricsMiddleware: RouterMiddleware {
    /// The label of requests without a route.
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

    /// Returns the label of a method; unsupported methods share one.
    private static func name(of method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .post, .put, .patch, .delete, .head, .options: method.rawValue
        default: "other"
        }
    }
}

/// The counters of requests, which are cached, because a lookup by labels takes longer than counting.
///
/// Routes, methods and statuses are few and fixed.
final class RequestMetrics: Sendable {
    /// The labels of a request.
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

    /// Creates metrics.
    init() {}

    /// Counts a request with this status and duration.
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
