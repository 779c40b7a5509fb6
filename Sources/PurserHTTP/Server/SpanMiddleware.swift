import HTTPTypes
import Hummingbird
import PurserService
import Tracing

/// Takes the trace that a caller works for, and makes a span of each request where spans are recorded.
///
/// A span is named by the route's template and has no address, because addresses name customers.
struct SpanMiddleware<Context: RequestContext>: RouterMiddleware {
    private struct Headers: Extractor {
        func extract(key: String, from fields: HTTPFields) -> String? {
            HTTPField.Name(key).flatMap { fields[$0] }
        }
    }

    /// Passes the request on within its trace.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var outer = InstrumentationContext.current ?? .topLevel
        InstrumentationSystem.instrument.extract(request.headers, into: &outer, using: Headers())
        let span = startSpan("request", context: outer, ofKind: .server)
        defer { span.end() }
        let response = try await InstrumentationContext.$current.withValue(span.context) {
            try await next(request, context)
        }
        guard span.isRecording else { return response }
        let route = context.routeTemplate ?? "none"
        span.operationName = "\(request.method.rawValue.prefix(16)) \(route)"
        span.updateAttributes { attributes in
            attributes["http.request.method"] = "\(request.method.rawValue.prefix(16))"
            attributes["http.route"] = route
            attributes["http.response.status_code"] = response.status.code
            attributes["purser.request_id"] = context.requestName
        }
        if response.status.code >= 500 { span.setStatus(SpanStatus(code: .error)) }
        return response
    }
}
