import HTTPTypes
import Hummingbird
import Ledger
import Logging
import NIOCore

/// Turns every error into a problem document, those of the framework included; the outermost middleware.
///
/// An error nobody foresaw is logged in full at `error`, and the client gets an id and nothing else.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Passes the request on and answers for whatever is thrown.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let problem as Problem {
            return try problem.response(requestID: context.requestName)
        } catch let error as RepositoryError {
            return try Problem.storage(error).response(requestID: context.requestName)
        } catch let error as HTTPError {
            return try Problem.framework(error.status).response(requestID: context.requestName)
        } catch is NIOTooManyBytesError {
            return try Problem.framework(.contentTooLarge).response(requestID: context.requestName)
        } catch let error as any HTTPResponseError {
            return try Problem.framework(error.status).response(requestID: context.requestName)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            context.logger.error(
                "A request failed for a reason nobody foresaw.",
                metadata: ["error": "\(error)", "error.type": "\(type(of: error))"]
            )
            return try Problem.unknown.response(requestID: context.requestName)
        }
    }
}
