import Hummingbird
import Logging

/// Turns every error, the framework's own included, into ``ControlError``'s answer.
struct ControlErrorMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Passes the request on and answers what it throws.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let answer = ControlError(error)
            if answer.status == .internalServerError {
                context.logger.error("A command failed", metadata: ["error": "\(error)"])
            }
            return try ControlJSON.response(answer, status: answer.status)
        }
    }
}
