import Foundation
import Notation

/// A URL that a person entered and that the server calls, in its normal form.
///
/// Only the form is checked here; the addresses of a name are checked at each call, because they change.
package struct OutboundURL: Hashable, Sendable, CustomStringConvertible {
    /// The maximum length of a URL.
    package static let lengthLimitBytes = 2048

    /// Whether the URL uses TLS.
    package let isSecure: Bool
    /// The name in lower case without a dot at its end, or the address without brackets.
    package let host: String
    /// The port, including the default one.
    package let port: Int
    /// The address, if the host is not a name.
    package let address: NetworkAddress?
    /// The complete URL in its normal form: lower case up to the path, no default port, with a path.
    package let description: String

    /// Parses a URL that a person entered.
    package init(_ text: String) throws(OutboundURLError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.lengthLimitBytes else { throw .tooLong }
        guard bytes.allSatisfy(Self.isWritable) else { throw .character }
        let (isSecure, afterScheme) = try Self.scheme(bytes)
        guard !afterScheme.contains(UInt8(ascii: "#")) else { throw .fragment }
        let pathStart = afterScheme.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        let authority = afterScheme[..<(pathStart ?? afterScheme.endIndex)]
        guard !authority.contains(UInt8(ascii: "@")) else { throw .userinfo }
        let (host, portText) = try Self.split(authority)
        (self.host, self.address) = try Self.host(host)
        self.isSecure = isSecure
        let standardPort = isSecure ? 443 : 80
        if let portText {
            guard let port = Self.port(portText) else { throw .port }
            self.port = port
        } else {
            self.port = standardPort
        }
        let rest = afterScheme[(pathStart ?? afterScheme.endIndex)...]
        guard Self.isEncoded(rest) else { throw .character }
        let path = (rest.first == UInt8(ascii: "/") ? "" : "/") + String(decoding: rest, as: UTF8.self)
        let written = self.host.contains(":") ? "[\(self.host)]" : self.host
        self.description =
            (isSecure ? "https://" : "http://") + written + (self.port == standardPort ? "" : ":\(self.port)") + path
        guard URL(string: self.description)?.host != nil else { throw .character }
    }

    /// Throws at once for a URL that every call would refuse.
    ///
    /// A name is not looked up, because its addresses may change; therefore a URL that passes can still be refused
    /// later.
    package func check(by addresses: AddressGuard) throws(OutboundURLError) {
        if let address = self.address {
            switch addresses.verdict(on: address, port: self.port) {
            case .refused(let refusal): throw .refused(refusal)
            case .open: if !self.isSecure { throw .plain }
            case .allowed: return
            }
        } else if !self.isSecure, addresses.allowed.isEmpty {
            throw .plain
        }
    }

    /// Returns a port from 1 to 65535 in decimal digits, or `nil`.
    static func port(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...5).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let port = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return (1...65535).contains(port) ? port : nil
    }

    /// Returns whether a byte is allowed in a URL (RFC 3986, appendix A), including brackets.
    private static func isWritable(_ byte: UInt8) -> Bool {
        guard (0x21...0x7E).contains(byte) else { return false }
        return !#""<>\^`{|}"#.utf8.contains(byte)
    }

    private static func scheme(_ bytes: [UInt8]) throws(OutboundURLError) -> (Bool, ArraySlice<UInt8>) {
        for (scheme, isSecure) in [("https://", true), ("http://", false)] {
            let start = bytes.prefix(scheme.utf8.count).map { byte in
                (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            }
            if start.elementsEqual(scheme.utf8) { return (isSecure, bytes[scheme.utf8.count...]) }
        }
        throw .scheme
    }

    private static func split(
        _ authority: ArraySlice<UInt8>
    ) throws(OutboundURLError) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>?) {
        let colon = UInt8(ascii: ":")
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { throw .host }
            let host = authority[...end]
            let rest = authority[(end + 1)...]
            guard let first = rest.first else { return (host, nil) }
            guard first == colon else { throw .host }
            return (host, rest.dropFirst())
        }
        guard let first = authority.firstIndex(of: colon) else { return (authority, nil) }
        return (authority[..<first], authority[(first + 1)...])
    }

    private static func host(_ bytes: ArraySlice<UInt8>) throws(OutboundURLError) -> (String, NetworkAddress?) {
        if bytes.first == UInt8(ascii: "[") {
            let inner = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
            guard inner.contains(":"), let address = NetworkAddress(inner) else { throw .host }
            return (address.description, address)
        }
        var name = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.count <= 253, labels.allSatisfy(Self.isLabel), let last = labels.last else { throw .host }
        let text = String(decoding: name, as: UTF8.self)
        // A host that ends in a number is an address (WHATWG URL, "ends in a number"), and only its usual spelling is
        // accepted.
        let isNumber =
            last.allSatisfy { (0x30...0x39).contains($0) }
            || last.starts(with: "0x".utf8) && last.dropFirst(2).allSatisfy(Hexadecimal.isDigit)
        guard isNumber else { return (text, nil) }
        guard let address = NetworkAddress(text) else { throw .host }
        return (address.description, address)
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(label.count), label.first != hyphen, label.last != hyphen else { return false }
        return label.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == hyphen || byte == UInt8(ascii: "_")
        }
    }

    /// Returns whether every percent sign is followed by two digits, and no bracket is left.
    private static func isEncoded(_ bytes: ArraySlice<UInt8>) -> Bool {
        for (index, byte) in zip(bytes.indices, bytes) {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "]"): return false
            case UInt8(ascii: "%"):
                guard Hexadecimal.bytes(bytes[(index + 1)...].prefix(2))?.count == 1 else { return false }
            default: continue
            }
        }
        return true
    }
}

