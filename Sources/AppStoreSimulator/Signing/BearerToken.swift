import AppStore

/// What a request to the store shows who sends it: a JWT signed with an app's key.
///
/// Follows Apple's Generating JSON Web Tokens for API Requests; `iat` may be missing, as Apple's Python library leaves
/// it out.
struct BearerToken {
    /// The app it names.
    let bundleId: String
    private let token: KeySignedJWS

    /// The longest life Apple grants, in seconds.
    private static let longestLife: Int64 = 3600
    /// How far the clocks of two machines may differ, in seconds.
    private static let skew: Int64 = 60

    /// Reads the value of an `Authorization` header; `nil` when it is none.
    init?(authorization: String) {
        guard let token = KeySignedJWS(authorization: authorization), case .string(let bundleId)? = token.claims["bid"]
        else { return nil }
        self.bundleId = bundleId
        self.token = token
    }

    /// Whether the token is one of this key, at an instant of the wall clock in seconds since 1970.
    func isValid(for key: APIKey, atSeconds now: Int64) -> Bool {
        let claims = self.token.claims
        guard claims["iss"] == .string(key.issuerId), claims["aud"] == .string("appstoreconnect-v1"),
            let expiry = self.seconds("exp"), expiry > now - Self.skew
        else { return false }
        let issued = self.seconds("iat")
        if claims["iat"] != nil, issued == nil { return false }
        guard issued.map({ $0 <= now + Self.skew }) ?? true,
            expiry - (issued ?? now) <= Self.longestLife + (issued == nil ? Self.skew : 0)
        else { return false }
        return self.token.isSigned(by: key)
    }

    private func seconds(_ claim: String) -> Int64? {
        guard case .number(let text)? = self.token.claims[claim] else { return nil }
        return Int64(text) ?? Double(text).flatMap { abs($0) < 1e12 ? Int64($0) : nil }
    }
}
