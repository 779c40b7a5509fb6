import Hummingbird

/// Refuses a name in the query that the address does not know: a misspelt filter would show what nobody asked for.
struct QueryMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Which names each address knows.
    let queries: APIQueries

    /// Passes the request on, unless its query has a name that means nothing.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let route = context.routeTemplate,
            let refusal = self.queries.refusal(request.uri.query, at: route, request.method)
        {
            throw refusal
        }
        return try await next(request, context)
    }
}
