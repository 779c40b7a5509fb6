import AppStore

/// A compact JWS (RFC 7515) of a developer's server: a bearer token, an offer's signature, or a request.
///
/// Parsing does not verify the signature; ``isSigned(by:)`` does.
struct KeySignedJWS {
    /// The protected header.
    let header: JSONValue
    /// The payload, an object of claims.
    let claims: JSONValue
    private let content: [UInt8]
    private let signature: [UInt8]

    /// The last second of the year 9999, the end of RFC 3339's range.
    private static let lastSecond: Double = 253_402_300_799

    /// Parses a JWS; returns `nil` for other text.
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

    /// Parses the value of an `Authorization` header with the scheme Bearer (RFC 6750); returns `nil` for any other.
    init?(authorization: String) {
        let words = authorization.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        self.init(words[1])
    }

    /// Returns the instant of a claim in seconds since 1970, without its fraction; `nil` unless it is before the year
    /// 10000, so that computations with it stay in range.
    func seconds(_ claim: String) -> Int64? {
        guard case .number(let text)? = self.claims[claim], let seconds = Double(text), seconds >= 0,
            seconds <= Self.lastSecond
        else { return nil }
        return Int64(seconds)
    }

    /// Returns whether the JWS names this key and its ES256 signature is valid for it.
    func isSigned(by key: APIKey) -> Bool {
        self.header["alg"] == .string("ES256") && self.header["kid"] == .string(key.keyId)
            && key.verifies(self.signature, over: self.content)
    }
}

/// The bearer token of a request to the store: a JWT signed with an app's key.
///
/// Follows Apple's Generating JSON Web Tokens for API Requests; `iat` may be missing, as Apple's Python library leaves
/// it out.
struct BearerToken {
    /// The bundle id in the token.
    let bundleId: String
    private let token: KeySignedJWS

    /// The maximum lifetime, in seconds.
    private static let longestLife: Int64 = 3600
    /// The tolerated difference between the clocks of two machines, in seconds.
    private static let skew: Int64 = 60

    /// Parses the value of an `Authorization` header; returns `nil` for other text.
    init?(authorization: String) {
        guard let token = KeySignedJWS(authorization: authorization), case .string(let bundleId)? = token.claims["bid"]
        else { return nil }
        self.bundleId = bundleId
        self.token = token
    }

    /// Returns whether the token is valid for this key, at an instant of the wall clock in seconds since 1970.
    func isValid(for key: APIKey, atSeconds now: Int64) -> Bool {
        // Before the signature is verified, only the app's name is read.
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

/// The signature of an app's server for a promotional offer: a compact JWS made with the app's key.
///
/// Follows Apple's Generating JWS to Sign App Store Requests: audience `promotional-offer`, the product, the offer, and
/// if wanted a transaction of the customer.
struct OfferSignature {
    private let token: KeySignedJWS

    /// Parses a signature; returns `nil` for other text.
    init?(_ text: String) {
        guard let token = KeySignedJWS(text) else { return nil }
        self.token = token
    }

    /// The customer's transaction in the signature, if it contains one.
    var transactionId: String? { self.token.claims["transactionId"]?.text }

    /// Returns whether the signature allows this offer of this product in this app, with this key.
    func permits(_ offer: String, of product: String, in bundleId: String, key: APIKey) -> Bool {
        let claims = self.token.claims
        return claims["iss"] == .string(key.issuerId) && claims["aud"] == .string("promotional-offer")
            && claims["bid"] == .string(bundleId) && claims["productId"] == .string(product)
            && claims["offerIdentifier"] == .string(offer) && claims["nonce"]?.text?.isEmpty == false
            && claims["iat"]?.integer != nil && self.token.isSigned(by: key)
    }
}
