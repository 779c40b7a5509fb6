import AppStore
import AppStoreSimulator
import Testing

@Suite struct OfferTests {
    @Test("A free trial comes once in a group, and converts at full price")
    func trial() throws {
        let world = try RichShop.world()
        let trial = try #require(try world.shop("anna", "pro.monthly"))
        #expect(trial.price.milliunits == 0)
        #expect(trial.expiresAt == (try Shop.day("2026-02-07")))
        try world.advance(by: .days(8))
        let sent = world.drainOutbox()
        #expect(sent.map(\.line) == ["SUBSCRIBED/INITIAL_BUY 1", "DID_RENEW/- 1"])
        #expect(sent[0].transactionPayload?.offerType == .introductory)
        #expect(sent[0].transactionPayload?.offerDiscountType == .freeTrial)
        #expect(sent[0].transactionPayload?.offerPeriod == "P1W")
        #expect(sent[0].renewalInfoPayload?.renewalPrice == 10_000)
        #expect(sent[1].transactionPayload?.offerType == nil)
        #expect(sent[1].transactionPayload?.price == 10_000)

        try world.act(.cancel, "anna", "pro.monthly")
        try world.advance(by: .months(2))
        let again = try #require(try world.shop("anna", "pro.monthly"))
        #expect(again.price.milliunits == 10_000)
    }

