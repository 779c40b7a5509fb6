import AppStore

extension WorldState {
    /// Throws when the signature given for a promotional offer is not the app's own, over this product and this offer.
    ///
    /// Takes the JWS that StoreKit takes since iOS 15, with the audience `promotional-offer`. Who gives no signature is
    /// believed, so that stories need no keys. Apple states no lifetime of such a JWS, so none is checked.
    func requireSignature(
        of action: WorldAction,
        product place: ProductPlace,
        by customer: Int
    ) throws(WorldError) {
        guard let signature = action.signature else { return }
        guard let claims = self.signedClaims(signature, app: place.app),
            claims["aud"] == .string("promotional-offer"),
            claims["bid"] == .string(self.apps[place.app].bundleId),
            claims["productId"] == .string(self.product(place.product, of: place.app).id),
            claims["offerIdentifier"] == .string(action.offer ?? "")
        else { throw .invalidOfferSignature }
        // A signature made for one customer is worth nothing in another's hands.
        guard let id = claims["transactionId"] else { return }
        guard let number = id.text.flatMap({ UInt64($0) }), self.owns(customer, number) else {
            throw .invalidOfferSignature
        }
    }

    /// The claims of a compact JWS, once header, issuer and signature are those of an app's key.
    private func signedClaims(_ compact: String, app: Int) -> JSONValue? {
        let parts = compact.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), let head = try? JSONValue(json: header),
            let claims = try? JSONValue(json: payload), head["alg"] == .string("ES256"),
            head["kid"] == .string(self.keys[app].keyId), claims["iss"] == .string(self.keys[app].issuerId),
            self.keys[app].verifies(signature, over: Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1]))
        else { return nil }
        return claims
    }

    /// Whether a number is one of a customer's transactions, or of his copies of apps.
    private func owns(_ customer: Int, _ number: UInt64) -> Bool {
        if let place = self.place(ofTransaction: number) { return self.transactions[place].customer == customer }
        return self.customers[customer].appTransactionNumbers.values.contains(number)
    }
}
