import AppStore
import AppStoreSimulator
import Testing

@Suite struct RefundRequestTests {
    private func ask(
        _ world: World,
        _ purchase: WorldPurchase,
        reason: String? = nil,
        text: String? = nil
    ) throws {
        try world.act(.requestRefund) {
            $0.transaction = purchase.transactionId
            $0.reason = reason
            $0.text = text
        }
    }

    @Test(
        "A request without an answer is decided when the window ends, in the sandbox by the customer's text",
        arguments: [
            (nil, "REFUND/-", nil), ("DECLINE", "REFUND_DECLINED/-", nil), ("REJECT", "REFUND_DECLINED/-", nil),
            ("GRANT_PRORATED", "REFUND/-", 50_000),
        ] as [(String?, String, Int32?)]
    )
    func unanswered(text: String?, outcome: String, percentage: Int32?) throws {
        let world = try RichShop.world(environment: .sandbox)
        let coins = try #require(try world.shop("anna", "coins.100"))
        try self.ask(world, coins, text: text)
        #expect(world.heard().last == "anna CONSUMPTION_REQUEST/-")
        #expect(throws: WorldError.refundAlreadyRequested) { try self.ask(world, coins) }
        try world.advance(by: .milliseconds(12 * 3_600_000 - 1))
        #expect(world.heard().isEmpty)
        try world.advance(by: .milliseconds(1))
        let sent = world.drainOutbox()
        #expect(sent.map(\.name) == [outcome])
        #expect(sent.first?.transactionPayload?.revocationPercentage == percentage)
        let isDeclined = outcome == "REFUND_DECLINED/-"
        #expect(sent.first?.transactionPayload?.revocationDate == (isDeclined ? nil : world.now))
    }

    @Test(
        "The customer's text has an effect only in the sandbox and only with the reason \"other\"",
        arguments: [
            (.production, "OTHER", "REFUND/-"), (.sandbox, "UNINTENDED_PURCHASE", "REFUND/-"),
            (.sandbox, "OTHER", "REFUND_DECLINED/-"),
        ] as [(WorldEnvironment, String, String)]
    )
    func text(environment: WorldEnvironment, reason: String, outcome: String) throws {
        for text in ["DECLINE", "REJECT"] {
            let world = try RichShop.world(environment: environment)
            let coins = try #require(try world.shop("anna", "coins.100"))
            try self.ask(world, coins, reason: reason, text: text)
            try world.advance(by: .seconds(12 * 3600))
            let sent = try #require(world.drainOutbox().last)
            #expect(sent.name == outcome)
            #expect(sent.transactionPayload?.revocationPercentage == nil)
        }
    }