    @Test("A pay-as-you-go offer applies for its periods, followed by the full price")
    func payAsYouGo() throws {
        let world = try RichShop.world()
        #expect(throws: WorldError.offerRefused("promo")) {
            try world.shop("anna", "pro.monthly") { $0.offer = "promo" }
        }
        #expect(world.customers.isEmpty)
        try world.shop("anna", "pro.monthly")
        try world.advance(by: .days(10))
        try world.shop("anna", "pro.monthly") { $0.offer = "promo" }
        #expect(world.drainOutbox().last?.name == "OFFER_REDEEMED/-")
        try world.advance(by: .months(3))
        let sent = world.drainOutbox()
        #expect(sent.map(\.name) == ["DID_RENEW/-", "DID_RENEW/-", "DID_RENEW/-"])
        #expect(sent.map { $0.transactionPayload?.price } == [5_000, 5_000, 10_000])
        #expect(sent.map { $0.transactionPayload?.offerIdentifier } == ["promo", "promo", nil])
        #expect(sent.map { $0.renewalInfoPayload?.renewalPrice } == [5_000, 10_000, 10_000])
    }

    @Test("A waiting offer for one product lapses when another product is bought")
    func lapsedOffer() throws {
        let world = try RichShop.world()
        try world.shop("anna", "pro.monthly")
        try world.shop("anna", "pro.monthly") { $0.offer = "promo" }
        try world.perform(.declineCard(of: "anna", renewalsOnly: true))
        try world.advance(by: .days(10))
        #expect(world.drainOutbox().last?.name == "DID_FAIL_TO_RENEW/-")
        let bought = try #require(try world.shop("anna", "basic.monthly"))
        #expect(bought.price.milliunits == 5_000)
        let sent = try #require(world.drainOutbox().last)
        #expect(sent.name == "DID_RENEW/BILLING_RECOVERY")
        #expect(sent.transactionPayload?.offerIdentifier == nil)
        #expect(sent.renewalInfoPayload?.renewalPrice == 5_000)
        #expect(sent.renewalInfoPayload?.offerIdentifier == nil)
    }

    @Test("A code can be redeemed once, by eligible customers only")
    func code() throws {
        let world = try RichShop.world()
        func redeem(_ customer: String, _ code: String) throws {
            try world.act(.redeem) {
                $0.customer = customer
                $0.code = code
            }
        }
        try redeem("anna", "HELLO")
        #expect(world.transactions(of: WorldCustomer(name: "anna")).map(\.price.milliunits) == [9_000])
        #expect(throws: WorldError.codeRefused("HELLO")) { try redeem("anna", "HELLO") }
        try world.shop("bert", "pro.monthly")
        #expect(throws: WorldError.codeRefused("HELLO")) { try redeem("bert", "HELLO") }
        #expect(throws: WorldError.codeRefused("NONE")) { try redeem("bert", "NONE") }
        try redeem("bert", "COINS")
        #expect(
            world.heard() == [
                "anna SUBSCRIBED/INITIAL_BUY", "bert SUBSCRIBED/INITIAL_BUY", "bert ONE_TIME_CHARGE/-",
            ]
        )
    }

    @Test("A stackable code is followed by the trial")
    func stacked() throws {
        let world = try RichShop.world()
        try world.act(.redeem) {
            $0.customer = "anna"
            $0.code = "STACK"
        }
        try world.advance(by: .days(45))
        let sent = world.drainOutbox()
        #expect(sent.map(\.name) == ["SUBSCRIBED/INITIAL_BUY", "DID_RENEW/-", "DID_RENEW/-"])
        #expect(sent.map { $0.transactionPayload?.offerType } == [.offerCode, .introductory, nil])
    }

    @Test("Only former subscribers are eligible for a win-back offer")
    func winBack() throws {
        let world = try RichShop.world()
        try world.shop("anna", "pro.monthly")
        #expect(throws: WorldError.offerRefused("back")) {
            try world.shop("anna", "pro.monthly") { $0.offer = "back" }
        }
        try world.act(.cancel, "anna", "pro.monthly")
        try world.advance(by: .days(8))
        #expect(world.drainOutbox().last?.renewalInfoPayload?.eligibleWinBackOfferIds == ["back"])
        try world.shop("anna", "pro.monthly") { $0.offer = "back" }
        let sent = world.drainOutbox()
        #expect(sent.map(\.name) == ["SUBSCRIBED/RESUBSCRIBE"])
        #expect(sent.first?.transactionPayload?.offerType == .winBack)
    }

    @Test("Only current subscribers are eligible for a retention offer, which begins at the renewal")
    func retention() throws {
        let offer = WorldOffer(
            kind: .retention,
            id: "stay",
            mode: .payAsYouGo,
            period: .month,
            price: Shop.dollars(4_000)
        )
        let product = WorldProduct.subscription(
            "pro",
            group: "pro",
            period: .month,
            price: Shop.dollars(10_000),
            offers: [offer]
        )
        let world = try World(
            seed: 7,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1, profile: .xcodeRealTime),
            catalog: WorldCatalog([product])
        )
        #expect(throws: WorldError.offerRefused("stay")) {
            try world.perform(.buy("pro", by: "anna", offer: "stay"))
        }
        try world.perform(.buy("pro", by: "anna"))
        try world.perform(.buy("pro", by: "anna", offer: "stay"))
        try world.advance(by: .months(2))
        let sent = world.drainOutbox()
        #expect(sent.map(\.name) == ["SUBSCRIBED/INITIAL_BUY", "OFFER_REDEEMED/-", "DID_RENEW/-", "DID_RENEW/-"])
        #expect(sent[1].renewalInfoPayload?.offerType == .retention)
        #expect(sent[1].renewalInfoPayload?.renewalPrice == 4_000)
        #expect(sent.map { $0.transactionPayload?.offerType?.rawValue } == [nil, nil, 5, nil])
        #expect(sent.map { $0.transactionPayload?.price } == [10_000, 10_000, 4_000, 10_000])
        try world.perform(.cancel("pro", of: "anna"))
        try world.advance(by: .months(1))
        #expect(throws: WorldError.offerRefused("stay")) {
            try world.perform(.buy("pro", by: "anna", offer: "stay"))
        }
    }

    @Test("A promotional offer's signature must be the app's own, for this offer, product and customer")
    func signature() throws {
        let world = try RichShop.world()
        let key = try world.apiKey()
        let first = try #require(try world.shop("anna", "pro.monthly"))
        let other = try #require(try world.shop("bert", "basic.monthly"))
        func sign(_ change: (inout [String: JSONValue]) -> Void = { _ in }, by key: APIKey) -> String {
            var claims: [String: JSONValue] = [
                "iss": .string(key.issuerId), "iat": .number("1790000000"), "aud": .string("promotional-offer"),
                "bid": .string("com.example.shop"), "nonce": .string("6d1b1f6e-3f0f-4b2e-9f3c-0a1b2c3d4e5f"),
                "productId": .string("pro.monthly"), "offerIdentifier": .string("promo"),
            ]
            change(&claims)
            return key.sign(claims.map { JSONMember(key: $0.key, value: $0.value) })
        }
        let wrong = [
            "", "a.b.c", sign(by: APIKey(seed: 77, app: 0)), sign({ $0["aud"] = .string("other") }, by: key),
            sign({ $0["productId"] = .string("basic.monthly") }, by: key),
            sign({ $0["offerIdentifier"] = .string("back") }, by: key), sign({ $0["nonce"] = nil }, by: key),
            sign({ $0["bid"] = .string("com.example.other") }, by: key),
            sign({ $0["transactionId"] = .string(other.transactionId) }, by: key),
        ]
        for text in wrong {
            #expect(throws: WorldError.invalidOfferSignature, "\(text)") {
                try world.shop("anna", "pro.monthly") {
                    $0.offer = "promo"
                    $0.signature = text
                }
            }
        }
        try world.shop("anna", "pro.monthly") {
            $0.offer = "promo"
            $0.signature = sign({ $0["transactionId"] = .string(first.transactionId) }, by: key)
        }
        #expect(world.drainOutbox().last?.name == "OFFER_REDEEMED/-")
    }
}
