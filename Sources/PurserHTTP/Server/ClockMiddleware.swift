import Hummingbird

/// Lets a server that follows a simulated clock catch up with it before it judges anything by the time.
struct ClockMiddleware: RouterMiddleware {
    /// Catches up.
    let catchUp: @Sendable () async throws -> Void

    /// Catches up and passes the request on.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        do {
            try await self.catchUp()
        } catch {
            throw Problem(
                .serviceUnavailable,
                code: "clock_unavailable",
                "The simulated clock that this server follows does not answer.",
                retryAfterSeconds: 1
            )
        }
        return try await next(request, context)
    }
}
