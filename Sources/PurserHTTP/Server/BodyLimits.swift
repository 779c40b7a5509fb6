import AppStore
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Bounds what bodies may take of the memory: each on its own, and all that are being read together.
package final class BodyLimits: Sendable {
    /// The largest body of a signed notification or transaction: the largest compact form that is looked at, and the
    /// JSON around it.
    package static let signedData = 257 * 1024

    /// The largest body with a receipt in it: the longest receipt that is read, and the JSON around it.
    package static let receipts = ReceiptContents.maximumByteCount + 64 * 1024

    /// The most bytes that all bodies being read may take together.
    package let total: Int

    private let taken = Mutex(0)

    /// Limits with this total in bytes.
    package init(total: Int = 64 * 1024 * 1024) {
        self.total = total
    }

    /// The body of a request as bytes, and what is done with it before its memory counts as free again.
    ///
    /// - Throws: `Problem` when the body is encoded, too large or broken off, or when there is no memory for it now.
    func withBody<Result>(
        of request: Request,
        upTo limit: Int,
        _ work: (ByteBuffer) async throws -> Result
    ) async throws -> Result {
        guard request.headers[.contentEncoding] == nil else { throw Problem.framework(.unsupportedMediaType) }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw Problem.framework(.contentTooLarge)
        }
        var body = ByteBuffer()
        var reserved = 0
        defer { self.taken.withLock { [reserved] in $0 -= reserved } }
        do {
            for try await part in request.body {
                guard body.readableBytes + part.readableBytes <= limit else {
                    throw Problem.framework(.contentTooLarge)
                }
                let fits = self.taken.withLock { taken in
                    guard taken + part.readableBytes <= self.total else { return false }
                    taken += part.readableBytes
                    return true
                }
                guard fits else {
                    throw Problem(
                        .serviceUnavailable,
                        code: "server_busy",
                        "The server is reading as much as it can hold. Try again.",
                        retryAfterSeconds: 1
                    )
                }
                reserved += part.readableBytes
                if body.readableBytes == 0 { body = part } else { body.writeImmutableBuffer(part) }
            }
        } catch let problem as Problem {
            throw problem
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // A client that breaks off or does not keep to HTTP is no fault of ours, and anybody can be one.
            throw Problem(.badRequest, code: "body_incomplete", "The body broke off. Send all of it again.")
        }
        return try await work(body)
    }
}
