import HTTPTypes
import Hummingbird
import NIOCore

/// Names what reads answer, and answers 304 to whoever has it already (RFC 9110, section 13.1.2).
///
/// The name is made of the answer's bytes, so it changes with whatever the answer depends on. A route whose answers hold
/// the instant of the question names them itself.
struct ETagMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Passes the request on, and names its answer.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard request.method == .get || request.method == .head, response.status == .ok,
            response.headers[.eTag] == nil, response.headers[.cacheControl] != "no-store",
            response.headers[.contentType]?.hasPrefix("application/json") == true
        else { return response }
        let collected = CollectedBody()
        try await response.body.write(CollectingWriter(collected: collected))
        let body = collected.bytes
        let tag = ETag(of: body.readableBytesView)
        if tag.isKnown(to: request) { return Response(status: .notModified, headers: [.eTag: tag.value]) }
        var named = response
        named.headers[.eTag] = tag.value
        named.body = ResponseBody(byteBuffer: body)
        return named
    }
}
