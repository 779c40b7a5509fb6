import AppStore
import AppStoreSimulator
import Testing

@Suite struct CommerceWorldTests {
    private static let wallClock: Int64 = 1_790_000_000

    private static func call(
        _ world: World,
        _ path: String,
        _ body: JSONValue
    ) throws -> (status: Int, value: JSONValue?) {
        let token = try world.apiKey().bearerToken(bundleId: "com.example.shop", issuedAtSeconds: Self.wallClock)
        let answer = world.answer(
            AppleAPIRequest(
                "POST",
                "/advancedCommerce/v1/" + path,
                headers: ["authorization": "Bearer \(token)"],
                body: body.json()
            ),
            wallClockSeconds: Self.wallClock
        )
        return (answer.status, try? JSONValue(json: answer.body))
    }

    private static func payload(_ value: JSONValue?) throws -> JSONValue {
        guard case .string(let text)? = value else { throw WorldError.unknownApp }
        let parts = text.utf8.split(separator: UInt8(ascii: "."))
        return try JSONValue(json: try #require(Base64URL.decode(parts[1])))
    }

    /// One difference from a valid signature.
    enum Change: Sendable, CaseIterable {
        case audience
        case bundle
        case key
        case noise
    }

    private static func signature(in world: World, _ request: JSONValue, but change: Change? = nil) throws -> String {
        if change == .noise { return "not.a.signature" }
        let key = change == .key ? APIKey(seed: 99, app: 0) : try world.apiKey()
        return key.sign([
            JSONMember(key: "iss", value: .string(key.issuerId)),
            JSONMember(key: "iat", value: .number("1769853600")),
            JSONMember(key: "aud", value: .string(change == .audience ? "promotional-offer" : "advanced-commerce-api")),
            JSONMember(key: "bid", value: .string(change == .bundle ? "com.example.other" : "com.example.shop")),
            JSONMember(key: "nonce", value: .string("00000000-0000-4000-8000-000000000001")),
            JSONMember(key: "request", value: .string(Self.base64(request.json()))),
        ])
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let text = String(decoding: Base64URL.encode(bytes), as: UTF8.self)
            .replacing("-", with: "+").replacing("_", with: "/")
        return text + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }

    @Test("A request signed with the app's key buys its items at its price")
    func signed() throws {
        let world = try CommerceShop.world()
        let text = try Self.signature(in: world, CommerceShop.create())
        let bought = try world.perform(.buy(CommerceShop.membership, by: "anna", signature: text))
        #expect(bought.purchases.first?.price == Shop.dollars(12_000))
        #expect(world.heard() == ["anna SUBSCRIBED/INITIAL_BUY"])
        let info = try #require(try world.newest().transactionPayload?.advancedCommerceInfo)
        #expect(info.items?.map(\.sku) == ["music", "film"])
        #expect(info.items?.map(\.price) == [10_000, 2000])
        #expect(info.requestReferenceId == "00000000-0000-4000-8000-000000000001")
        #expect(info.period == .oneMonth && info.taxCode == "C003-00-1" && info.taxRate == "0.0825")
        #expect(info.taxExclusivePrice == 12_000 && info.estimatedTax == 990)
        let renewal = try #require(try world.newest().renewalInfoPayload)
        #expect(renewal.renewalPrice == 12_000)
        #expect(renewal.advancedCommerceInfo?.consistencyToken?.isEmpty == false)
    }

    @Test("Every other signature is refused, without notifications", arguments: Change.allCases)
    func wrongSignature(change: Change) throws {
        let world = try CommerceShop.world()
        let text = try Self.signature(in: world, CommerceShop.create(), but: change)
        #expect(throws: WorldError.commerceRefused(code: 4_000_174)) {
            try world.perform(.buy(CommerceShop.membership, by: "anna", signature: text))
        }
        #expect(world.heard() == [])
    }

