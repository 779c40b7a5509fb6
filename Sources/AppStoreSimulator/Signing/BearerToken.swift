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
        // Nothing that a stranger wrote is looked into, except the app's name.
        guard self.token.isSigned(by: key) else { return false }
        let claims = self.token.claims
        guard claims["iss"] == .string(key.issuerId), claims["aud"] == .string("appstoreconnect-v1"),
            let expiry = self.token.seconds("exp"), expiry > now - Self.skew
        else { return false }
        let issued = self.token.seconds("iat")
        if claims["iat"] != nil, issued == nil { return false }
        return (issued.map { $0 <= now + Self.skew } ?? true)
            && expiry - (issued ?? now) <= Self.longestLife + (issued == nil ? Self.skew : 0)
    }
}
