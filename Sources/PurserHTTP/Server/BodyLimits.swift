import AppStore
import HTTPTypes
package import Hummingbird
package import NIOCore

/// Reads bodies, each within its limit; what all take together is counted by `BodyMeter`.
package struct BodyLimits: Sendable {
    /// The largest body of a signed notification or transaction: the largest compact form that is looked at, and the
    /// JSON around it.
    package static let signedData = 257 * 1024

    /// The largest body with a receipt in it: the longest receipt that is read, and the JSON around it.
    package static let receipts = ReceiptContents.maximumByteCount + 64 * 1024

    /// Limits as they are.
    package init() {}

    /// The body of a request as bytes, and what is done with it.
    ///
    /// Of more than `mark` bytes no more is read unless `isExpected` says so of those that are there.
    ///
    /// - Throws: `Problem` when the body is encoded, too large, late or broken off, or when there is no memory for it
    ///   now.
    package func withBody<Result>(
        of request: Request,
        upTo limit: Int,
        past mark: Int = .max,
        ifExpected isExpected: (ByteBufferView) -> Bool = { _ in true },
        _ work: (ByteBuffer) async throws -> Result
    ) async throws -> Result {
        guard request.headers[.contentEncoding] == nil else { throw Problem.framework(.unsupportedMediaType) }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw Problem.framework(.contentTooLarge)
        }
        let body = try await ConcurrencyLimiter.whileReading {
            try await Self.read(request, upTo: limit, past: mark, ifExpected: isExpected)
        }
        return try await work(body)
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
                // Copied always: a part keeps the whole of the buffer alive that it was received in.
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
            // A client that breaks off or does not keep to HTTP is no fault of ours, and anybody can be one.
            throw Problem(.badRequest, code: "body_incomplete", "The body broke off. Send all of it again.")
        }
        return body
    }
}

/// Why a body is not read to its end.
///
/// A handler of the connection lets the body end with it, and whoever collects the body answers with its problem.
package enum BodyRefusal: Error, Hashable, Sendable {
    /// The memory is needed for others.
    case serverBusy
    /// The body did not come in time.
    case late
    /// What stands around the chunks of the body is more than anybody needs.
    case framing

    /// What is answered.
    var problem: Problem {
        switch self {
        case .serverBusy:
            Problem(
                .serviceUnavailable,
                code: "server_busy",
                "The server is reading as much as it can hold. Try again.",
                retryAfterSeconds: 1
            )
        case .late:
            Problem(
                .requestTimeout,
                code: "body_timeout",
                "The body did not come within \(RequestDeadlines.body.nanoseconds / 1_000_000_000) seconds. Send all of it again."
            )
        case .framing: Problem.framework(.contentTooLarge)
        }
    }
}
