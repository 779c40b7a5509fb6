import HTTPTypes
package import NIOCore
package import NIOHTTP1

/// Refuses requests whose framing the parser accepts and RFC 9112 does not, behind the parser, where the version is
/// known.
package final class RequestFraming: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart

    /// The maximum overhead around the chunks of one body besides what each needs: chunk extensions and trailers
    /// together are limited like headers.
    package static let maximumExtra = PurserApplication.maximumHeaders
    /// The overhead of one chunk: its size in at most 16 digits, and the ends of two lines.
    private static let perChunk = 20

    /// Whether a body is being read.
    fileprivate private(set) var isInBody = false
    /// The number of bytes that arrived with the body and are not part of it.
    fileprivate var extra = 0
    private var isRefused = false

    /// Creates a handler for one connection.
    package init() {}

    /// Checks heads, and passes nothing on after a refused one.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !self.isRefused else { return }
        switch self.unwrapInboundIn(data) {
        case .head(var head):
            if let refusal = FramingRefusal(head) {
                self.isRefused = true
                context.fireErrorCaught(refusal)
                return
            }
            self.isInBody = true
            self.extra = 0
            // Without `keep-alive`, a request of HTTP/1.0 is the last one (section 9.3).
            if !head.isKeepAlive {
                head.headers.replaceOrAdd(name: "connection", value: "close")
                context.fireChannelRead(self.wrapInboundOut(.head(head)))
                return
            }
        case .body(let part): self.extra -= part.readableBytes + Self.perChunk
        case .end: self.isInBody = false
        }
        context.fireChannelRead(data)
    }

    /// Counts the bytes of the connection before the parser.
    package final class Wire: ChannelInboundHandler, RemovableChannelHandler {
        package typealias InboundIn = ByteBuffer
        package typealias InboundOut = ByteBuffer

        private let framing: RequestFraming
        private var isRefused = false

        /// Creates a counter before the parser whose handler behind it is this one.
        package init(framing: RequestFraming) {
            self.framing = framing
        }

        /// Counts, and stops reading a body with too much overhead around its chunks.
        package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !self.isRefused else { return }
            // What arrives together with the head is at most one read, and not counted.
            if self.framing.isInBody { self.framing.extra += self.unwrapInboundIn(data).readableBytes }
            context.fireChannelRead(data)
            guard self.framing.isInBody, self.framing.extra > RequestFraming.maximumExtra else {
                self.framing.extra = max(0, self.framing.extra)
                return
            }
            self.isRefused = true
            context.fireErrorCaught(BodyRefusal.framing)
        }
    }
}

/// An error in the head of a request that the parser accepts (RFC 9112).
package enum FramingRefusal: Error, Hashable, Sendable {
    /// There is no Host, more than one, or an invalid one (section 3.2).
    case host
    /// The body has a coding besides chunked (section 6.1).
    case transferEncoding
    /// The body's last coding is not chunked, so its end is undefined (section 6.3).
    case transferEncodingWithoutEnd
    /// A request of HTTP/1.0 has a transfer coding, which an intermediate proxy may not have understood (section 6.1).
    case transferEncodingBeforeItsTime

    /// Returns the error in a head, if there is one.
    init?(_ head: HTTPRequestHead) {
        let hosts = head.headers["host"]
        let isOld = head.version.major < 1 || head.version.major == 1 && head.version.minor == 0
        guard hosts.count == 1 || isOld && hosts.isEmpty, hosts.allSatisfy(Self.isHost) else {
            self = .host
            return
        }
        let codings = head.headers["transfer-encoding"]
        if codings.isEmpty { return nil }
        if isOld {
            self = .transferEncodingBeforeItsTime
        } else if codings.last.map(Self.endsChunked) != true {
            self = .transferEncodingWithoutEnd
        } else if codings.count > 1 || codings[0].lowercased() != "chunked" {
            self = .transferEncoding
        } else {
            return nil
        }
    }

    /// The error in the response; the connection ends with it.
    var problem: Problem {
        switch self {
        case .host:
            Problem(
                .badRequest,
                code: "host_invalid",
                "Send one Host field, with the host name in the address."
            )
        case .transferEncoding:
            Problem(
                .notImplemented,
                code: "transfer_encoding_unsupported",
                "Send the body with Content-Length, or with Transfer-Encoding: chunked and no other coding."
            )
        case .transferEncodingWithoutEnd:
            Problem(.badRequest, code: "bad_request", "The last coding of Transfer-Encoding must be chunked.")
        case .transferEncodingBeforeItsTime:
            Problem(.badRequest, code: "bad_request", "HTTP/1.0 has no Transfer-Encoding: send Content-Length.")
        }
    }

    /// Returns whether the last of the codings in a field is chunked.
    private static func endsChunked(_ field: String) -> Bool {
        let last =
            field.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).last ?? field.utf8[...]
        return String(Substring(last)).lowercased().drop { $0 == " " || $0 == "\t" } == "chunked"
    }

    /// Returns whether a field may be a host and a port (RFC 3986, section 3.2.2); an address without one has an empty
    /// field.
    private static func isHost(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: Self.marks.contains(byte)
            }
        }
    }

    /// The unreserved marks, the sub-delimiters except for the comma, and the characters of IPv6 addresses, ports and
    /// escapes.
    private static let marks = Set("-._~!$&'()*+;=:[]%".utf8)
}