    @Test("A generic product requires a request, and other products refuse one")
    func needsRequest() throws {
        let world = try CommerceShop.world()
        #expect(throws: WorldError.missingField("commerce", action: "buy")) {
            try world.perform(.buy(CommerceShop.membership, by: "anna"))
        }
        #expect(throws: WorldError.self) {
            try world.perform(.buy("coins.100", by: "anna", commerce: CommerceShop.seat()))
        }
    }

    @Test("Prices include tax except in the United States and Canada")
    func tax() throws {
        let world = try CommerceShop.world()
        try world.perform(
            .buy(CommerceShop.charge, by: "gerd", storefront: "DEU", commerce: CommerceShop.seat(["currency": "EUR"]))
        )
        let info = try #require(try world.newest().transactionPayload?.advancedCommerceInfo)
        #expect(info.taxRate == "0.19" && info.estimatedTax == 798 && info.taxExclusivePrice == 4202)
    }

    @Test("An offer sets the price for its periods, and then ends")
    func offer() throws {
        let world = try CommerceShop.world()
        let item = CommerceShop.music.with([
            "offer": ["period": "P1M", "periodCount": 2, "price": 1000, "reason": "ACQUISITION"]
        ])
        try world.perform(
            .buy(CommerceShop.membership, by: "anna", commerce: CommerceShop.create(["items": [item]]))
        )
        try world.perform(.advance(by: "P3M"))
        #expect(
            world.transactions(of: WorldCustomer(name: "anna")).map(\.price.milliunits) == [1000, 1000, 10_000, 10_000]
        )
    }

    @Test("A free trial of its own length comes before the first whole period")
    func trial() throws {
        let world = try CommerceShop.world()
        let item = CommerceShop.music.with([
            "offer": ["period": "P1W", "periodCount": 1, "price": 0, "reason": "ACQUISITION"]
        ])
        let request = CommerceShop.create(["items": [item]])
        let bought = try world.perform(.buy(CommerceShop.membership, by: "anna", commerce: request)).purchases.first
        #expect(bought?.expiresAt == Timestamp(milliseconds: Shop.opening.milliseconds + 7 * 86_400_000))
        try world.perform(.advance(by: "P1M"))
        #expect(world.transactions(of: WorldCustomer(name: "anna")).map(\.price.milliunits) == [0, 10_000])
    }

    @Test("A repeated request gets the same response without further effect; another with its id is refused")
    func repeated() throws {
        let world = try CommerceShop.world()
        let bought = try CommerceShop.subscribe(in: world)
        let path = "subscription/cancel/" + bought.transactionId
        let first = try Self.call(world, path, CommerceShop.body())
        #expect(first.status == 200)
        let sent = world.notificationCount
        try world.perform(.advance(by: "P1D"))
        let again = try Self.call(world, path, CommerceShop.body())
        #expect(again.value == first.value)
        #expect(world.notificationCount == sent)
        let other = try Self.call(world, path, CommerceShop.body(["storefront": "USA"]))
        #expect(other.status == 400)
        #expect(other.value?["errorCode"] == .number("4000097"))
    }

    @Test("A response contains the signed transaction and its renewal info")
    func answers() throws {
        let world = try CommerceShop.world()
        let bought = try CommerceShop.subscribe(in: world)
        let answer = try Self.call(world, "subscription/cancel/" + bought.transactionId, CommerceShop.body())
        let transaction = try Self.payload(answer.value?["signedTransactionInfo"])
        let renewal = try Self.payload(answer.value?["signedRenewalInfo"])
        #expect(transaction["transactionId"] == .string(bought.transactionId))
        #expect(renewal["autoRenewStatus"] == .number("0"))
        #expect(
            renewal["advancedCommerceInfo"]?["requestReferenceId"] == .string("00000000-0000-4000-8000-000000000005")
        )
    }

    @Test("Only the consistency token of the latest renewal is accepted")
    func consistency() throws {
        let world = try CommerceShop.world()
        let bought = try CommerceShop.subscribe(in: world)
        let token = try #require(try world.newest().renewalInfoPayload?.advancedCommerceInfo?.consistencyToken)
        func cancel(_ token: String) throws {
            let info = CommerceShop.info(5).with(["consistencyToken": ScenarioValue(stringLiteral: token)])
            let body = CommerceShop.body(["requestInfo": info])
            try world.perform(.callCommerce("cancelSubscription", of: bought.transactionId, body))
        }
        #expect(throws: WorldError.commerceRefused(code: 4_000_082)) { try cancel("invented") }
        try cancel(token)
        let later = try world.newest().renewalInfoPayload?.advancedCommerceInfo?.consistencyToken
        #expect(later != token)
    }

    @Test("A reactivated subscription renews with the chosen items")
    func reactivated() throws {
        let world = try CommerceShop.world()
        let bought = try CommerceShop.subscribe(in: world)
        try world.perform(.cancel(CommerceShop.membership, of: "anna"))
        let request = CommerceShop.reactivate(["items": [["SKU": "film"]]])
        try world.perform(
            .buy(
                CommerceShop.membership,
                by: "anna",
                commerce: CommerceShop.naming(bought.transactionId, in: request)
            )
        )
        #expect(
            world.heard() == [
                "anna SUBSCRIBED/INITIAL_BUY", "anna DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                "anna DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED",
            ]
        )
        try world.perform(.advance(by: "P1M"))
        #expect(world.transactions(of: WorldCustomer(name: "anna")).last?.price == Shop.dollars(2000))
    }

    @Test("A change that begins a new period charges the whole period and supersedes the old one")
    func newPeriod() throws {
        let world = try CommerceShop.world()
        let bought = try CommerceShop.subscribe(in: world)
        try world.perform(.advance(by: "P10D"))
        let request = CommerceShop.modify(["retainBillingCycle": false])
        try world.perform(
            .buy(CommerceShop.membership, by: "anna", commerce: CommerceShop.naming(bought.transactionId, in: request))
        )
        let transactions = world.transactions(of: WorldCustomer(name: "anna"))
        #expect(transactions.map(\.isUpgraded) == [true, false])
        #expect(transactions.last?.price == Shop.dollars(16_000))
        #expect(transactions.last?.purchasedAt == world.now)
        #expect(transactions.last?.originalTransactionId == bought.originalTransactionId)
    }

    @Test("A later change is notified now and charged at the renewal")
    func changeLater() throws {
        let world = try CommerceShop.world()
        let bought = try CommerceShop.subscribe(in: world)
        let change = CommerceShop.games.with([
            "currentSKU": "film", "effective": "NEXT_BILL_CYCLE", "reason": "UPGRADE",
        ])
        let request = CommerceShop.modify(["addItems": nil, "changeItems": [change]])
        try world.perform(
            .buy(CommerceShop.membership, by: "anna", commerce: CommerceShop.naming(bought.transactionId, in: request))
        )
        #expect(world.heard().last == "anna DID_CHANGE_RENEWAL_PREF/DOWNGRADE")
        let sent = try world.newest()
        #expect(sent.transactionPayload?.advancedCommerceInfo?.items?.map(\.sku) == ["music", "film"])
        #expect(sent.renewalInfoPayload?.advancedCommerceInfo?.items?.map(\.sku) == ["music", "games"])
        try world.perform(.advance(by: "P1M"))
        #expect(world.transactions(of: WorldCustomer(name: "anna")).last?.price == Shop.dollars(14_000))
    }

    @Test("A custom refund leaves the item, and the rest can be refunded later")
    func customRefund() throws {
        let world = try CommerceShop.world()
        let bought = try CommerceShop.subscribe(in: world)
        func refund(_ number: Int, _ item: ScenarioValue) throws {
            let body = CommerceShop.body([
                "requestInfo": CommerceShop.info(number), "items": [item], "refundRiskingPreference": false,
            ])
            try world.perform(.callCommerce("requestTransactionRefund", of: bought.transactionId, body))
        }
        try refund(
            10,
            ["SKU": "music", "refundReason": "OTHER", "refundType": "CUSTOM", "refundAmount": 4000, "revoke": false]
        )
        var items = try world.newest().transactionPayload?.advancedCommerceInfo?.items
        #expect(items?[0].refunds?.map(\.refundAmount) == [4000])
        #expect(items?[0].revocationDate == nil)
        #expect(try world.newest().transactionPayload?.revocationDate == nil)
        try refund(11, ["SKU": "music", "refundReason": "OTHER", "refundType": "FULL", "revoke": true])
        items = try world.newest().transactionPayload?.advancedCommerceInfo?.items
        #expect(items?[0].refunds?.map(\.refundAmount) == [4000, 6000])
        #expect(items?[0].revocationDate == world.now)
        #expect(try world.newest().renewalInfoPayload?.advancedCommerceInfo?.items?.map(\.sku) == ["film"])
        #expect(throws: WorldError.commerceRefused(code: 4_030_021)) {
            try refund(12, ["SKU": "music", "refundReason": "OTHER", "refundType": "FULL", "revoke": true])
        }
        try refund(13, ["SKU": "film", "refundReason": "LEGAL", "refundType": "FULL", "revoke": true])
        #expect(try world.newest().transactionPayload?.revocationType == .refundFull)
        #expect(world.heard().suffix(3) == ["anna REFUND/-", "anna REFUND/-", "anna REFUND/-"])
    }

    @Test("A hundred items at the highest price can be refunded")
    func dearest() throws {
        let world = try CommerceShop.world()
        let skus = (0..<100).map { "item.\($0)" }
        let items: [ScenarioValue] = skus.map { sku in
            [
                "SKU": ScenarioValue(stringLiteral: sku), "description": "Dear", "displayName": "Dear",
                "price": 1_000_000_000_000,
            ]
        }
        let order = CommerceShop.create(["items": ScenarioValue(.array(items.map(\.json)))])
        let action = WorldAction.buy(CommerceShop.membership, by: "anna", commerce: order)
        let bought = try #require(try world.perform(action).purchases.first)
        #expect(bought.price == Shop.dollars(100_000_000_000_000))
        let refunds: [ScenarioValue] = skus.map { sku in
            [
                "SKU": ScenarioValue(stringLiteral: sku), "refundReason": "OTHER", "refundType": "FULL", "revoke": true,
            ]
        }
        let body = CommerceShop.body([
            "items": ScenarioValue(.array(refunds.map(\.json))), "refundRiskingPreference": false,
        ])
        try world.perform(.callCommerce("requestTransactionRefund", of: bought.transactionId, body))
        #expect(try world.newest().transactionPayload?.revocationType == .refundFull)
    }

    @Test("A refund is declined for a test in the sandbox, and by the developer's own answer")
    func declined() throws {
        let sandbox = try CommerceShop.world(environment: .sandbox)
        let first = try CommerceShop.subscribe(in: sandbox)
        func body(_ reason: ScenarioValue, isRisked: Bool) -> JSONValue {
            let items: [ScenarioValue] = ["music", "film"].map { sku in
                ["SKU": sku, "refundReason": reason, "refundType": "FULL", "revoke": true]
            }
            return CommerceShop.body([
                "items": ScenarioValue(.array(items.map(\.json))),
                "refundRiskingPreference": ScenarioValue(booleanLiteral: isRisked),
            ])
        }
        let simulated = body("SIMULATE_REFUND_DECLINE", isRisked: false)
        try sandbox.perform(.callCommerce("requestTransactionRefund", of: first.transactionId, simulated))
        #expect(sandbox.heard().last == "anna REFUND_DECLINED/-")
        let world = try CommerceShop.world()
        let second = try CommerceShop.subscribe(in: world)
        try world.perform(
            .callCommerce("requestTransactionRefund", of: second.transactionId, body("OTHER", isRisked: true))
        )
        try world.perform(.answerConsumption(about: second.transactionId, preference: "DECLINE"))
        #expect(world.heard().suffix(2) == ["anna CONSUMPTION_REQUEST/-", "anna REFUND_DECLINED/-"])
    }

    @Test("A migrated subscription keeps its period under new ids, and pending changes still take effect")
    func migrated() throws {
        let world = try CommerceShop.world()
        let old = try #require(try world.perform(.buy("pro.monthly", by: "anna", token: Self.token)).purchases.first)
        try world.perform(.buy("basic.monthly", by: "anna"))
        let item: ScenarioValue = ["SKU": "music", "description": "All music", "displayName": "Music"]
        let body = CommerceShop.body([
            "descriptors": ["description": "Everything", "displayName": "Studio"], "items": [item],
            "renewalItems": [item], "targetProductId": "studio.membership", "taxCode": "C003-00-1",
        ])
        try world.perform(.callCommerce("migrateSubscription", of: old.transactionId, body))
        let sent = try #require(try world.newest().transactionPayload)
        #expect(try world.newest().type == .migration)
        #expect(sent.previousOriginalTransactionId == old.originalTransactionId)
        #expect(sent.originalTransactionId == sent.transactionId && sent.transactionId != old.transactionId)
        #expect(sent.purchaseDate == old.purchasedAt && sent.expiresDate == old.expiresAt)
        #expect(sent.appAccountToken == Self.token)
        #expect(try world.newest().renewalInfoPayload?.renewalPrice == 4990)
        try world.perform(.advance(by: "P1M"))
        let renewed = try #require(try world.newest().transactionPayload)
        #expect(renewed.originalTransactionId == sent.originalTransactionId && renewed.price == 4990)
        #expect(renewed.previousOriginalTransactionId == old.originalTransactionId)
    }

    private static let token = "7f3a2a0e-2a63-4a5e-8f0a-0d5a3c1b2e4f"

    @Test("A price increase without consent ends the subscription")
    func noConsent() throws {
        let world = try CommerceShop.world()
        let bought = try CommerceShop.subscribe(in: world)
        let body = CommerceShop.body(["items": [["SKU": "music", "price": 90_000, "dependentSKUs": ["film"]]]])
        try world.perform(.callCommerce("changeSubscriptionPrice", of: bought.transactionId, body))
        let scheduled = try world.newest().renewalInfoPayload?.advancedCommerceInfo?.items?[0].priceIncreaseInfo
        #expect(scheduled?.status == .scheduled && scheduled?.price == 90_000)
        #expect(scheduled?.dependentSKUs == ["film"])
        try world.perform(.advance(by: "P2M"))
        #expect(
            world.heard().suffix(3) == [
                "anna PRICE_CHANGE/-", "anna PRICE_INCREASE/PENDING", "anna EXPIRED/PRICE_INCREASE",
            ]
        )
    }

    @Test("A replay of the records produces the same bytes")
    func replayed() throws {
        let world = try CommerceShop.world()
        let bought = try CommerceShop.subscribe(in: world)
        _ = try Self.call(
            world,
            "subscription/changeMetadata/" + bought.transactionId,
            CommerceShop.body(["descriptors": ["displayName": "Plus", "effective": "IMMEDIATELY"]])
        )
        try world.perform(.advance(by: "P2M"))
        let again = try CommerceShop.world()
        try again.replay(world.records)
        #expect(again.notificationCount == world.notificationCount && world.notificationCount == 4)
        #expect(again.deliveries.map(\.notification.body) == world.deliveries.map(\.notification.body))
    }
}
