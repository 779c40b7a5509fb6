import HTTPTypes
import Hummingbird
import PurserService
import Tracing

/// Makes a span of the request of a caller with a secret key who keeps the trace, where the share has not made one.
///
/// It stands behind the middleware that looks at keys, as anybody can write the header of a trace, an app in the field too.
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
        span.describe(request, route: context.routeTemplate, name: context.requestName)
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
