import AppStore
import AppStoreSimulator
import Testing

@Suite struct PriceTests {
    private func subscribed() throws -> World {
        let world = try RichShop.world()
        try world.shop("anna", "basic.monthly")
        _ = world.heard()
        return world
    }

    private func raise(_ world: World, to price: Int64, consent: String? = nil, enabled: Bool? = nil) throws {
        try world.act(.changePrice) {
            $0.product = "basic.monthly"
            $0.price = price
            $0.consent = consent
            $0.enabled = enabled
        }
    }

    @Test("A missing consent to a price increase ends the subscription")
    func silence() throws {
        let world = try self.subscribed()
        try self.raise(world, to: 20_000)
        try self.raise(world, to: 20_000)
        let sent = world.drainOutbox()
        #expect(sent.map(\.name) == ["PRICE_INCREASE/PENDING"])
        #expect(sent.first?.renewalInfoPayload?.priceIncreaseStatus == .pending)
        #expect(sent.first?.renewalInfoPayload?.renewalPrice == 20_000)
        try world.advance(by: .months(1))
        let end = try #require(world.drainOutbox().last)
        #expect(end.line == "EXPIRED/PRICE_INCREASE 2")
        #expect(end.renewalInfoPayload?.expirationIntent == .priceIncreaseDeclined)
    }

    @Test("After consent, or for a small increase, the subscription renews at the new price", arguments: [true, false])
    func consent(isAsked: Bool) throws {
        let world = try self.subscribed()
        try self.raise(world, to: isAsked ? 20_000 : 6_000)
        if isAsked {
            try world.act(.consentToPrice, "anna", "basic.monthly")
            #expect(world.heard() == ["anna PRICE_INCREASE/PENDING", "anna PRICE_INCREASE/ACCEPTED"])
        } else {
            #expect(world.heard() == ["anna PRICE_INCREASE/ACCEPTED"])
            #expect(throws: WorldError.noPriceIncrease) { try world.act(.consentToPrice, "anna", "basic.monthly") }
        }
        try world.advance(by: .months(1))
        let renewed = try #require(world.drainOutbox().last)
        #expect(renewed.name == "DID_RENEW/-")
        #expect(renewed.transactionPayload?.price == (isAsked ? 20_000 : 6_000))
        #expect(renewed.renewalInfoPayload?.priceIncreaseStatus == nil)
    }

    @Test(
        "A price decrease and a preserved price cause no notification",
        arguments: [(3_000, true, 3_000), (9_000, false, 5_000)]
    )
    func quiet(price: Int64, applies: Bool, paid: Int64) throws {
        let world = try self.subscribed()
        try self.raise(world, to: price, enabled: applies)
        #expect(world.heard().isEmpty)
        try world.advance(by: .months(1))
        #expect(world.drainOutbox().last?.transactionPayload?.price == paid)
    }

    @Test("In Germany a small increase needs consent, and elsewhere not", arguments: [("DEU", true), ("FRA", false)])
    func law(storefront: String, isAsked: Bool) throws {
        let world = try RichShop.world()
        try world.shop("anna", "basic.monthly") { $0.storefront = storefront }
        _ = world.heard()
        let euros = try #require(WorldStorefront(code: storefront)).currency
        for price in [9_990, 10_490] as [Int64] {
            try world.act(.changePrice) {
                $0.product = "basic.monthly"
                $0.storefront = storefront
                $0.currency = euros
                $0.price = price
                // The first price makes the old one known.
                if price == 9_990 { $0.consent = "notRequired" }
            }
            try world.advance(by: .months(13))
        }
        let names = world.drainOutbox().map(\.name).filter { $0.hasPrefix("PRICE_INCREASE") }
        #expect(names.last == (isAsked ? "PRICE_INCREASE/PENDING" : "PRICE_INCREASE/ACCEPTED"), "\(names)")
    }

    @Test("With one limit instead of both, an increase by more than half needs consent although it is 3 dollars")
    func oneLimit() throws {
        for (isBoth, name) in [(true, "PRICE_INCREASE/ACCEPTED"), (false, "PRICE_INCREASE/PENDING")] {
            var behavior = WorldBehavior.production
            behavior.largeIncreaseExceedsBothLimits = isBoth
            let world = try RichShop.world(behavior: behavior)
            try world.shop("anna", "basic.monthly")
            _ = world.heard()
            try self.raise(world, to: 8_000)
            #expect(world.drainOutbox().map(\.name) == [name])
        }
    }
}
