import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Synchronization

/// A response with known bytes, so that the transaction that determines it can store it.
struct EncodedResponse: Sendable {
    /// The maximum size of a stored body in bytes.
    private static let maximumKept = 256 * 1024
    /// The header fields that are stored with a response.
    private static let keptFields: [HTTPField.Name] = [.contentType, .location, .eTag, .retryAfter]

    /// The status.
    let status: HTTPResponse.Status
    /// The header fields.
    var headers: HTTPFields
    /// The body.
    let body: ByteBuffer

    /// Creates a response.
    init(status: HTTPResponse.Status, headers: HTTPFields, body: ByteBuffer) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns a response with an object; one that `isSecret` may not be cached or stored by anyone, including this
    /// server.
    static func json(
        _ object: some Encodable,
        status: HTTPResponse.Status = .ok,
        isSecret: Bool = false
    ) throws -> Self {
        Self(status, try JSONResponse.bytes(object), isSecret: isSecret)
    }

    /// Returns a response with encoded JSON.
    static func written(_ json: [UInt8], status: HTTPResponse.Status = .ok) -> Self {
        Self(status, ByteBuffer(bytes: json), isSecret: false)
    }

    /// A response without a body.
    static let empty = Self(status: .noContent, headers: [:], body: ByteBuffer())

    private init(_ status: HTTPResponse.Status, _ body: ByteBuffer, isSecret: Bool) {
        var headers: HTTPFields = [
            .contentType: "application/json; charset=utf-8", .contentLength: "\(body.readableBytes)",
        ]
        if isSecret { headers[.cacheControl] = "no-store" }
        self.init(status: status, headers: headers, body: body)
    }

    /// The response to send.
    var response: Response {
        Response(status: self.status, headers: self.headers, body: ResponseBody(byteBuffer: self.body))
    }

    /// The response to store: without a body that is too large or contains a secret.
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

/// The response to a repeatable request, stored by the transaction that did its work.
final class RecordedResponse: Sendable {
    /// The recorded response of the current task.
    @TaskLocal static var current: RecordedResponse?

    private struct State {
        var written: EncodedResponse?
        var isKept = false
    }

    private let state = Mutex(State())

    /// The response that is on disk with the work, if there is one.
    var kept: EncodedResponse? { self.state.withLock { $0.isKept ? $0.written : nil } }

    /// Runs work whose result is the response, and stores the response in the transaction that determines the result.
    ///
    /// - Parameters:
    ///   - write: Encodes the response of a result; called within the transaction, possibly more than once.
    ///   - work: Does the work through a service that names the deciding transaction (`IdempotentWork.deciding`).
    /// - Returns: The response, which is on disk if the request may be repeated.
    /// - Throws: The error of the work.
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

/// A writer that collects a body in memory.
struct CollectingWriter: ResponseBodyWriter {
    /// The collected body.
    let collected: CollectedBody

    /// Appends the next part.
    mutating func write(_ buffer: ByteBuffer) async throws {
        self.collected.append(buffer)
    }

    /// Does nothing, because the end of a body adds nothing.
    consuming func finish(_: HTTPFields?) async throws {}
}

/// A body that is collected in parts.
final class CollectedBody: Sendable {
    private let buffer = Mutex(ByteBuffer())

    /// All parts so far.
    var bytes: ByteBuffer { self.buffer.withLock { $0 } }

    /// Appends the next part.
    func append(_ part: ByteBuffer) {
        self.buffer.withLock { buffer in
            if buffer.readableBytes == 0 { buffer = part } else { buffer.writeImmutableBuffer(part) }
        }
    }
}
