import AppStore
import AppStoreSimulator
import Testing

@Suite struct OneTimePurchaseTests {
    @Test(
        "Each kind of one-time product is one charge",
        arguments: [
            (Shop.coins, ProductType.consumable), ("theme.dark", .nonConsumable),
            ("pass.summer", .nonRenewingSubscription),
        ]
    )
    func kinds(product: String, type: ProductType) throws {
        let world = try Shop.world()
        let purchase = try world.buy(product, by: try world.customer("ben"))
        let sent = world.drainOutbox()
        #expect(sent.map(\.line) == ["ONE_TIME_CHARGE/-"])
        let payload = try #require(sent[0].transactionPayload)
        #expect(payload.type == type)
        #expect(payload.expiresDate == nil)
        #expect(payload.webOrderLineItemId == nil)
        #expect(payload.subscriptionGroupIdentifier == nil)
        #expect(payload.originalTransactionId == purchase.transactionId)
        #expect(payload.transactionReason == .purchase)
        #expect(sent[0].payload.data?.signedRenewalInfo == nil)
        #expect(sent[0].payload.data?.status == nil)
        #expect(world.agenda == [])
    }

    @Test("A quantity of a consumable is one transaction with the total price")
    func quantity() throws {
        let world = try Shop.world()
        let ben = try world.customer("ben")
        try world.buy(Shop.coins, by: ben, quantity: 5)
        let sent = world.drainOutbox()
        #expect(sent.map(\.line) == ["ONE_TIME_CHARGE/-"])
        #expect(sent[0].transactionPayload?.quantity == 5)
        #expect(sent[0].transactionPayload?.price == 4950)
    }

    @Test(
        "Quantities are for consumables, up to ten",
        arguments: [(Shop.coins, 0), (Shop.coins, 11), ("theme.dark", 2), (Shop.monthly, 2)]
    )
    func wrongQuantity(product: String, quantity: Int) throws {
        let world = try Shop.world()
        let ben = try world.customer("ben")
        #expect(throws: WorldError.invalidQuantity(quantity)) { try world.buy(product, by: ben, quantity: quantity) }
        #expect(world.sent() == [])
    }

    @Test("An owned non-consumable is returned again without a notification, until it is refunded")
    func owned() throws {
        let world = try Shop.world()
        let ben = try world.customer("ben")
        let first = try world.buy("theme.dark", by: ben)
        #expect(try world.buy("theme.dark", by: ben) == first)
        #expect(world.sent() == ["ONE_TIME_CHARGE/-"])
        try world.refund(first.transactionId)
        let second = try world.buy("theme.dark", by: ben)
        #expect(second.transactionId != first.transactionId)
        #expect(world.sent() == ["REFUND/-", "ONE_TIME_CHARGE/-"])
    }

    @Test("The storefront decides the price and the currency")
    func storefront() throws {
        let coins = WorldProduct(
            id: "coins",
            kind: .consumable,
            price: Shop.dollars(990),
            prices: ["DEU": WorldPrice(milliunits: 1190, currency: "EUR")]
        )
        let world = try World(
            seed: 1,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "a", appAppleId: 1, environment: .production),
            catalog: WorldCatalog([coins])
        )
        let germany = try #require(WorldStorefront(code: "DEU"))
        try world.buy("coins", by: try world.customer("ben", storefront: germany))
        let payload = try #require(world.drainOutbox().first?.transactionPayload)
        #expect(payload.price == 1190)
        #expect(payload.currency == "EUR")
        #expect(payload.storefront == "DEU")
        #expect(payload.storefrontId == "143443")
    }

    @Test("The errors for unknown and ambiguous products say how to name the product")
    func productNames() throws {
        let catalog = WorldCatalog([.consumable("coins", price: Shop.dollars(990))])
        let apps = ["a", "b"].map { WorldApp(bundleId: $0, appAppleId: 1, environment: .production) }
        let world = try World(seed: 1, startingAt: Shop.opening, apps: apps.map { ($0, catalog) })
        let ben = try world.customer("ben")
        #expect(throws: WorldError.unknownProduct("gems")) { try world.buy("gems", by: ben) }
        let near = WorldError.unknownProduct("coin", nearest: "coins")
        #expect(throws: near) { try world.buy("coin", by: ben) }
        #expect(near.message.contains("Did you mean coins?"))
        #expect(throws: WorldError.unknownApp) { try world.buy("coins", by: ben) }
        #expect(try world.buy("coins", by: ben, in: "b").bundleId == "b")
        #expect(throws: WorldError.duplicateIdentifier("a")) {
            try World(seed: 1, startingAt: Shop.opening, apps: [apps[0], apps[0]].map { ($0, catalog) })
        }
    }
}
