import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Synchronization

/// An answer whose bytes are known, so that the transaction that decides it can keep it.
struct EncodedResponse: Sendable {
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
    var kept: IdempotentResponse {
        let isSecret = self.headers[.cacheControl] == "no-store"
        return IdempotentResponse(
            status: self.status.code,
            headers: Self.keptFields.compactMap { name in
                self.headers[name].map { IdempotentResponse.Field(name: name.rawName, value: $0) }
            },
            body: isSecret || self.body.readableBytes > Self.maximumKept ? nil : Array(self.body.readableBytesView)
        )
    }
}

/// What a request that its sender may repeat was answered by the transaction that did its work.
final class RecordedResponse: Sendable {
    /// The work of the current task.
    @TaskLocal static var current: RecordedResponse?

    private struct State {
        var written: EncodedResponse?
        var isKept = false
    }

    private let state = Mutex(State())

    /// The answer that is on disk with the work, if there is one.
    var kept: EncodedResponse? { self.state.withLock { $0.isKept ? $0.written : nil } }

    /// Does work whose result is the answer, and keeps the answer in the transaction that decides the result.
    ///
    /// - Parameters:
    ///   - write: Writes the answer of a result; called within the transaction, and perhaps more than once.
    ///   - work: Does the work through a service that names the transaction that decides (`IdempotentWork.deciding`).
    /// - Returns: The answer, which is on disk where the request may be repeated.
    /// - Throws: What the work throws.
    static func answer<Result: Sendable>(
        _ write: @escaping @Sendable (Result) throws -> EncodedResponse,
        _ work: () async throws -> Result
    ) async throws -> Response {
        guard let lease = IdempotentWork.current?.lease, let answered = Self.current else {
            return try write(try await work()).response
        }
        let repeatable = IdempotentWork(
            lease: lease,
            answer: { result in
                guard let result = result as? Result else { return nil }
                let answer = try write(result)
                answered.state.withLock { $0.written = answer }
                return answer.kept
            },
            onKept: { answered.state.withLock { $0.isKept = $0.written != nil } }
        )
        let result = try await IdempotentWork.$current.withValue(repeatable) { try await work() }
        return try (answered.kept ?? write(result)).response
    }
}

/// Writes a body to memory.
struct CollectingWriter: ResponseBodyWriter {
    /// Takes what is written.
    let collected: CollectedBody

    /// Takes the next part.
    mutating func write(_ buffer: ByteBuffer) async throws {
        self.collected.append(buffer)
    }

    /// Does nothing: the end of a body adds nothing to it.
    consuming func finish(_: HTTPFields?) async throws {}
}

/// Takes what is written of a body.
final class CollectedBody: Sendable {
    private let buffer = Mutex(ByteBuffer())

    /// Everything so far.
    var bytes: ByteBuffer { self.buffer.withLock { $0 } }

    /// Takes the next part.
    func append(_ part: ByteBuffer) {
        self.buffer.withLock { buffer in
            if buffer.readableBytes == 0 { buffer = part } else { buffer.writeImmutableBuffer(part) }
        }
    }
}
