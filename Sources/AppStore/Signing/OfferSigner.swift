public import Foundation

/// A signer of offers and of Advanced Commerce requests, which an app passes to StoreKit as proof that its server
/// agrees.
///
/// Never use a nonce twice. Instants are of the wall clock, in milliseconds since 1970. By default a signature uses a
/// new UUID and the current time.
public struct OfferSigner: Sendable {
    /// The separator between the parts of an original-style signature: U+2063 INVISIBLE SEPARATOR.
    private static let separator = "\u{2063}"

    private let key: AppStoreKey
    private let bundleID: String

    /// Creates a signer for one app with its key.
    public init(key: AppStoreKey, bundleID: String) {
        self.key = key
        self.bundleID = bundleID
    }

    /// Returns a promotional offer signature in the original format, valid for 24 hours (Apple: Generating a signature
    /// for promotional offers).
    ///
    /// - Parameters:
    ///   - offer: The offer identifier.
    ///   - productID: The product identifier of the subscription.
    ///   - accountToken: The app account token. Pass it if, and only if, the app passes the same token to StoreKit with
    ///     the purchase.
    ///   - nonce: A UUID that was never used before; by default a new one.
    ///   - instant: The time of the signature; by default the current time.
    /// - Returns: The values that the app passes to StoreKit, and that retention messages contain.
    /// - Throws: ``AppStoreError/identifierInvalid`` if an identifier contains the separator.
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
        // If a part contained the separator, one signature would be valid for two different sets of parts.
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

    /// Returns a promotional offer signature as a JWS (Apple: Generating JWS to sign App Store requests).
    ///
    /// - Parameters:
    ///   - offer: The offer identifier.
    ///   - productID: The product identifier of the subscription.
    ///   - transactionID: Any transaction identifier or app transaction identifier of the customer; recommended.
    ///   - nonce: A UUID that was never used before; by default a new one.
    ///   - instant: The time of the signature; by default the current time.
    /// - Returns: The compact JWS.
    /// - Throws: ``AppStoreError/signingFailed`` if the key cannot sign.
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

    /// Returns a signature that states whether a customer is eligible for a subscription's introductory offer, which
    /// overrides Apple's own decision.
    ///
    /// - Parameters:
    ///   - isAllowed: Whether the customer is eligible.
    ///   - productID: The product identifier of the subscription.
    ///   - transactionID: Any transaction identifier or app transaction identifier of the customer.
    ///   - nonce: A UUID that was never used before; by default a new one.
    ///   - instant: The time of the signature; by default the current time.
    /// - Returns: The compact JWS.
    /// - Throws: ``AppStoreError/signingFailed`` if the key cannot sign.
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

    /// Signs a request of the Advanced Commerce API, which the app passes to StoreKit.
    ///
    /// - Parameters:
    ///   - request: The request; this method fills in its operation and version.
    ///   - nonce: A UUID that was never used before; by default a new one.
    ///   - instant: The time of the signature; by default the current time.
    /// - Returns: The compact JWS, whose claim `request` is the request's JSON in Base64.
    /// - Throws: ``AppStoreError/signingFailed`` if the key cannot sign.
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
