import AppStore
import Crypto
import Foundation
import Testing

@Suite struct OfferSignerTests {
    static let secret = P256.Signing.PrivateKey()
    static let nonce = UUID(uuid: (0xAB, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 2))
    static let nonceText = "ab000000-0000-4000-8000-000000000002"
    static let token = UUID(uuid: (0xCD, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 3))
    static let now: Int64 = 1_772_323_200_999

    static func signer() throws -> OfferSigner {
        let key = try AppStoreKey(
            issuerID: AppStoreStage.issuerID,
            keyID: AppStoreStage.keyID,
            pem: Self.secret.pemRepresentation
        )
        return OfferSigner(key: key, bundleID: "com.example.shop")
    }

    /// Returns the claims of a JWS after checking its signature and header.
    static func claims(_ jws: String) throws -> JSONValue {
        let parts = jws.utf8.split(separator: UInt8(ascii: "."))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(Base64URL.decode(parts[2])))
        let content = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
        #expect(Self.secret.publicKey.isValidSignature(signature, for: content))
        let header = try JSONValue(json: try #require(Base64URL.decode(parts[0])))
        #expect(header["alg"] == .string("ES256") && header["kid"] == .string(AppStoreStage.keyID))
        #expect(header["typ"] == .string("JWT"))
        return try JSONValue(json: try #require(Base64URL.decode(parts[1])))
    }

    static func common(_ audience: String) -> [JSONMember] {
        [
            JSONMember(key: "iss", value: .string(AppStoreStage.issuerID)),
            JSONMember(key: "iat", value: .number("1772323200")),
            JSONMember(key: "aud", value: .string(audience)),
            JSONMember(key: "bid", value: .string("com.example.shop")),
            JSONMember(key: "nonce", value: .string(Self.nonceText)),
        ]
    }

    @Test("A signature in the original format covers seven parts, and each of them counts", arguments: [true, false])
    func classic(hasToken: Bool) throws {
        let made = try Self.signer().promotionalOffer(
            "spring",
            of: "pro.monthly",
            for: hasToken ? Self.token : nil,
            nonce: Self.nonce,
            at: Self.now
        )
        #expect(made.keyId == AppStoreStage.keyID && made.nonce == Self.nonceText)
        #expect(made.timestamp?.milliseconds == Self.now && made.productId == "pro.monthly")
        let tokenText = hasToken ? "cd000000-0000-4000-8000-000000000003" : ""
        #expect(made.appAccountToken == (hasToken ? tokenText : nil))
        let parts = [
            "com.example.shop", AppStoreStage.keyID, "pro.monthly", "spring", tokenText, Self.nonceText,
            "1772323200999",
        ]
        let encoded = try #require(made.encodedSignature)
        let der = try #require(Data(base64Encoded: encoded))
        let signature = try P256.Signing.ECDSASignature(derRepresentation: der)
        #expect(Self.secret.publicKey.isValidSignature(signature, for: Data(parts.joined(separator: "\u{2063}").utf8)))
        for index in parts.indices {
            var changed = parts
            changed[index] += "x"
            let text = Data(changed.joined(separator: "\u{2063}").utf8)
            #expect(!Self.secret.publicKey.isValidSignature(signature, for: text))
        }
    }

    @Test("A part that contains the separator is refused, because the signature would be valid for other parts too")
    func separator() throws {
        let signer = try Self.signer()
        #expect(throws: AppStoreError.identifierInvalid) {
            try signer.promotionalOffer("a\u{2063}b", of: "c", for: nil, nonce: Self.nonce, at: 1)
        }
        #expect(throws: AppStoreError.identifierInvalid) {
            try signer.promotionalOffer("b", of: "c\u{2063}a", for: nil, nonce: Self.nonce, at: 1)
        }
    }

    @Test("The JWS of a promotional offer has exactly its claims")
    func promotionalOffer() throws {
        let signer = try Self.signer()
        let own = [
            JSONMember(key: "productId", value: .string("pro.monthly")),
            JSONMember(key: "offerIdentifier", value: .string("spring")),
        ]
        let bare = try signer.promotionalOfferJWS(
            "spring",
            of: "pro.monthly",
            for: nil,
            nonce: Self.nonce,
            at: Self.now
        )
        #expect(try Self.claims(bare) == .object(Self.common("promotional-offer") + own))
        let named = try signer.promotionalOfferJWS(
            "spring",
            of: "pro.monthly",
            for: "7",
            nonce: Self.nonce,
            at: Self.now
        )
        let transaction = [JSONMember(key: "transactionId", value: .string("7"))]
        #expect(try Self.claims(named) == .object(Self.common("promotional-offer") + own + transaction))
    }

    @Test("The JWS of an introductory offer states whether the customer is eligible", arguments: [true, false])
    func introductory(isAllowed: Bool) throws {
        let jws = try Self.signer().introductoryOffer(
            isAllowed: isAllowed,
            of: "pro.monthly",
            for: "7",
            nonce: Self.nonce,
            at: Self.now
        )
        let own = [
            JSONMember(key: "productId", value: .string("pro.monthly")),
            JSONMember(key: "allowIntroductoryOffer", value: .bool(isAllowed)),
            JSONMember(key: "transactionId", value: .string("7")),
        ]
        #expect(try Self.claims(jws) == .object(Self.common("introductory-offer-eligibility") + own))
    }

    @Test("An Advanced Commerce request has the operation and version of its type, even if it contains others")
    func advancedCommerce() throws {
        var charge = AdvancedCommerceOneTimeChargeCreateRequest()
        charge.operation = .modifySubscription
        charge.version = "9"
        charge.taxCode = "C003"
        var creation = AdvancedCommerceSubscriptionCreateRequest()
        creation.taxCode = "C003"
        var change = AdvancedCommerceSubscriptionModifyInAppRequest()
        change.transactionId = "7"
        var renewal = AdvancedCommerceSubscriptionReactivateInAppRequest()
        renewal.transactionId = "7"
        for (request, operation, key, value) in [
            (AdvancedCommerceInAppRequest.createOneTimeCharge(charge), "CREATE_ONE_TIME_CHARGE", "taxCode", "C003"),
            (.createSubscription(creation), "CREATE_SUBSCRIPTION", "taxCode", "C003"),
            (.modifySubscription(change), "MODIFY_SUBSCRIPTION", "transactionId", "7"),
            (.reactivateSubscription(renewal), "REACTIVATE_SUBSCRIPTION", "transactionId", "7"),
        ] {
            let claims = try Self.claims(try Self.signer().advancedCommerce(request, nonce: Self.nonce, at: Self.now))
            guard case .string(let encoded)? = claims["request"] else {
                Issue.record("The request is a claim.")
                continue
            }
            let own = [JSONMember(key: "request", value: .string(encoded))]
            #expect(claims == .object(Self.common("advanced-commerce-api") + own))
            let body = try JSONValue(json: Array(try #require(Data(base64Encoded: encoded))))
            #expect(body["operation"] == .string(operation) && body["version"] == .string("1"))
            #expect(body[key] == .string(value))
        }
    }
}
