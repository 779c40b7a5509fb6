import HTTPTypes
import Hummingbird

/// Handles requests on threads of their own, so that no number of them delays a notification of Apple's.
///
/// What Apple posts and what asks whether the process lives stay on Swift's pool, where little else runs.
struct RequestThreadsMiddleware: RouterMiddleware {
    /// Passes the request on.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        if Self.staysOnPool(request) { return try await next(request, context) }
        return try await withTaskExecutorPreference(RequestThreads.shared) { try await next(request, context) }
    }

    private static func staysOnPool(_ request: Request) -> Bool {
        let path = request.uri.path.utf8
        if path.elementsEqual("/health/live".utf8) { return true }
        return request.method == .post && path.starts(with: "/apple/".utf8)
            && ["/notifications", "/retention"].contains { path.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
}
