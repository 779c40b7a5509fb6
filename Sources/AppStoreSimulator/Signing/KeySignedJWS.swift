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

    /// The instant that a claim states in seconds since 1970, without its fraction; `nil` where it states none before
    /// the year 10000, so that whoever computes with it stays within the range of the type.
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

/// The permission of an app's server for a promotional offer: a compact JWS made with the app's key.
///
/// Follows Apple's Generating JWS to Sign App Store Requests: audience `promotional-offer`, the product, the offer, and
/// if wanted a transaction of the customer.
struct OfferSignature {
    private let token: KeySignedJWS

    /// Reads one; `nil` when the text is none.
    init?(_ text: String) {
        guard let token = KeySignedJWS(text) else { return nil }
        self.token = token
    }

    /// The customer's transaction it names, where it names one.
    var transactionId: String? { self.token.claims["transactionId"]?.text }

    /// Whether it permits this offer of this product in this app, by this key.
    func permits(_ offer: String, of product: String, in bundleId: String, key: APIKey) -> Bool {
        let claims = self.token.claims
        return claims["iss"] == .string(key.issuerId) && claims["aud"] == .string("promotional-offer")
            && claims["bid"] == .string(bundleId) && claims["productId"] == .string(product)
            && claims["offerIdentifier"] == .string(offer) && claims["nonce"]?.text?.isEmpty == false
            && claims["iat"]?.integer != nil && self.token.isSigned(by: key)
    }
}
