import HTTPTypes
import Hummingbird
import PurserService
import Tracing

/// Takes the trace that a caller works for, and makes a span of each request where spans are recorded.
///
/// Whether that is so, the configured share decides and not the caller, who may be anybody; see `CallerSpanMiddleware`.
/// A span is named by the route's template and has no address, because addresses name customers.
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

/// Makes a span of the request of a caller with a secret key who keeps the trace, where the share has not made one.
///
/// It stands behind the middleware that looks at keys, as anybody can write the header of a trace, an app in the field
/// too.
struct CallerSpanMiddleware: RouterMiddleware {
    private static let header = HTTPField.Name("traceparent")

    /// Passes the request on, within a span where the caller keeps the trace.
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

/// Reads the headers of a trace, and says whether the caller decides that it is kept.
struct TraceHeaders: Extractor {
    /// What the tracer asks for besides headers, `SpanTracer.decision`; no header has a name with a space.
    private static let decision = "caller decides"

    /// Whether the caller decides.
    let isDecisive: Bool

    /// The value of a header, or the decision.
    func extract(key: String, from fields: HTTPFields) -> String? {
        if key == Self.decision { return self.isDecisive ? "yes" : nil }
        return HTTPField.Name(key).flatMap { fields[$0] }
    }
}

extension Span {
    /// Names the span by a request's method and route, and says under which id the log has it.
    func describe(_ request: Request, route: String?, name: String) {
        let (method, route) = ("\(request.method.rawValue.prefix(16))", route ?? "none")
        self.operationName = "\(method) \(route)"
        self.updateAttributes { attributes in
            attributes["http.request.method"] = method
            attributes["http.route"] = route
            attributes["purser.request_id"] = name
        }
    }

    /// Says how the request was answered; from 500 on it failed.
    func note(_ status: HTTPResponse.Status) {
        self.updateAttributes { $0["http.response.status_code"] = status.code }
        if status.code >= 500 { self.setStatus(SpanStatus(code: .error)) }
    }
}
