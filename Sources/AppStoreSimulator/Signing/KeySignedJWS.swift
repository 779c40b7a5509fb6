import AppStore

/// A compact JWS (RFC 7515) as a developer's server signs it: a bearer token, an offer's signature, or a request.
///
/// Reading it proves nothing; ``isSigned(by:)`` does.
struct KeySignedJWS {
    /// The protected header.
    let header: JSONValue
    /// The payload, an object of claims.
    let claims: JSONValue
    private let content: [UInt8]
    private let signature: [UInt8]

    /// The last second of the year 9999, as RFC 3339 has years.
    private static let lastSecond: Double = 253_402_300_799

    /// Reads one; returns `nil` for text that is none.
    init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), let headerValue = try? JSONValue(json: header),
            let claimsValue = try? JSONValue(json: claims)
        else { return nil }
        self.header = headerValue
        self.claims = claimsValue
        self.content = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
        self.signature = signature
    }

    /// Reads the value of an `Authorization` header of the scheme Bearer (RFC 6750); returns `nil` for any other.
    init?(authorization: String) {
        let words = authorization.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        self.init(words[1])
    }

    /// The instant that a claim states in seconds since 1970, without its fraction; `nil` where it states none before the
    /// year 10000, so that whoever computes with it stays within the range of the type.
    func seconds(_ claim: String) -> Int64? {
        guard case .number(let text)? = self.claims[claim], let seconds = Double(text), seconds >= 0,
            seconds <= Self.lastSecond
        else { return nil }
        return Int64(seconds)
    }

    /// Whether it names this key and its ES256 signature is the key's.
    func isSigned(by key: APIKey) -> Bool {
        self.header["alg"] == .string("ES256") && self.header["kid"] == .string(key.keyId)
            && key.verifies(self.signature, over: self.content)
    }
}
