import AppStore
import AppStoreSimulator
import Testing

@Suite struct WorldStorefrontTests {
    @Test("Every storefront has a number and a code of its own")
    func distinct() {
        let all = WorldStorefront.all
        #expect(all.count == 175)
        #expect(Set(all.map(\.id)).count == all.count)
        #expect(all.map(\.code) == all.map(\.code).sorted())
        #expect(all.allSatisfy { $0.code.utf8.count == 3 && $0.id.utf8.count == 6 && $0.currency.utf8.count == 3 })
    }

    @Test(
        "Storefronts have Apple's numbers and the currencies they charge",
        arguments: [
            ("USA", "143441", "USD"), ("JPN", "143462", "JPY"), ("DEU", "143443", "EUR"), ("GBR", "143444", "GBP"),
            ("CHN", "143465", "CNY"), ("BGR", "143526", "EUR"), ("ISL", "143558", "USD"), ("KOR", "143466", "KRW"),
        ]
    )
    func table(code: String, id: String, currency: String) throws {
        let storefront = try #require(WorldStorefront(code: code))
        #expect(storefront.id == id)
        #expect(storefront.currency == currency)
    }

    @Test("An unknown code has no storefront, and a custom storefront charges dollars")
    func unknown() {
        #expect(WorldStorefront(code: "ATA") == nil)
        #expect(WorldStorefront(code: "usa") == nil)
        #expect(WorldStorefront(code: "ATA", id: "1").currency == "USD")
    }

    @Test("Every currency of a storefront has a threshold for price increases")
    func thresholds() {
        for storefront in WorldStorefront.all {
            #expect(PriceIncrease.thresholdMilliunits(in: storefront.currency) ?? 0 > 0, "\(storefront.code)")
        }
    }

    @Test("Without a price for a storefront, the price is converted to its currency")
    func currencies() throws {
        let product = WorldProduct.subscription(
            "pro.yearly",
            group: "pro",
            period: .year,
            price: Shop.dollars(9_990),
            offers: [
                WorldOffer(kind: .introductory, mode: .payAsYouGo, period: .month, price: Shop.dollars(1_990)),
                WorldOffer(kind: .winBack, id: "back", mode: .free, period: .month, price: Shop.dollars(0)),
            ],
            billingPlans: [
                WorldBillingPlan(kind: .monthly, price: Shop.dollars(990), commitmentPrice: Shop.dollars(11_880))
            ]
        )
        let dollars = try #require(PriceIncrease.thresholdMilliunits(in: "USD"))
        let plan = try #require(product.billingPlans.first)
        for storefront in WorldStorefront.all {
            let price = product.price(in: storefront)
            let others = product.offers.map { $0.price(in: storefront) }
            let commitment = plan.commitmentPrice(in: storefront)
            let currencies = Set(([price, plan.price(in: storefront), commitment] + others).map(\.currency))
            #expect(currencies == [storefront.currency], "\(storefront.code)")
            let rate = try #require(PriceIncrease.thresholdMilliunits(in: storefront.currency))
            let worth = Double(price.milliunits) * Double(dollars) / Double(rate)
            #expect((9_890...10_090).contains(worth), "\(storefront.code): \(price)")
            #expect(others[0].milliunits > 0 && others[1].milliunits == 0, "\(storefront.code)")
            #expect(commitment.milliunits == plan.price(in: storefront).milliunits * 12, "\(storefront.code)")
        }
        let prices = ["USA", "DEU", "JPN", "KOR", "CHN"].compactMap { WorldStorefront(code: $0) }
        #expect(prices.map { product.price(in: $0).milliunits } == [9_990, 8_590, 1_500_000, 14_000_000, 71_890])
        // From another currency than dollars, and of a currency that no storefront has.
        let yen = WorldPrice(milliunits: 1_500_000, currency: "JPY")
        #expect(yen.equalized(for: .usa) == WorldPrice(milliunits: 9_990, currency: "USD"))
        let shells = WorldPrice(milliunits: 9_990, currency: "XXX")
        #expect(shells.equalized(for: .usa) == WorldPrice(milliunits: 9_990, currency: "USD"))
        let highest = WorldPrice(milliunits: .max, currency: "USD")
        #expect(try highest.equalized(for: #require(WorldStorefront(code: "VNM"))).milliunits > 0)
    }

    @Test("A customer pays in the storefront's currency, and a renewal after a move in that of the new one")
    func charged() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna", storefront: WorldStorefront(code: "JPN"))
        let coins = try world.buy(Shop.coins, by: anna, quantity: 3)
        #expect(coins.price == WorldPrice(milliunits: 450_000, currency: "JPY"))
        try world.buy(Shop.monthly, by: anna)
        #expect(world.drainOutbox().last?.renewalInfoPayload?.currency == "JPY")
        // Subscribers keep their price, which is worth nothing elsewhere.
        try world.act(.changePrice) {
            $0.product = Shop.monthly
            $0.price = 19_990
            $0.enabled = false
        }
        try world.act(.moveStorefront) {
            $0.customer = "anna"
            $0.storefront = "DEU"
        }
        try world.advance(by: .months(1))
        let renewed = try #require(world.drainOutbox().last?.transactionPayload)
        #expect(renewed.currency == "EUR" && renewed.price == 17_190)
    }
}
