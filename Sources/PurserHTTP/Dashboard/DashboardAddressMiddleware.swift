import HTTPTypes
import Hummingbird

/// Answers a browser with a page where an address of the dashboard is refused before a route is found.
///
/// Programs get the problem document, as at every other address.
struct DashboardAddressMiddleware: RouterMiddleware {
    /// The checks before each page, which find the session.
    let entrance: DashboardEntrance

    /// Passes the request on, and answers a browser's problem with a page.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard path == DashboardSettings.path || path.hasPrefix("\(DashboardSettings.path)/"),
            request.headers[.accept]?.contains("text/html") == true
        else { return try await next(request, context) }
        do {
            return try await next(request, context)
        } catch let problem as Problem {
            return try await self.entrance.answer(request, context, .anyone) { _ in throw problem }
        }
    }
}
