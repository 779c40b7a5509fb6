/// The path and the query of a request to App Store Connect, in both of their spellings.
struct ConnectTarget: Hashable, Sendable {
    /// The longest link that is followed, in bytes.
    static let longestLink = 8192

    /// The path and the query as they go into the address, percent-encoded.
    let address: String
    /// The method, the path and the query without encoding, as Apple writes a token's scope.
    let scope: String

    /// A target of its segments and parameters.
    ///
    /// It is `nil` when one of them is empty, too long, made of dots, or has other characters than letters, digits and
    /// `-._~=+,`: ids and codes of Apple's have no others, and these do not change what an address or a scope means.
    init?(_ path: [String], query: [(name: String, value: String)] = []) {
        guard path.allSatisfy(Self.isPlain), query.allSatisfy({ Self.isPlain($0.value) }) else { return nil }
        let plainQuery = query.map { $0.name + "=" + $0.value }.joined(separator: "&")
        let query = query.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }.joined(separator: "&")
        let plainPath = "/" + path.joined(separator: "/")
        let path = "/" + path.map(Self.encoded).joined(separator: "/")
        self.address = query.isEmpty ? path : path + "?" + query
        self.scope = "GET " + (plainQuery.isEmpty ? plainPath : plainPath + "?" + plainQuery)
    }

    /// The target of a link of Apple's; `nil` when the link leads elsewhere, or is none.
    ///
    /// - Parameters:
    ///   - link: The whole address.
    ///   - base: The address of the API: scheme, host and perhaps a port.
    init?(link: String, on base: String) {
        guard link.utf8.count <= Self.longestLink else { return nil }
        let bases = base.hasPrefix("https://") ? [base + "/", base + ":443/"] : [base + "/"]
        guard let start = bases.first(where: link.hasPrefix) else { return nil }
        let address = "/" + link.dropFirst(start.count)
        guard let plain = Self.decoded(address) else { return nil }
        let path = plain.prefix { $0 != "?" }
        guard !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else { return nil }
        self.address = address.map { $0 == "[" ? "%5B" : $0 == "]" ? "%5D" : String($0) }.joined()
        self.scope = "GET " + plain
    }

    private static func isPlain(_ text: String) -> Bool {
        guard (1...1024).contains(text.utf8.count) else { return false }
        guard !text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }) else { return false }
        let signs = Set("-._~=+,".utf8)
        return text.utf8.allSatisfy { Self.isLetterOrDigit($0) || signs.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// Percent-encodes everything but the unreserved characters of RFC 3986 section 2.3.
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let unreserved = Set("-._~".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if Self.isLetterOrDigit(byte) || unreserved.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text behind the percent signs; `nil` when it is no address, or holds what cannot be shown.
    private static func decoded(_ text: String) -> String? {
        func value(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 0x30...0x39: byte - 0x30
            case 0x41...0x46: byte - 0x41 + 10
            case 0x61...0x66: byte - 0x61 + 10
            default: nil
            }
        }
        let forbidden = Set("\"#<>\\^`{|}".utf8)
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            guard (0x21...0x7E).contains(byte), !forbidden.contains(byte) else { return nil }
            position += 1
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard position + 1 < bytes.count, let high = value(bytes[position]), let low = value(bytes[position + 1])
            else { return nil }
            position += 2
            decoded.append(high << 4 | low)
        }
        guard decoded.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        return String(validating: decoded, as: UTF8.self)
    }
}
