import AppStore
import AppStoreSimulator

/// Bearer tokens with times that cause overflows.
enum HostileClaims {
    /// `exp` and `iat` whose difference, or sum with anything, no 64 bits hold, and others that are no instants.
    static let times: [(exp: String, iat: String)] = [
        ("9223372036854775807", "-9223372036854775808"), ("9223372036854775807", "-1"),
        ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "9223372036854775807"),
        ("1e308", "0"), ("1790000300", "-9223372036854775808"), ("9223372036854775808", "1790000000"),
        ("1e400", "-1e400"),
    ]

    /// Each pair of times in a token without a signature, and in its twin that the key has signed.
    static func tokens(_ key: APIKey, _ claims: [JSONMember]) -> [(name: String, token: String)] {
        Self.times.flatMap { time in
            let all =
                claims + [
                    JSONMember(key: "exp", value: .number(time.exp)), JSONMember(key: "iat", value: .number(time.iat)),
                ]
            let name = "exp \(time.exp), iat \(time.iat)"
            let signed = key.sign(all)
            let content = signed.split(separator: ".").prefix(2).joined(separator: ".")
            let blank = String(repeating: "A", count: 86)
            return [
                (name: "\(name), signed", token: signed),
                (name: "\(name), blank signature", token: "\(content).\(blank)"),
                (name: "\(name), no signature", token: "\(content)."),
            ]
        }
    }
}
