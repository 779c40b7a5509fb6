import HTTPTypes
import Hummingbird
import Logging
import PurserService

/// Gives every request its id: the caller's own where it is well-formed, and a new one otherwise.
///
/// The outermost middleware, so that whatever is answered has it. At `debug` the log has a line for each request.
struct RequestIdentifierMiddleware<Context: RequestContext>: RouterMiddleware {
    private let header: HTTPField.Name?

    /// One for a router.
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
            "A request was answered.",
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
    /// The whole milliseconds in it.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = self.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
