import HTTPTypes
import Hummingbird
import PurserService
import Tracing

/// Continues the trace of a caller, and creates a span of each request if spans are recorded.
///
/// The configured share decides that, not the caller, who is not authenticated yet; see `CallerSpanMiddleware`. A span
/// is named by the route's template and contains no address, because addresses contain customers.
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
        span.describe(request, route: context.routeTemplate, name: context.requestIdentifier)
        span.note(response.status)
        return response
    }
}

/// Creates a span for a caller with a secret key who samples the trace, if the share has not created one.
///
/// It is behind the authentication middleware, because any client can send the header of a trace, including an
/// installed app.
struct CallerSpanMiddleware: RouterMiddleware {
    private static let header = HTTPField.Name("traceparent")

    /// Passes the request on, within a span if the caller samples the trace.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        guard context.caller?.isKnown == true, let header = Self.header, request.headers[header] != nil else {
            return try await next(request, context)
        }
        var outer = InstrumentationContext.current ?? .topLevel
        if InstrumentationSystem.tracer.activeSpan(identifiedBy: outer)?.isRecording == true {
            return try await next(request, context)
        }
        let reader = TraceHeaders(isDecisive: true)
        InstrumentationSystem.instrument.extract(request.headers, into: &outer, using: reader)
        let span = startSpan("request", context: outer, ofKind: .server)
        guard span.isRecording else { return try await next(request, context) }
        defer { span.end() }
        span.describe(request, route: context.routeTemplate, name: context.requestIdentifier)
        do {
            let response = try await InstrumentationContext.$current.withValue(span.context) {
                try await next(request, context)
            }
            span.note(response.status)
            return response
        } catch let problem as Problem {
            span.updateAttributes { $0["error.type"] = problem.code }
            span.note(problem.status)
            throw problem
        } catch {
            span.recordError(error)
            throw error
        }
    }
}

/// Reads the headers of a trace, and whether the caller's sampling decision counts.
struct TraceHeaders: Extractor {
    /// The tracer's request for the decision, `SpanTracer.decision`; no header name contains a space.
    private static let decision = "caller decides"

    /// Whether the caller decides.
    let isDecisive: Bool

    /// Returns the value of a header, or the decision.
    func extract(key: String, from fields: HTTPFields) -> String? {
        if key == Self.decision { return self.isDecisive ? "yes" : nil }
        return HTTPField.Name(key).flatMap { fields[$0] }
    }
}

extension Span {
    /// Sets the name of the span from a request's method and route, and the id under which the log has it.
    func describe(_ request: Request, route: String?, name: String) {
        let (method, route) = ("\(request.method.rawValue.prefix(16))", route ?? "none")
        self.operationName = "\(method) \(route)"
        self.updateAttributes { attributes in
            attributes["http.request.method"] = method
            attributes["http.route"] = route
            attributes["purser.request_id"] = name
        }
    }

    /// Sets the status of the response; from 500 on the span is a failure.
    func note(_ status: HTTPResponse.Status) {
        self.updateAttributes { $0["http.response.status_code"] = status.code }
        if status.code >= 500 { self.setStatus(SpanStatus(code: .error)) }
    }
}
