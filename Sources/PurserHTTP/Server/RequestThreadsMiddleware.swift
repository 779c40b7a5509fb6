import Hummingbird

/// Handles requests on threads of their own, so that no number of them delays a notification of Apple's.
///
/// What Apple posts and what asks for the server's health stay on Swift's pool, where little else runs.
struct RequestThreadsMiddleware: RouterMiddleware {
    /// Where Apple posts, and what is asked about health.
    private static let elsewhere = ["/apple/", "/health/"]

    /// Passes the request on.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        if Self.elsewhere.contains(where: { path.utf8.starts(with: $0.utf8) }) {
            return try await next(request, context)
        }
        return try await withTaskExecutorPreference(RequestThreads.shared) { try await next(request, context) }
    }
}
