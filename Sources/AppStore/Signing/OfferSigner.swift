public import Foundation

/// Signs what an app shows StoreKit to prove that its server agrees: offers, and requests of Advanced Commerce.
///
/// A nonce must never be used twice, and instants are of the wall clock, in milliseconds since 1970. Without them a
/// signature has a new UUID and the present instant.
public struct OfferSigner: Sendable {
    /// What separates the parts of a classic signature: U+2063 INVISIBLE SEPARATOR.
    private static let separator = "\u{2063}"

    private let key: AppStoreKey
    private let bundleID: String

    /// A signer for one app with its key.
    public init(key: AppStoreKey, bundleID: String) {
        self.key = key
        self.bundleID = bundleID
    }

    /// Signs a promotional offer in the classic way, good for 24 hours (Apple: Generating a signature for promotional
    /// offers).
    ///
    /// - Parameters:
    ///   - offer: The offer's identifier.
    ///   - productID: The subscription it is for.
    ///   - accountToken: The token the app gives StoreKit with the purchase; both must have it, or neither.
    ///   - nonce: A UUID that was never used before; without one, a new one.
    ///   - instant: When it is signed; without it, now.
    /// - Returns: What the app hands to StoreKit, as retention messages carry it too.
    /// - Throws: ``AppStoreError/identifierInvalid`` for an identifier that holds the separator.
    public func promotionalOffer(
        _ offer: String,
        of productID: String,
        for accountToken: UUID? = nil,
        nonce: UUID? = nil,
        at instant: Int64? = nil
    ) throws(AppStoreError) -> PromotionalOfferSignatureV1 {
        let nonce = nonce ?? SystemChance.uuid()
        let instant = instant ?? AppStoreTime.live.now()
        let parts = [
            self.bundleID, self.key.keyID, productID, offer, accountToken?.uuidString.lowercased() ?? "",
            nonce.uuidString.lowercased(), String(instant),
        ]
        // With the separator inside, one signature would stand for two different sets of parts.
        guard !parts.contains(where: { $0.unicodeScalars.contains("\u{2063}") }) else { throw .identifierInvalid }
        let signature = try self.key.derSignature(over: Array(parts.joined(separator: Self.separator).utf8))
        return PromotionalOfferSignatureV1.with {
            $0.encodedSignature = Data(signature).base64EncodedString()
            $0.productId = productID
            $0.nonce = nonce.uuidString.lowercased()
            $0.timestamp = Timestamp(milliseconds: instant)
            $0.keyId = self.key.keyID
            $0.offerIdentifier = offer
            $0.appAccountToken = accountToken?.uuidString.lowercased()
        }
    }

    /// Signs a promotional offer as a JWS (Apple: Generating JWS to sign App Store requests).
    ///
    /// - Parameters:
    ///   - offer: The offer's identifier.
    ///   - productID: The subscription it is for.
    ///   - transactionID: Any transaction id or app transaction id of the customer; recommended.
    ///   - nonce: A UUID that was never used before; without one, a new one.
    ///   - instant: When it is signed; without it, now.
    /// - Returns: The compact JWS.
    /// - Throws: ``AppStoreError/signingFailed``, when the key cannot sign.
    public func promotionalOfferJWS(
        _ offer: String,
        of productID: String,
        for transactionID: String? = nil,
        nonce: UUID? = nil,
        at instant: Int64? = nil
    ) throws(AppStoreError) -> String {
        var claims = [JSONMember("productId", productID), JSONMember("offerIdentifier", offer)]
        if let transactionID { claims.append(JSONMember("transactionId", transactionID)) }
        return try self.sign("promotional-offer", claims, nonce: nonce, at: instant)
    }

    /// Signs whether a customer may have the introductory offer of a subscription, whatever Apple thinks of it.
    ///
    /// - Parameters:
    ///   - isAllowed: Whether the customer may.
    ///   - productID: The subscription.
    ///   - transactionID: Any transaction id or app transaction id of the customer.
    ///   - nonce: A UUID that was never used before; without one, a new one.
    ///   - instant: When it is signed; without it, now.
    /// - Returns: The compact JWS.
    /// - Throws: ``AppStoreError/signingFailed``, when the key cannot sign.
    public func introductoryOffer(
        isAllowed: Bool,
        of productID: String,
        for transactionID: String,
        nonce: UUID? = nil,
        at instant: Int64? = nil
    ) throws(AppStoreError) -> String {
        try self.sign(
            "introductory-offer-eligibility",
            [
                JSONMember("productId", productID),
                JSONMember(key: "allowIntroductoryOffer", value: .bool(isAllowed)),
                JSONMember("transactionId", transactionID),
            ],
            nonce: nonce,
            at: instant
        )
    }

    /// Signs a request of the Advanced Commerce API that the app passes to StoreKit.
    ///
    /// - Parameters:
    ///   - request: The request; its operation and version are filled in.
    ///   - nonce: A UUID that was never used before; without one, a new one.
    ///   - instant: When it is signed; without it, now.
    /// - Returns: The compact JWS, whose claim `request` is the request's JSON in Base64.
    /// - Throws: ``AppStoreError/signingFailed``, when the key cannot sign.
    public func advancedCommerce(
        _ request: AdvancedCommerceInAppRequest,
        nonce: UUID? = nil,
        at instant: Int64? = nil
    ) throws(AppStoreError) -> String {
        let encoded = Data(request.json()).base64EncodedString()
        return try self.sign("advanced-commerce-api", [JSONMember("request", encoded)], nonce: nonce, at: instant)
    }

    /// Signs claims for an audience; such a JWS has no `exp`.
    private func sign(
        _ audience: String,
        _ claims: [JSONMember],
        nonce: UUID?,
        at instant: Int64?
    ) throws(AppStoreError) -> String {
        let nonce = nonce ?? SystemChance.uuid()
        let instant = instant ?? AppStoreTime.live.now()
        return try self.key.sign(
            [
                JSONMember("iss", self.key.issuerID),
                JSONMember("iat", instant / 1000),
                JSONMember("aud", audience),
                JSONMember("bid", self.bundleID),
                JSONMember("nonce", nonce.uuidString.lowercased()),
            ] + claims
        )
    }
}
