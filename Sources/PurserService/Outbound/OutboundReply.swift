import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Reads an answer as it comes: the status, one header, and so much of the body that the connection can be used again.
final class OutboundReply: HTTPClientResponseDelegate {
    /// What of an answer is kept.
    struct Head: Sendable {
        /// The HTTP status.
        var status = 0
        /// The header `Retry-After` as it was written.
        var retryAfter: String?
        /// How many bytes of the body have come.
        var bodyByteCount = 0
        /// What of the body was asked for.
        var body: [UInt8] = []
    }

    /// The body became too long; thrown only to have the connection dropped.
    struct Cut: Error {}

    /// The most of a body that is read.
    static let bodyLimitBytes = 64 << 10

    private let head = Mutex(Head())
    private let keptByteCount: Int

    /// A reading that keeps so many bytes of the body, and throws the rest away.
    init(keeping keptByteCount: Int = 0) { self.keptByteCount = keptByteCount }

    /// What is known so far.
    var known: Head { self.head.withLock { $0 } }

    func didReceiveHead(task: HTTPClient.Task<Head>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        let retryAfter = head.headers.first(name: "retry-after")
        self.head.withLock { known in
            known.status = Int(head.status.code)
            known.retryAfter = retryAfter
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Head>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        let count = self.head.withLock { known in
            known.bodyByteCount += part.readableBytes
            let room = self.keptByteCount - known.body.count
            if room > 0 { known.body += part.readableBytesView.prefix(room) }
            return known.bodyByteCount
        }
        guard count <= Self.bodyLimitBytes else { return task.eventLoop.makeFailedFuture(Cut()) }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<Head>) throws -> Head {
        self.known
    }
}
