import HTTPTypes
import NIOHTTP1

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