    @Test(
        "An answer with an invalid share is refused with Apple's code, without effect",
        arguments: [
            ("coins.100", "GRANT_PRORATED", 0, 4_000_000), ("coins.100", "GRANT_PRORATED", nil, 4_000_000),
            ("coins.100", "GRANT_PRORATED", 100_001, 4_000_000), ("coins.100", "DECLINE", -1, 4_000_000),
            ("theme.dark", "GRANT_PRORATED", 0, 4_000_000), ("pro.monthly", "GRANT_PRORATED", 50_000, 4_000_209),
        ] as [(String, String, Int?, Int64)]
    )
    func refusedShare(product: String, preference: String, percentage: Int?, code: Int64) throws {
        var behavior = WorldBehavior.production
        behavior.asksConsumptionForAllKinds = true
        let world = try RichShop.world(behavior: behavior)
        let bought = try #require(try world.shop("anna", product))
        try self.ask(world, bought)
        _ = world.heard()
        #expect(throws: WorldError.consumptionRefused(code: code)) {
            try world.act(.answerConsumption) {
                $0.transaction = bought.transactionId
                $0.preference = preference
                $0.percentage = percentage
            }
        }
        #expect(world.heard().isEmpty)
        try world.act(.answerConsumption) {
            $0.transaction = bought.transactionId
            $0.preference = "GRANT_PRORATED"
            $0.percentage = product == "pro.monthly" ? nil : 100_000
        }
        let isSubscription = product == "pro.monthly"
        #expect(world.heard() == [isSubscription ? "anna REFUND/-" : "anna REFUND_DECLINED/-"])
    }

    @Test("An answer inside the window decides, and the consumed share is not refunded")
    func answered() throws {
        let world = try RichShop.world()
        let coins = try #require(try world.shop("anna", "coins.100"))
        try self.ask(world, coins)
        try world.advance(by: .seconds(60))
        try world.act(.answerConsumption) {
            $0.transaction = coins.transactionId
            $0.preference = "GRANT_PRORATED"
            $0.percentage = 30_000
        }
        let refund = try #require(world.drainOutbox().last)
        #expect(refund.name == "REFUND/-")
        #expect(refund.transactionPayload?.revocationType == .refundProrated)
        #expect(refund.transactionPayload?.revocationPercentage == 70_000)
    }

    @Test("A subscription's refund is its remaining time, and ends renewal and access")
    func subscription() throws {
        let world = try RichShop.world()
        let trial = try #require(try world.shop("anna", "pro.monthly"))
        try world.advance(by: .days(7))
        let paid = try #require(world.transactions(of: trial.customer).last)
        try world.advance(by: .days(7))
        _ = world.heard()
        try self.ask(world, paid)
        #expect(
            world.heard() == [
                "anna CONSUMPTION_REQUEST/-", "anna DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
            ]
        )
        try world.act(.answerConsumption) {
            $0.transaction = paid.transactionId
            $0.preference = "GRANT_PRORATED"
        }
        let refund = try #require(world.drainOutbox().last)
        #expect(refund.transactionPayload?.revocationPercentage == 75_000)
        #expect(refund.status == .revoked)
        try world.reverseRefund(paid.transactionId)
        #expect(world.drainOutbox().map(\.line) == ["REFUND_REVERSED/- 1"])
        #expect(world.subscriptions(of: trial.customer).first?.autoRenews == true)
    }

    @Test("The notification can be later than the decision, and contains the decision's date")
    func late() throws {
        var behavior = WorldBehavior.production
        behavior.refundNoticeDelayMilliseconds = 240_000
        let world = try RichShop.world(behavior: behavior)
        let theme = try #require(try world.shop("anna", "theme.dark"))
        _ = world.heard()
        try self.ask(world, theme)
        let decided = world.now
        #expect(world.heard().isEmpty)
        #expect(world.transactions(of: theme.customer).first?.revokedAt == decided)
        try world.advance(by: .seconds(240))
        let refund = try #require(world.drainOutbox().first)
        #expect(refund.name == "REFUND/-" && refund.transactionPayload?.revocationDate == decided)
        #expect(refund.signedAt > decided)
    }

    @Test(
        "In the sandbox the decision is sent minutes after the request, for subscriptions hours, with EXPIRED"
    )
    func sandboxDelays() throws {
        let world = try World(
            seed: 7,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, profile: .sandbox1h),
            catalog: RichShop.catalog
        )
        let theme = try #require(try world.shop("anna", "theme.dark"))
        let basic = try #require(try world.shop("anna", "basic.monthly"))
        _ = world.heard()
        try self.ask(world, theme)
        try self.ask(world, basic)
        try world.act(.answerConsumption) {
            $0.transaction = basic.transactionId
            $0.preference = "GRANT_FULL"
        }
        #expect(
            world.heard() == [
                "anna CONSUMPTION_REQUEST/-", "anna DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
            ]
        )
        #expect(world.transactions(of: theme.customer).allSatisfy { $0.revokedAt == world.now })
        try world.advance(by: .seconds(179))
        #expect(world.heard().isEmpty)
        try world.advance(by: .seconds(121))
        #expect(world.heard() == ["anna REFUND/-"])
        try world.advance(by: .seconds(2 * 3600))
        #expect(world.heard() == ["anna REFUND/-", "anna EXPIRED/VOLUNTARY"])
    }

    @Test(
        "Without an answer the decision is sent when the window ends, and an ended period expires once"
    )
    func afterTheEnd() throws {
        let world = try World(
            seed: 7,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, profile: .sandbox3m),
            catalog: RichShop.catalog
        )
        let coins = try #require(try world.shop("ben", "coins.100"))
        try self.ask(world, coins)
        _ = world.heard()
        try world.advance(by: .seconds(300))
        #expect(world.heard() == ["ben REFUND/-"])
        let basic = try #require(try world.shop("anna", "basic.monthly"))
        try self.ask(world, basic)
        _ = world.heard()
        // A month of three minutes is over before the five of the window are.
        try world.advance(by: .seconds(2 * 3600))
        #expect(world.heard() == ["anna EXPIRED/VOLUNTARY", "anna REFUND/-"])
    }

    @Test("A refund is sent before its reversal")
    func reversedEarly() throws {
        var behavior = WorldBehavior.production
        behavior.refundNoticeDelayMilliseconds = 240_000
        let world = try RichShop.world(behavior: behavior)
        let theme = try #require(try world.shop("anna", "theme.dark"))
        try self.ask(world, theme)
        _ = world.heard()
        try world.reverseRefund(theme.transactionId)
        let sent = world.drainOutbox()
        #expect(sent.map(\.name) == ["REFUND/-", "REFUND_REVERSED/-"])
        #expect(sent.map { $0.transactionPayload?.revocationDate == nil } == [false, true])
        try world.advance(by: .days(1))
        #expect(world.heard().isEmpty)
    }
}
