import AppStore
import HTTPTypes
package import Hummingbird
package import NIOCore

/// Reads bodies, each within its limit; `BodyMeter` counts their total.
package struct BodyLimits: Sendable {
    /// The maximum size of a body with a signed notification or transaction: the maximum compact form, and the JSON
    /// around it.
    package static let signedData = 257 * 1024

    /// The maximum size of a body with a receipt: the maximum receipt, and the JSON around it.
    package static let receipts = ReceiptContents.maximumByteCount + 64 * 1024

    /// Creates the limits.
    package init() {}

    /// Reads the body of a request and passes its bytes to work.
    ///
    /// Beyond `mark` bytes, it only continues to read if `isExpected` accepts the bytes so far.
    ///
    /// - Throws: `Problem` if the body is encoded, too large, late or incomplete, or if there is no memory for it now.
    package func withBody<Result>(
        of request: Request,
        upTo limit: Int,
        past mark: Int = .max,
        ifExpected isExpected: (ByteBufferView) -> Bool = { _ in true },
        _ work: (ByteBuffer) async throws -> Result
    ) async throws -> Result {
        try self.check(request, upTo: limit)
        let body = try await ConcurrencyLimiter.whileReading {
            try await Self.read(request, upTo: limit, past: mark, ifExpected: isExpected)
        }
        return try await work(body)
    }

    /// Throws where the header alone states that the body is encoded or too large.
    func check(_ request: Request, upTo limit: Int) throws {
        guard request.headers[.contentEncoding] == nil else { throw Problem.framework(.unsupportedMediaType) }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw Problem.framework(.contentTooLarge)
        }
    }

    private static func read(
        _ request: Request,
        upTo limit: Int,
        past mark: Int,
        ifExpected isExpected: (ByteBufferView) -> Bool
    ) async throws -> ByteBuffer {
        var body = ByteBuffer()
        do {
            for try await part in request.body {
                let count = body.readableBytes + part.readableBytes
                guard count <= limit else { throw Problem.framework(.contentTooLarge) }
                let isPast = body.readableBytes <= mark && count > mark
                // It is always copied, because a part keeps the whole buffer alive in which it was received.
                body.writeImmutableBuffer(part)
                guard !isPast || isExpected(body.readableBytesView) else { throw Problem.framework(.contentTooLarge) }
            }
        } catch let problem as Problem {
            throw problem
        } catch let refusal as BodyRefusal {
            throw refusal.problem
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // A client that closes the connection or violates HTTP is not an error of the server.
            throw Problem(.badRequest, code: "body_incomplete", "The body is incomplete. Send all of it again.")
        }
        return body
    }
}

/// The reason for which a body is not read completely.
///
/// A handler of the connection lets the body end with it, and the reader of the body responds with its problem.
package enum BodyRefusal: Error, Hashable, Sendable {
    /// The memory is needed for other requests.
    case serverBusy
    /// The body did not arrive in time.
    case late
    /// The overhead around the chunks of the body is too large.
    case framing

    /// The error in the response.
    var problem: Problem {
        switch self {
        case .serverBusy:
            Problem(
                .serviceUnavailable,
                code: "server_busy",
                "The server has no memory for another body now. Try again.",
                retryAfterSeconds: 1
            )
        case .late:
            Problem(
                .requestTimeout,
                code: "body_timeout",
                "The body did not arrive within \(RequestDeadlines.body.nanoseconds / 1_000_000_000) seconds. Send "
                    + "all of it again."
            )
        case .framing: Problem.framework(.contentTooLarge)
        }
    }
}
