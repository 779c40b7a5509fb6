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
