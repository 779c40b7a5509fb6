import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

/// An answer whose bytes are known, so that the transaction that decides it can keep it.
struct WrittenAnswer: Sendable {
    /// The largest body that is kept, in bytes.
    private static let maximumKept = 256 * 1024
    /// The header fields that are kept with an answer.
    private static let keptFields: [HTTPField.Name] = [.contentType, .location, .eTag, .retryAfter]

    /// The status.
    let status: HTTPResponse.Status
    /// The header fields.
    var headers: HTTPFields
    /// The body.
    let body: ByteBuffer

    /// An answer of these parts.
    init(status: HTTPResponse.Status, headers: HTTPFields, body: ByteBuffer) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer that holds an object; one that `isSecret` may be stored by nobody, nor by us.
    static func json(
        _ object: some Encodable,
        status: HTTPResponse.Status = .ok,
        isSecret: Bool = false
    ) throws -> Self {
        Self(status, try JSONResponse.bytes(object), isSecret: isSecret)
    }

    /// An answer that holds JSON that is written already.
    static func written(_ json: [UInt8], status: HTTPResponse.Status = .ok) -> Self {
        Self(status, ByteBuffer(bytes: json), isSecret: false)
    }

    /// An answer without a body.
    static let empty = Self(status: .noContent, headers: [:], body: ByteBuffer())

    private init(_ status: HTTPResponse.Status, _ body: ByteBuffer, isSecret: Bool) {
        var headers: HTTPFields = [
            .contentType: "application/json; charset=utf-8", .contentLength: "\(body.readableBytes)",
        ]
        if isSecret { headers[.cacheControl] = "no-store" }
        self.init(status: status, headers: headers, body: body)
    }

    /// The answer as it is sent.
    var response: Response {
        Response(status: self.status, headers: self.headers, body: ResponseBody(byteBuffer: self.body))
    }

    /// The answer as it is kept: without its body where that is too large, or holds a secret.
    var kept: IdempotentAnswer {
        let isSecret = self.headers[.cacheControl] == "no-store"
        return IdempotentAnswer(
            status: self.status.code,
            headers: Self.keptFields.compactMap { name in
                self.headers[name].map { IdempotentAnswer.Field(name: name.rawName, value: $0) }
            },
            body: isSecret || self.body.readableBytes > Self.maximumKept ? nil : Array(self.body.readableBytesView)
        )
    }
}
