import HTTPTypes
import Hummingbird

/// Counts every request by its route and status, and measures how long its answer took.
///
/// A route is named by its template, so that no caller makes names of his own; whatever has no route counts as one.
struct MetricsMiddleware: RouterMiddleware {
    /// The name for requests that no route answers.
    private static let nowhere = "none"

    private let figures = RequestFigures()

    /// Passes the request on and counts it.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        self.figures.count(
            RequestFigures.Kind(
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
