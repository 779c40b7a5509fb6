import Crypto
import HTTPTypes
import Hummingbird
import NIOCore
import Notation

/// The ETag of the response to a read (RFC 9110, section 8.8.3), unchanged as long as nothing relevant has changed.
///
/// It is a weak one, because a response may contain the instant of the request.
struct ETag: Hashable {
    /// The value of the header field.
    let value: String

    /// Creates the ETag of a response with these relevant bytes.
    init(of bytes: some Sequence<UInt8>) {
        self.value = "W/\"\(Hexadecimal.text(Array(SHA256.hash(data: Array(bytes)))[..<12]))\""
    }

    /// Returns whether the client has this response, according to its `If-None-Match` (RFC 9110, section 13.1.2).
    func isKnown(to request: Request) -> Bool {
        guard let known = request.headers[.ifNoneMatch] else { return false }
        if known == self.value || known == "*" { return true }
        let opaque = self.value.dropFirst(2)
        return known.split(separator: ",").contains { part in
            let tag = part.drop { $0 == " " }.prefix { $0 != " " }
            return tag == opaque || tag == self.value
        }
    }

    /// Returns the response to a read: the body, or 304 without a body if the client has it.
    func response(to request: Request, json body: [UInt8]) -> Response {
        if self.isKnown(to: request) {
            return Response(status: .notModified, headers: [.eTag: self.value])
        }
        return JSONResponse.written(body, headers: [.eTag: self.value])
    }
}

/// Adds an ETag to the responses of reads, and responds with 304 to clients that have the response already (RFC 9110,
/// section 13.1.2).
///
/// The ETag is derived from the response's bytes, so it changes with everything on which the response depends. A route
/// whose responses contain the instant of the request sets its own ETag.
struct ETagMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Passes the request on, and adds the ETag.
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
