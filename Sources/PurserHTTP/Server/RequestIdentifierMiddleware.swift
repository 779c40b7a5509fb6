import HTTPTypes
import Hummingbird
import Logging
import PurserService

/// Gives every request an id: the client's own if it is well-formed, otherwise a new one.
///
/// It is the outermost middleware, so that every response has the id. At `debug` the log has a line for each request.
struct RequestIdentifierMiddleware<Context: RequestContext>: RouterMiddleware {
    private let header: HTTPField.Name?

    /// Creates the middleware.
    init() {
        self.header = HTTPField.Name(RequestIdentifier.header)
    }

    /// Passes the request on under its id.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let header else { return try await next(request, context) }
        let name =
            request.headers[header].flatMap { RequestIdentifier(brought: $0) }
            ?? RequestIdentifier(made: RequestID().description)
        var context = context
        // The framework's own id would be a second one.
        context.logger[metadataKey: "hb.request.id"] = nil
        context.logger[metadataKey: RequestIdentifier.key] = "\(name)"
        let start = ContinuousClock.now
        var response = try await RequestIdentifier.$current.withValue(name) { [context] in
            try await next(request, context)
        }
        response.headers[header] = name.description
        context.logger.debug(
            "A request was completed.",
            metadata: [
                "method": "\(request.method.rawValue)", "route": "\(context.routeTemplate ?? "none")",
                "status": "\(response.status.code)",
                "milliseconds": "\((ContinuousClock.now - start).wholeMilliseconds)",
            ]
        )
        return response
    }
}

extension Duration {
    /// The duration in milliseconds, rounded down.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = self.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
