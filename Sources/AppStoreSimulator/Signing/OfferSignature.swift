import AppStore

/// The permission of an app's server for a promotional offer: a compact JWS made with the app's key.
///
/// Follows Apple's Generating JWS to Sign App Store Requests: audience `promotional-offer`, the product, the offer, and
/// if wanted a transaction of the customer.
struct OfferSignature {
    private let header: JSONValue
    private let claims: JSONValue
    private let content: [UInt8]
    private let signature: [UInt8]

    /// Reads one; `nil` when the text is none.
    init?(_ text: String) {
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

    /// The customer's transaction it names, where it names one.
    var transactionId: String? { self.claims["transactionId"]?.text }

    /// Whether it permits this offer of this product in this app, by this key.
    func permits(_ offer: String, of product: String, in bundleId: String, key: APIKey) -> Bool {
        self.header["alg"] == .string("ES256") && self.header["kid"] == .string(key.keyId)
            && self.claims["iss"] == .string(key.issuerId) && self.claims["aud"] == .string("promotional-offer")
            && self.claims["bid"] == .string(bundleId) && self.claims["productId"] == .string(product)
            && self.claims["offerIdentifier"] == .string(offer) && self.claims["nonce"]?.text?.isEmpty == false
            && self.claims["iat"]?.integer != nil && key.verifies(self.signature, over: self.content)
    }
}