/// The mistake in a URL that a person entered.
package enum OutboundURLError: Error, Hashable, Sendable {
    /// The URL has too many characters.
    case tooLong
    /// The URL contains a space, a control character, or one that must be percent-encoded.
    case character
    /// The URL does not begin with `https://`.
    case scheme
    /// The URL contains a user name or a password.
    case userinfo
    /// The URL contains a fragment.
    case fragment
    /// The URL has no host, or one that is neither a name nor an address.
    case host
    /// The port is not valid.
    case port
    /// The address is not public.
    case refused(AddressRefusal)
    /// The URL is plain HTTP, which is not allowed here.
    case plain

    /// The stable error code.
    package var code: String {
        switch self {
        case .tooLong: "url_too_long"
        case .character: "url_character"
        case .scheme: "url_scheme"
        case .userinfo: "url_user"
        case .fragment: "url_fragment"
        case .host: "url_host"
        case .port: "url_port"
        case .refused(let refusal): refusal.rawValue
        case .plain: "url_plain_http"
        }
    }

    /// One sentence that says what is wrong.
    package var problem: String {
        switch self {
        case .tooLong: "The address is longer than \(OutboundURL.lengthLimitBytes) characters."
        case .character: "The address contains a character that must be percent-encoded."
        case .scheme: "The address does not begin with https://."
        case .userinfo: "The address contains a user name or a password."
        case .fragment: "The address contains a fragment, which clients never send."
        case .host: "The address has no valid host name or IP address."
        case .port: "The port is not one of 1 to 65535."
        case .refused(let refusal): "The address is \(refusal.kind)."
        case .plain: "The address is plain HTTP, which only works for addresses that the configuration allows."
        }
    }

    /// One sentence that says what to do.
    package var remedy: String {
        switch self {
        case .tooLong: "Use a shorter address."
        case .character: "Percent-encode it; write internationalized names in their xn-- form."
        case .scheme: "Write it like this: https://shop.example.com/purchases"
        case .userinfo: "Remove it: the messages are signed, and the signature identifies the sender."
        case .fragment: "Remove the # and what follows."
        case .host: "Write a name such as shop.example.com, or a complete IP address."
        case .port: "Correct the port, or remove it."
        case .refused: "Use a public address, or allow this one in configuration: webhooks: { allow: [ADDRESS:PORT] }"
        case .plain: "Use https, or allow the address in the configuration: webhooks: { allow: [ADDRESS:PORT] }"
        }
    }
}
