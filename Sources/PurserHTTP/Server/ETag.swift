import Crypto
import HTTPTypes
import Hummingbird
import NIOCore
import Notation

/// The name of what a read answers (RFC 9110, section 8.8.3): the same as long as nothing that matters has changed.
///
/// It is a weak one, because an answer may hold the instant of the question too.
struct ETag: Hashable {
    /// As it stands in the header field.
    let value: String

    /// The name of an answer whose parts that matter are these bytes.
    init(of bytes: some Sequence<UInt8>) {
        self.value = "W/\"\(Hexadecimal.text(SHA256.hash(data: Array(bytes)).prefix(12)))\""
    }

    /// Whether the caller has this very answer, as his `If-None-Match` says (RFC 9110, section 13.1.2).
    func isKnown(to request: Request) -> Bool {
        guard let known = request.headers[.ifNoneMatch] else { return false }
        if known == self.value || known == "*" { return true }
        let opaque = self.value.dropFirst(2)
        return known.split(separator: ",").contains { part in
            let tag = part.drop { $0 == " " }.prefix { $0 != " " }
            return tag == opaque || tag == self.value
        }
    }

    /// The answer to a read: the body, or nothing but 304 when the caller has it.
    func response(to request: Request, json body: [UInt8]) -> Response {
        if self.isKnown(to: request) {
            return Response(status: .notModified, headers: [.eTag: self.value])
        }
        return JSONResponse.written(body, headers: [.eTag: self.value])
    }
}

/// Names what reads answer, and answers 304 to whoever has it already (RFC 9110, section 13.1.2).
///
/// The name is made of the answer's bytes, so it changes with whatever the answer depends on. A route whose answers
/// hold the instant of the question names them itself.
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
