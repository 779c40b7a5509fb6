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
}
