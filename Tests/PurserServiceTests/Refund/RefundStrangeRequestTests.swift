import AppStore
import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Testing

/// Requests about unknown purchases, and about those for which Apple needs another format of the answer.
@Suite struct RefundStrangeRequestTests {
    private static let token = "6d1b1f6e-3f0f-4b2e-9f3c-000000000001"

    @Test("A request about an unknown purchase: it is found by its token, recorded and answered")
    func unheard() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: DECLINE\n")
        let known = try stage.shop.world.perform(.buy("theme.dark", by: "anna", token: Self.token)).purchases
        let first = try #require(known.first?.transactionId)
        try await stage.shop.submit(first, by: "anna", token: AccountToken(Self.token))
        let bought = try stage.shop.world.perform(.buy("coins.100", by: "anna", token: Self.token)).purchases
        let id = try #require(bought.first?.transactionId)
        _ = stage.shop.world.drainOutbox()
        try stage.ask(for: id)
        try await stage.hear()
        #expect(try await stage.record(id)?.customer?.rawValue == "anna")
        try await stage.serve()
        #expect(try await stage.sent(id) == ["DELIVERED", "0", "DECLINE"])
        #expect(try await stage.outcome(id) == .declined)
        #expect(try await stage.coins() == [100, 0, 0])
    }

    @Test("For a purchase without an owner nothing is sent, until a customer with consent submits it")
    func nobodys() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: DECLINE\n")
        let bought = try stage.shop.world.perform(.buy("coins.100", by: "anna")).purchases
        let id = try #require(bought.first?.transactionId)
        _ = stage.shop.world.drainOutbox()
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.serve()
        let record = try #require(try await stage.record(id))
        #expect(record.customer == nil && record.status == .withheld)
        #expect(stage.answers == [])
        try await stage.shop.submit(id, by: "anna")
        try await stage.pass(.seconds(600))
        try await stage.serve()
        #expect(try await stage.sent(id) == ["DELIVERED", "0", "DECLINE"])
        #expect(try await stage.record(id)?.customer?.rawValue == "anna")
        #expect(try await stage.record(id)?.answers.first?.isLate == false)
    }

    @Test("After an unfulfilled purchase is fulfilled, the next request is answered with that")
    func deliveredSince() async throws {
        let stage = try RefundStage(coins: .fulfiller)
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: DECLINE\n")
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.sent(id) == ["UNDELIVERED_OTHER", "0", "DECLINE"])
        #expect(try await stage.record(id)?.answers.first?.evidence["fulfillment.state"] == .text("due"))
        #expect(try await stage.outcome(id) == .declined)
        let name = FulfillmentID(TransactionID(id), in: stage.shop.environment)
        _ = try await stage.shop.repository.write { unit in
            try unit.perform(
                .confirm(nil, by: .shop, recovered: nil),
                on: name,
                of: stage.shop.app.name,
                at: stage.shop.ambient.now(),
                catalog: stage.shop.app.catalog
            )
        }
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.sent(id) == ["DELIVERED", nil, "DECLINE"])
    }

    @Test("A purchase of Advanced Commerce is answered with version 1, with the shop's facts about the customer")
    func firstVersion() async throws {
        let world = try World(
            seed: 5,
            startingAt: Timestamp(milliseconds: 1_769_853_600_000),
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, environment: .production),
            catalog: WorldCatalog([.genericSubscription("studio.membership", group: "studio")])
        )
        let product = Product(
            id: ProductID("studio.membership"),
            kind: .autoRenewable,
            group: "studio",
            unlocks: [EntitlementName("studio")]
        )
        let stage = RefundStage(
            try SimulatedShop(
                world: world,
                catalog: Catalog(
                    entitlements: [EntitlementName("studio"): EntitlementDefinition(name: EntitlementName("studio"))],
                    products: [product.id: product]
                )
            )
        )
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: DECLINE\n")
        let anna = try #require(CustomerID("anna"))
        let now = stage.shop.ambient.now()
        let facts = [
            CustomerFact(.registeredAt, .instant(now - .days(100)), statedAt: now, statedBy: "shop"),
            CustomerFact(.playTime, .minutes(90), statedAt: now, statedBy: "shop"),
        ]
        try await stage.shop.repository.write { unit in try unit.state(facts, of: anna, app: stage.shop.app.name) }
        let bought = try world.perform(.buy("studio.membership", by: "anna", commerce: Self.membership)).purchases
        let id = try #require(bought.first?.transactionId)
        try await stage.shop.submit(id, by: "anna")
        try await stage.pass(.seconds(86_400))
        #expect(try await stage.entitlements() == ["studio"])
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.serve()
        #expect(stage.answers == ["PUT /inApps/v1/transactions/consumption/\(id)"])
        let sent = try #require(try await stage.record(id)?.answers.first?.sent)
        let body = String(decoding: sent.body, as: UTF8.self)
        #expect(sent.isFirstVersion)
        #expect(body.contains("\"refundPreference\":2") && body.contains("\"playTime\":3"), "\(body)")
        #expect(body.contains("\"accountTenure\":5") && body.contains("\"lifetimeDollarsPurchased\":2"), "\(body)")
        #expect(try await stage.outcome(id) == .declined)
        #expect(try await stage.entitlements() == ["studio"])
    }

    private static let membership = JSONValue.object([
        JSONMember(key: "operation", value: .string("CREATE_SUBSCRIPTION")),
        JSONMember(key: "version", value: .string("1")),
        JSONMember(
            key: "requestInfo",
            value: .object([
                JSONMember(key: "requestReferenceId", value: .string("00000000-0000-4000-8000-000000000001"))
            ])
        ),
        JSONMember(key: "currency", value: .string("USD")),
        JSONMember(
            key: "descriptors",
            value: .object([
                JSONMember(key: "description", value: .string("Everything")),
                JSONMember(key: "displayName", value: .string("Studio")),
            ])
        ),
        JSONMember(
            key: "items",
            value: .array([
                .object([
                    JSONMember(key: "SKU", value: .string("music")),
                    JSONMember(key: "description", value: .string("All of it")),
                    JSONMember(key: "displayName", value: .string("It")),
                    JSONMember(key: "price", value: .number("10000")),
                ])
            ])
        ),
        JSONMember(key: "period", value: .string("P1M")), JSONMember(key: "taxCode", value: .string("C003-00-1")),
    ])
}
