import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Testing

/// The shop's evidence about consumption, and the origins of the parts of an answer.
@Suite struct RefundShareTests {
    private static func stage(_ coins: FulfillmentPolicy.Coins = .wallets) async throws -> RefundStage {
        let stage = try RefundStage(coins: coins)
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: GRANT_PRORATED\n")
        try stage.shop.world.perform(.setSwitch("asksConsumptionForAllKinds", true))
        return stage
    }

    private static func say(
        _ share: Int64?,
        minutes: Int64? = nil,
        sample: Bool? = nil,
        of id: String,
        on stage: RefundStage
    ) async throws {
        let word = ConsumptionEvidence(
            share: share,
            playTimeMinutes: minutes,
            isSampleOffered: sample,
            statedAt: stage.shop.ambient.now(),
            statedBy: "shop"
        )
        let advisor = RefundAdvisor(repository: stage.shop.repository, apps: [stage.shop.app])
        let name = stage.shop.app.name
        _ = try await advisor.state(
            #require(word),
            of: TransactionID(id),
            in: stage.shop.environment,
            of: name
        )
    }

    @Test("The shop's evidence about a non-consumable decides its share, and Apple refunds the rest")
    func owned() async throws {
        let stage = try await Self.stage()
        let id = try await stage.buy("theme.dark")
        try await Self.say(10_000, of: id, on: stage)
        try await stage.pass(.seconds(60))
        try await Self.say(30_000, minutes: 90, sample: true, of: id, on: stage)
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.sent(id) == ["DELIVERED", "30000", "GRANT_PRORATED"])
        #expect(try await stage.outcome(id) == .refunded(share: 70_000))
        let answer = try #require(try await stage.record(id)?.answers.first)
        #expect(answer.origins == ["share": .shop, "sample": .shop, "playTime": .shop])
        #expect(answer.evidence["playTime"] == .span(.minutes(90)))
        #expect(answer.circumstances?.isSampleOffered == true)
    }

    @Test("The shop's evidence takes precedence over the spending of coins, which counts without it")
    func coins() async throws {
        for isSaid in [true, false] {
            let stage = try await Self.stage()
            let id = try await stage.buy()
            #expect(try await stage.spend(40))
            if isSaid { try await Self.say(55_500, of: id, on: stage) }
            try stage.ask(for: id)
            try await stage.hear()
            try await stage.serve()
            #expect(try await stage.sent(id) == ["DELIVERED", isSaid ? "55500" : "40000", "GRANT_PRORATED"])
            let origins = try await stage.record(id)?.answers.first?.origins
            #expect(origins == ["share": isSaid ? .shop : .wallet, "sample": .catalog])
        }
    }

    @Test("Unfulfilled purchases count as unconsumed whatever the shop states; Apple computes subscriptions")
    func notAsked() async throws {
        let stage = try await Self.stage(.fulfiller)
        let coins = try await stage.buy()
        try await Self.say(90_000, of: coins, on: stage)
        try stage.ask(for: coins)
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.sent(coins) == ["UNDELIVERED_OTHER", "0", "GRANT_FULL"])
        #expect(try await stage.record(coins)?.answers.first?.origins["share"] == .fulfillment)

        let id = try await stage.buy("news.weekly")
        await #expect(throws: ConsumptionError.subscription) { try await Self.say(90_000, of: id, on: stage) }
        await #expect(throws: ConsumptionError.unknown) { try await Self.say(1, of: "999", on: stage) }
        try await Self.say(nil, sample: true, of: id, on: stage)
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.sent(id) == ["DELIVERED", nil, "GRANT_PRORATED"])
        #expect(try await stage.record(id)?.answers.first?.origins == ["share": .time, "sample": .shop])
    }

    @Test("A share that was sent does not decrease, whatever the shop states afterwards")
    func neverFalls() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: DECLINE\n")
        let id = try await stage.buy()
        for (said, expected) in [(Int64(60_000), "60000"), (20_000, "60000"), (80_000, "80000")] {
            try await stage.pass(.seconds(60))
            try await Self.say(said, of: id, on: stage)
            try stage.ask(for: id)
            try await stage.hear()
            try await stage.serve()
            #expect(try await stage.sent(id) == ["DELIVERED", expected, "DECLINE"])
        }
    }

    @Test("In China the first refund needs no reason, two more of a year need one, and then the terms are used up")
    func terms() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        try stage.shop.world.perform(.moveStorefront(of: "anna", to: "CHN"))
        try await stage.publish("policy: refunds\notherwise: GRANT_FULL\n")
        var found: [[RuleValue?]] = []
        for _ in 0..<4 {
            let id = try await stage.buy()
            try stage.ask(for: id)
            try await stage.hear()
            try await stage.serve()
            let evidence = try #require(try await stage.record(id)?.answers.first?.evidence)
            found.append([evidence["terms.unconditional"], evidence["terms.inside"]])
            try await stage.pass(.seconds(60))
        }
        let yes = RuleValue.flag(true)
        let no = RuleValue.flag(false)
        #expect(found == [[yes, yes], [no, yes], [no, yes], [no, no]])
        try await stage.pass(.days(366))
        let later = try await stage.buy()
        try stage.ask(for: later)
        try await stage.hear()
        try await stage.serve()
        let evidence = try #require(try await stage.record(later)?.answers.first?.evidence)
        #expect([evidence["terms.unconditional"], evidence["terms.inside"]] == [no, yes], "It is permanent.")
    }
}
