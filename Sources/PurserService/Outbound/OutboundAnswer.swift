import AsyncHTTPClient
package import Ledger
import NIOCore
import NIOHTTP1
import Synchronization

/// The response to an outbound call.
///
/// It does not contain the body: the user who entered the URL must not read what a neighbor of the server returns.
package struct OutboundAnswer: Hashable, Sendable {
    /// The HTTP status, including redirects, which are not followed.
    package let status: Int
    /// The time for which the receiver asks the server to wait, if it does (RFC 9110, section 10.2.3); never negative.
    package let retryAfter: Duration?
    /// The time from the start, including the lookup of the name, until the end of the response.
    package let took: Duration
    /// Whether the body was too long to be read to its end, so that the connection was closed.
    package let isCut: Bool

    /// Whether the receiver accepted the call.
    package var isSuccess: Bool { (200..<300).contains(self.status) }

    /// Whether the receiver never wants to be called again (Standard Webhooks 1.0.0).
    package var isGone: Bool { self.status == 410 }

    /// Creates a response of these parts.
    package init(status: Int, retryAfter: Duration? = nil, took: Duration, isCut: Bool = false) {
        self.status = status
        self.retryAfter = retryAfter
        self.took = took
        self.isCut = isCut
    }
}

/// A delegate that reads a response: the status, one header, and as much of the body as needed to reuse the connection.
final class OutboundReply: HTTPClientResponseDelegate {
    /// The retained parts of a response.
    struct Head: Sendable {
        /// The HTTP status.
        var status = 0
        /// The header `Retry-After` as it was written.
        var retryAfter: String?
        /// The number of bytes of the body so far.
        var bodyByteCount = 0
        /// The requested part of the body.
        var body: [UInt8] = []
    }

    /// The body became too long; thrown only to close the connection.
    struct Cut: Error {}

    /// The maximum number of body bytes that are read.
    static let bodyLimitBytes = 64 << 10

    private let head = Mutex(Head())
    private let keptByteCount: Int

    /// Creates a delegate that retains this many bytes of the body and discards the rest.
    init(keeping keptByteCount: Int = 0) { self.keptByteCount = keptByteCount }

    /// The parts received so far.
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

/// The header with which a receiver asks the server to wait (RFC 9110, section 10.2.3).
package enum RetryAfter {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Parses the header's value at an instant: seconds, or a date in one of HTTP's three forms; returns `nil` for any
    /// other text.
    ///
    /// The result is never negative.
    ///
    /// The caller limits the duration.
    package static func duration(_ text: String, at now: Instant) -> Duration? {
        let bytes = text.utf8
        guard bytes.count <= 40, !bytes.isEmpty else { return nil }
        if bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
            return bytes.count <= 10 ? Int64(text).map { .seconds($0) } : nil
        }
        guard let date = Self.instant(text, at: now) else { return nil }
        return .milliseconds(max(0, (date - now).milliseconds))
    }

    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`, and the two legacy formats `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov
    /// 6 08:49:37 1994` (RFC 9110, section 5.6.7).
    private static func instant(_ text: String, at now: Instant) -> Instant? {
        let words = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
        switch words.count {
        case 6:
            guard words[5] == "GMT" else { return nil }
            return Self.instant(year: Self.year(words[3], at: now), words[2], day: words[1], time: words[4])
        case 5: return Self.instant(year: words[4], words[1], day: words[2], time: words[3])
        default: return nil
        }
    }

    /// Returns four digits; two digits mean the latest year that ends in them and is at most 50 years ahead.
    private static func year(_ text: String, at now: Instant) -> String {
        guard text.utf8.count == 2, let digits = Int(text), let this = Int(now.rfc3339.prefix(4)) else { return text }
        let latest = this + 50
        return String(latest - (latest - digits) % 100)
    }

    private static func instant(year: String, _ month: String, day: String, time: String) -> Instant? {
        guard let index = Self.months.firstIndex(of: month), year.utf8.count == 4, (1...2).contains(day.utf8.count)
        else { return nil }
        let monthText = (index < 9 ? "0" : "") + String(index + 1)
        let dayText = (day.utf8.count == 1 ? "0" : "") + day
        return Instant(rfc3339: "\(year)-\(monthText)-\(dayText)T\(time)Z")
    }
}
