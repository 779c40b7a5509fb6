import AppStore

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
