import HTTPTypes
package import NIOCore
package import NIOHTTP1

/// Refuses requests whose framing the parser takes and RFC 9112 does not, behind the parser, where the version is
/// known.
package final class RequestFraming: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart

    /// How much may stand around the chunks of one body besides what each needs: chunk extensions and trailers together
    /// are no more than headers.
    package static let maximumExtra = PurserApplication.maximumHeaders
    /// What one chunk needs: its size in at most 16 digits, and the ends of two lines.
    private static let perChunk = 20

    /// Whether a body is being read.
    fileprivate private(set) var isInBody = false
    /// How many bytes came with the body that are none of it.
    fileprivate var extra = 0
    private var isRefused = false

    /// A handler for one connection.
    package init() {}

    /// Looks at heads, and lets nothing pass after one that is refused.
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
            // Without the word for it, a request of HTTP/1.0 is the last one (section 9.3).
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

    /// Counts what comes over the wire before the parser takes it apart.
    package final class Wire: ChannelInboundHandler, RemovableChannelHandler {
        package typealias InboundIn = ByteBuffer
        package typealias InboundOut = ByteBuffer

        private let framing: RequestFraming
        private var isRefused = false

        /// A counter before the parser whose handler behind it is this one.
        package init(framing: RequestFraming) {
            self.framing = framing
        }

        /// Counts, and reads nothing more of a body with too much around its chunks.
        package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !self.isRefused else { return }
            // What comes together with the head is at most one read, and not counted.
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

/// What is wrong with the head of a request although the parser takes it (RFC 9112).
package enum FramingRefusal: Error, Hashable, Sendable {
    /// There is no Host, more than one, or one that is no host (section 3.2).
    case host
    /// The body has a coding besides chunked (section 6.1).
    case transferEncoding
    /// The body's last coding is not chunked, so that nobody can say where it ends (section 6.3).
    case transferEncodingWithoutEnd
    /// A request of HTTP/1.0 has a transfer coding, which a proxy between may not have understood (section 6.1).
    case transferEncodingBeforeItsTime

    /// What is wrong with a head, if anything is.
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

    /// What is answered; the connection ends with it.
    var problem: Problem {
        switch self {
        case .host:
            Problem(
                .badRequest,
                code: "host_invalid",
                "Send one Host field, with the name that the address begins with."
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

    /// Whether the last of the codings in a field is chunked.
    private static func endsChunked(_ field: String) -> Bool {
        let last =
            field.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).last ?? field.utf8[...]
        return String(Substring(last)).lowercased().drop { $0 == " " || $0 == "\t" } == "chunked"
    }

    /// Whether a field may be a host and a port (RFC 3986, section 3.2.2); an address without one has an empty field.
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

    /// The unreserved marks, the sub-delimiters but the comma, and what an address of IPv6, a port and an escape need.
    private static let marks = Set("-._~!$&'()*+;=:[]%".utf8)
}
