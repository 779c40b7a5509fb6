import Notation

/// The path and query of a request to App Store Connect, encoded for the address and unencoded for the token's scope.
struct ConnectTarget: Hashable, Sendable {
    /// The maximum length of a link, in bytes.
    static let longestLink = 8192

    /// The percent-encoded path and query of the address.
    let address: String
    /// The method, path, and query without encoding, the form of a token's scope.
    let scope: String

    /// Creates a target from its path segments and query parameters.
    ///
    /// It is `nil` if one of them is empty, too long, made of dots, or contains other characters than letters, digits,
    /// and `-._~=+,`. Apple's identifiers and codes contain no others, and these do not change the meaning of an
    /// address or a scope.
    init?(_ path: [String], query: [(name: String, value: String)] = []) {
        guard path.allSatisfy(Self.isPlain), query.allSatisfy({ Self.isPlain($0.value) }) else { return nil }
        let plainQuery = query.map { $0.name + "=" + $0.value }.joined(separator: "&")
        let encoded = PercentEncoding.address.encoded
        let query = query.map { encoded($0.name) + "=" + encoded($0.value) }.joined(separator: "&")
        let plainPath = "/" + path.joined(separator: "/")
        let path = "/" + path.map(encoded).joined(separator: "/")
        self.address = query.isEmpty ? path : path + "?" + query
        self.scope = "GET " + (plainQuery.isEmpty ? plainPath : plainPath + "?" + plainQuery)
    }

    /// Creates the target of one of Apple's links; `nil` if the link leads to another host or is not valid.
    ///
    /// - Parameters:
    ///   - link: The absolute URL.
    ///   - base: The base address of the API: scheme, host, and an optional port.
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
        return text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || signs.contains(byte)
        }
    }

    /// Returns the percent-decoded text; `nil` if it is not valid in an address or contains control characters.
    private static func decoded(_ text: String) -> String? {
        let forbidden = Set("\"#<>\\^`{|}".utf8)
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !forbidden.contains($0) }),
            let decoded = PercentEncoding.address.decoded(text),
            decoded.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        return decoded
    }
}
