import HTTPTypes
import Hummingbird
import PurserService
import Tracing

/// Takes the trace that a caller works for, and makes a span of each request where spans are recorded.
///
/// Whether that is so, the configured share decides and not the caller, who may be anybody; see `CallerSpanMiddleware`. A
/// span is named by the route's template and has no address, because addresses name customers.
struct SpanMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Passes the request on within its trace.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var outer = InstrumentationContext.current ?? .topLevel
        let reader = TraceHeaders(isDecisive: false)
        InstrumentationSystem.instrument.extract(request.headers, into: &outer, using: reader)
        let span = startSpan("request", context: outer, ofKind: .server)
        defer { span.end() }
        let response = try await InstrumentationContext.$current.withValue(span.context) {
            try await next(request, context)
        }
        guard span.isRecording else { return response }
        span.describe(request, route: context.routeTemplate, name: context.requestName)
        span.note(response.status)
        return response
    }
}
