import AppStore

/// What a request to the store shows who sends it: a JWT signed with an app's key.
///
/// Follows Apple's Generating JSON Web Tokens for API Requests; `iat` may be missing, as Apple's Python library leaves
/// it out.
struct BearerToken {
    /// The app it names.
    let bundleId: String
    private let header: JSONValue
    private let claims: JSONValue
    private let content: [UInt8]
    private let signature: [UInt8]

    /// The longest life Apple grants, in seconds.
    private static let longestLife: Int64 = 3600
    /// How far the clocks of two machines may differ, in seconds.
    private static let skew: Int64 = 60

    /// Reads the value of an `Authorization` header; `nil` when it is none.
    init?(authorization: String) {
        let words = authorization.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        let parts = words[1].utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), let headerValue = try? JSONValue(json: header),
            let claimsValue = try? JSONValue(json: claims), case .string(let bundleId)? = claimsValue["bid"]
        else { return nil }
        self.bundleId = bundleId
        self.header = headerValue
        self.claims = claimsValue
        self.content = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
        self.signature = signature
    }

    /// Whether the token is one of this key, at an instant of the wall clock in seconds since 1970.
    func isValid(for key: APIKey, atSeconds now: Int64) -> Bool {
        guard self.header["alg"] == .string("ES256"), self.header["kid"] == .string(key.keyId),
            self.claims["iss"] == .string(key.issuerId), self.claims["aud"] == .string("appstoreconnect-v1"),
            let expiry = self.seconds("exp"), expiry > now - Self.skew
        else { return false }
        let issued = self.seconds("iat")
        if self.claims["iat"] != nil, issued == nil { return false }
        guard issued.map({ $0 <= now + Self.skew }) ?? true,
            expiry - (issued ?? now) <= Self.longestLife + (issued == nil ? Self.skew : 0)
        else { return false }
        return key.verifies(self.signature, over: self.content)
    }

    private func seconds(_ claim: String) -> Int64? {
        guard case .number(let text)? = self.claims[claim] else { return nil }
        return Int64(text) ?? Double(text).flatMap { abs($0) < 1e12 ? Int64($0) : nil }
    }
}
