import AppStore
import AppStoreSimulator
import Testing

@Suite struct OfferSignatureTests {
    /// One difference from a valid signature.
    enum Change: Sendable, CaseIterable {
        case audience
        case bundle
        case product
        case offer
        case customer
        case key
        case noise
    }

    private static func signature(
        in world: World,
        of customer: WorldPurchase?,
        but change: Change? = nil
    ) throws -> String {
        if change == .noise { return "not.a.signature" }
        let key = change == .key ? APIKey(seed: 99, app: 0) : try world.apiKey()
        var claims = [
            JSONMember(key: "iss", value: .string(key.issuerId)),
            JSONMember(key: "iat", value: .number("1769853600")),
            JSONMember(key: "aud", value: .string(change == .audience ? "promotional" : "promotional-offer")),
            JSONMember(key: "bid", value: .string(change == .bundle ? "com.example.other" : "com.example.shop")),
            JSONMember(key: "nonce", value: .string("00000000-0000-4000-8000-000000000001")),
            JSONMember(key: "productId", value: .string(change == .product ? "basic.monthly" : "pro.monthly")),
            JSONMember(key: "offerIdentifier", value: .string(change == .offer ? "other" : "promo")),
        ]
        if let customer {
            claims.append(JSONMember(key: "transactionId", value: .string(customer.transactionId)))
        }
        return key.sign(claims)
    }

    @Test(
        "An offer is accepted with the app's own signature, for all customers or for this one",
        arguments: [true, false]
    )
    func right(isBound: Bool) throws {
        let world = try RichShop.world()
        let purchase = try #require(try world.shop("anna", "pro.monthly"))
        let signature = try Self.signature(in: world, of: isBound ? purchase : nil)
        try world.shop("anna", "pro.monthly") {
            $0.offer = "promo"
            $0.signature = signature
        }
        #expect(world.heard() == ["anna SUBSCRIBED/INITIAL_BUY", "anna OFFER_REDEEMED/-"])
    }

    @Test("Every other signature is refused, without notifications", arguments: Change.allCases)
    func wrong(change: Change) throws {
        let world = try RichShop.world()
        let purchase = try #require(try world.shop("anna", "pro.monthly"))
        let other = try #require(try world.shop("ben", "coins.100"))
        _ = world.heard()
        let signature = try Self.signature(in: world, of: change == .customer ? other : purchase, but: change)
        #expect(throws: WorldError.invalidOfferSignature) {
            try world.shop("anna", "pro.monthly") {
                $0.offer = "promo"
                $0.signature = signature
            }
        }
        #expect(world.heard() == [])
    }
}
