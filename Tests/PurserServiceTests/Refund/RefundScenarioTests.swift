import AppStore
import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Testing

/// The store's refund scenarios, by their numbers, with the server answering automatically.
///
/// Each checks what Apple received, its decision, and the ledger afterwards.
@Suite struct RefundScenarioTests {
    private static let day = Duration.seconds(86_400)

    /// A stage whose customer consents, under a policy with one answer.
    private static func stage(
        _ answer: String? = nil,
        in environment: WorldEnvironment = .production
    ) async throws -> RefundStage {
        let stage = try RefundStage(environment)
        try await stage.consent()
        if let answer { try await stage.publish("policy: refunds\notherwise: \(answer)\n") }
        return stage
    }

    @Test("62: A refund by Apple's support opens a refund without a request, and revokes coins and money")
    func oneTime() async throws {
        let stage = try await Self.stage("DECLINE")
        let id = try await stage.buy()
        try await stage.pass(Self.day * 3)
        #expect(try await stage.moneyBack(id) == nil)
        try stage.shop.world.perform(.refund(id, reason: 1))
        try await stage.hear()
        try await stage.serve()
        let record = try #require(try await stage.record(id))
        #expect(record.status == .refunded)
        #expect(record.refundCase.isPossibleChargeback)
        #expect(record.refundCase.requests == [] && record.answers == [])
        #expect(stage.answers == [], "There was no request.")
        #expect(try await stage.coins() == [0, 0, 0])
        #expect(try await stage.moneyBack(id) == 100_000)
        #expect(try await stage.events() == [], "transaction.refunded is the only event.")
    }

    @Test(
        "63: The running period is refunded: the entitlement ends at once, whether or not EXPIRED follows",
        arguments: [false, true]
    )
    func currentPeriod(isExpiryAnnounced: Bool) async throws {
        let stage = try await Self.stage()
        if isExpiryAnnounced { try stage.shop.world.perform(.setSwitch("announcesExpiryAfterRefund", true)) }
        let id = try await stage.buy("news.weekly")
        try await stage.pass(Self.day * 3)
        #expect(try await stage.entitlements() == ["news.weekly"])
        try stage.shop.world.perform(.refund(id))
        try await stage.hear()
        #expect(try await stage.entitlements() == [])
        #expect(try await stage.outcome(id) == .refunded(share: 100_000))
        #expect(try await stage.moneyBack(id) == 100_000)
        try await stage.pass(Self.day * 14)
        try await stage.serve()
        #expect(try await stage.entitlements() == [])
        #expect(stage.answers == [])
    }

    @Test("64: A subscriber asks in the app and is refunded", arguments: [false, true])
    func requested(isRenewalNotifiedFirst: Bool) async throws {
        let stage = try await Self.stage("GRANT_FULL")
        if isRenewalNotifiedFirst { try stage.shop.world.perform(.setSwitch("renewalStatusComesFirst", true)) }
        let id = try await stage.buy("news.weekly")
        try await stage.pass(Self.day * 3)
        try stage.shop.world.perform(.requestRefund(of: id, reason: "UNINTENDED_PURCHASE"))
        try await stage.hear()
        #expect(try await stage.entitlements() == ["news.weekly"], "A request is not a refund.")
        try await stage.serve()
        #expect(try await stage.sent(id) == ["DELIVERED", nil, "GRANT_FULL"])
        #expect(stage.answers == ["PUT /inApps/v2/transactions/consumption/\(id)"])
        let record = try #require(try await stage.record(id))
        #expect(record.refundCase.requests.map(\.reason) == ["UNINTENDED_PURCHASE"])
        #expect(record.answers.first?.evidence["reason"] == .text("UNINTENDED_PURCHASE"))
        #expect(record.refundCase.state == .refunded(share: 100_000))
        #expect(record.refundCase.decidedRequests == 1)
        #expect(try await stage.entitlements() == [])
        #expect(try await stage.moneyBack(id) == 100_000)
    }

    @Test("65: A declined request: the purchase stays, and renews if the customer wants it to")
    func declined() async throws {
        let stage = try await Self.stage("DECLINE")
        let coins = try await stage.buy()
        try stage.ask(for: coins)
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.sent(coins) == ["DELIVERED", "0", "DECLINE"])
        #expect(try await stage.outcome(coins) == .declined)
        #expect(try await stage.coins() == [100, 0, 0])
        #expect(try await stage.moneyBack(coins) == nil)

        let id = try await stage.buy("news.weekly")
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.sent(id) == ["DELIVERED", nil, "DECLINE"])
        #expect(try await stage.outcome(id) == .declined)
        #expect(try await stage.entitlements() == ["news.weekly"])
        let entitlement = try #require(try await stage.shop.entitlements(of: "anna").first { $0.isActive })
        #expect(entitlement.willRenew == .no, "The request has switched auto-renew off.")
        try stage.shop.world.perform(.reenable("news.weekly", of: "anna"))
        try await stage.pass(Self.day * 8)
        #expect(try await stage.entitlements() == ["news.weekly"])
        #expect(try await stage.moneyBack(id) == nil)
    }

    @Test("66: A tester's text grants a part, whatever the answer: coins and money are refunded in part")
    func proratedByText() async throws {
        let stage = try await Self.stage("DECLINE", in: .sandbox)
        let coins = try await stage.buy()
        try stage.ask(for: coins, text: "GRANT_PRORATED")
        try await stage.hear()
        try await stage.serve()
        // By the share in the answer: nothing was consumed.
        #expect(try await stage.outcome(coins) == .refunded(share: 100_000))

        let unanswered = try await stage.buy("coins.100")
        try stage.ask(for: unanswered, text: "GRANT_PRORATED")
        try await stage.pass(.seconds(300))
        #expect(try await stage.outcome(unanswered) == .refunded(share: 50_000))
        #expect(try await stage.coins() == [50, 0, 0])
        #expect(try await stage.moneyBack(unanswered) == 50_000)

        // A week has three minutes here.
        let id = try await stage.buy("news.weekly")
        try await stage.pass(.seconds(90))
        try stage.ask(for: id, text: "GRANT_PRORATED")
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.outcome(id) == .refunded(share: 50_000))
        #expect(try await stage.moneyBack(id) == 50_000)
        #expect(try await stage.entitlements() == [])
    }

    @Test("67: The answer decides the refunded share of coins, and the remaining time that of a subscription")
    func proratedByAnswer() async throws {
        let stage = try await Self.stage("GRANT_PRORATED")
        let coins = try await stage.buy()
        #expect(try await stage.spend(25))
        try stage.ask(for: coins)
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.sent(coins) == ["DELIVERED", "25000", "GRANT_PRORATED"])
        #expect(try await stage.outcome(coins) == .refunded(share: 75_000))
        #expect(try await stage.coins() == [0, 0, 0], "The spent coins are paid for.")
        #expect(try await stage.moneyBack(coins) == 75_000)

        let id = try await stage.buy("news.weekly")
        try await stage.pass(.seconds(84 * 3600))
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.sent(id) == ["DELIVERED", nil, "GRANT_PRORATED"])
        #expect(try await stage.record(id)?.answers.first?.evidence["share"] == .share(50_000))
        #expect(try await stage.outcome(id) == .refunded(share: 50_000))
        #expect(try await stage.entitlements() == [])
    }

    @Test("68: Without an answer in time the store decides by its default", arguments: [true, false])
    func unanswered(isGranted: Bool) async throws {
        let stage = try await Self.stage("DECLINE")
        if !isGranted { try stage.shop.world.perform(.setSwitch("grantsUnansweredRefunds", false)) }
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.pass(.seconds(11 * 3600))
        #expect(try await stage.record(id)?.status == .requested)
        try await stage.pass(.seconds(3600))
        #expect(try await stage.outcome(id) == (isGranted ? .refunded(share: 100_000) : .declined))
        #expect(try await stage.coins() == (isGranted ? [0, 0, 0] : [100, 0, 0]))
        try await stage.serve()
        #expect(stage.answers == [], "Apple has decided.")
        #expect(try await stage.record(id)?.refundCase.isPossibleChargeback == false)
    }

    @Test("69: A reversed refund restores entitlements, coins and money, and closes the refund again")
    func reversed() async throws {
        let stage = try await Self.stage()
        let coins = try await stage.buy()
        #expect(try await stage.spend(40))
        let id = try await stage.buy("news.weekly")
        try await stage.pass(Self.day * 3)
        for transaction in [coins, id] { try stage.shop.world.perform(.refund(transaction)) }
        try await stage.hear()
        #expect(try await stage.coins() == [0, 40, 0])
        #expect(try await stage.entitlements() == [])
        for transaction in [coins, id] {
            #expect(try await stage.moneyBack(transaction) == 100_000)
            try await stage.pass(.seconds(60))
            try stage.shop.world.perform(.reverseRefund(of: transaction))
        }
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.coins() == [60, 0, 0])
        #expect(try await stage.entitlements() == ["news.weekly"])
        for transaction in [coins, id] {
            #expect(try await stage.outcome(transaction) == .reversed)
            #expect(try await stage.moneyBack(transaction) == nil)
        }
        try await stage.pass(Self.day * 5)
        #expect(try await stage.entitlements() == ["news.weekly"], "It renews as without the refund.")
    }

    @Test(
        "70 and 107: An earlier period is refunded: its money goes back, and the subscription goes on",
        arguments: [false, true]
    )
    func earlierPeriod(isCommitted: Bool) async throws {
        let stage = try await Self.stage("GRANT_FULL")
        let product = isCommitted ? "club.yearly" : "news.weekly"
        let period = Self.day * (isCommitted ? 31 : 7)
        let order = WorldAction.buy(product, by: "anna", plan: isCommitted ? .monthly : nil)
        let bought = try stage.shop.world.perform(order).purchases
        let id = try #require(bought.first?.transactionId)
        try await stage.shop.submit(id, by: "anna")
        try await stage.pass(period + Self.day)
        if isCommitted {
            // 107: the customer asks, the whole period has passed, and the refund is granted.
            try stage.ask(for: id)
            try await stage.hear()
            try await stage.serve()
            #expect(try await stage.sent(id) == ["DELIVERED", nil, "GRANT_FULL"])
            #expect(try await stage.record(id)?.answers.first?.evidence["share"] == .share(100_000))
        } else {
            try stage.shop.world.perform(.refund(id))
            try await stage.hear()
            #expect(try await stage.record(id)?.refundCase.isPossibleChargeback == true)
        }
        #expect(try await stage.outcome(id) == .refunded(share: 100_000))
        #expect(try await stage.moneyBack(id) == 100_000)
        #expect(try await stage.entitlements() == [product])
        try await stage.pass(period)
        #expect(try await stage.entitlements() == [product])
        #expect(stage.answers.count == (isCommitted ? 1 : 0))
    }

    @Test("108: The running month of a commitment is refunded, and the commitment ends at once")
    func commitment() async throws {
        let stage = try await Self.stage("GRANT_FULL")
        let bought = try stage.shop.world.perform(.buy("club.yearly", by: "anna", plan: .monthly)).purchases
        let first = try #require(bought.first?.transactionId)
        try await stage.shop.submit(first, by: "anna")
        try await stage.pass(Self.day * 65)
        let chain = try #require(try await stage.shop.chain(of: first))
        let latest = try #require(chain.chain.transactions.map(\.current).max { $0.purchaseAt < $1.purchaseAt })
        let id = latest.transactionID.rawValue
        #expect(id != first)
        #expect(try await stage.entitlements() == ["club.yearly"])
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.sent(id) == ["DELIVERED", nil, "GRANT_FULL"])
        #expect(stage.answers == ["PUT /inApps/v2/transactions/consumption/\(id)"], "Its own id, not the original.")
        #expect(try await stage.outcome(id) == .refunded(share: 100_000))
        #expect(try await stage.record(first) == nil)
        #expect(try await stage.entitlements() == [])
        #expect(try await stage.moneyBack(first) == nil)
        try await stage.pass(Self.day * 300)
        #expect(try await stage.entitlements() == [])
    }

    @Test("71: A family-shared purchase is refunded to the payer: all members lose it, and no answer is sent")
    func family() async throws {
        let stage = try await Self.stage("DECLINE")
        try await stage.consent("bert", id: "c2")
        for customer in ["anna", "bert"] { try stage.shop.world.perform(.joinFamily("smith", customer)) }
        let id = try await stage.buy("news.weekly")
        let member = try stage.shop.world.customer("bert")
        let shared = try #require(stage.shop.world.transactions(of: member).first { $0.isFamilyShared })
        try await stage.shop.submit(shared.transactionId, by: "bert")
        #expect(try await stage.entitlements(of: "bert") == ["news.weekly"])
        try stage.shop.world.perform(.refund(id))
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.outcome(id) == .refunded(share: 100_000))
        #expect(try await stage.outcome(shared.transactionId) == .revoked)
        #expect(try await stage.entitlements() == [])
        #expect(try await stage.entitlements(of: "bert") == [])
        #expect(stage.answers == [])
    }

    @Test("71: A request about a shared purchase, or an assigned seat, is stored and never answered")
    func notTheirs() async throws {
        for (ownership, refusal) in [("FAMILY_SHARED", "family_shared"), ("ASSIGNED", "assigned")] {
            let stage = try await Self.stage("DECLINE")
            let token = "6d1b1f6e-3f0f-4b2e-9f3c-000000000001"
            let known = try stage.shop.world.perform(.buy("theme.dark", by: "anna", token: token)).purchases
            let first = try #require(known.first?.transactionId)
            try await stage.shop.submit(first, by: "anna", token: AccountToken(token))
            try await stage.hear()
            let bought = try stage.shop.world.perform(.buy("news.weekly", by: "anna", token: token)).purchases
            let id = try #require(bought.first?.transactionId)
            try stage.ask(for: id)
            try await stage.hearRequest(replacing: "\"PURCHASED\"", with: "\"\(ownership)\"")
            for _ in 0..<5 {
                try await stage.serve()
                try stage.shop.world.advance(by: .seconds(700))
            }
            #expect(stage.answers == [])
            let record = try #require(try await stage.record(id))
            #expect(record.status == .withheld)
            #expect(record.answers.map(\.refusal?.rawValue) == [refusal])
        }
    }

    @Test("72: The store refuses a repeated request, and it makes no second one")
    func twice() async throws {
        let stage = try await Self.stage("DECLINE")
        let id = try await stage.buy()
        try stage.ask(for: id)
        #expect(throws: WorldError.refundAlreadyRequested) { try stage.ask(for: id) }
        try await stage.hear()
        try await stage.serve()
        #expect(stage.calls == 1)
        #expect(try await stage.record(id)?.refundCase.requests.count == 1)
        // After the decline the customer asks again: it is another request with a new answer.
        #expect(try await stage.spend(30))
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.serve()
        #expect(stage.calls == 2)
        #expect(try await stage.sent(id) == ["DELIVERED", "30000", "DECLINE"])
        let record = try #require(try await stage.record(id))
        #expect(record.refundCase.requests.map(\.decidedBefore) == [0, 1])
        #expect(record.refundCase.decidedRequests == 2)
    }

    @Test("73: Apple sends no request about non-consumables; where it does, it gets an answer")
    func withoutQuestion() async throws {
        let stage = try await Self.stage("GRANT_PRORATED")
        for product in ["theme.dark", "pass.summer"] {
            let id = try await stage.buy(product)
            #expect(try await stage.entitlements() == [product])
            try stage.ask(for: id)
            try await stage.hear()
            #expect(try await stage.outcome(id) == .refunded(share: 100_000))
            #expect(try await stage.entitlements() == [])
            #expect(try await stage.moneyBack(id) == 100_000)
        }
        try await stage.serve()
        #expect(stage.answers == [])

        try stage.shop.world.perform(.setSwitch("asksConsumptionForAllKinds", true))
        let pass = try await stage.buy("pass.summer")
        try await stage.pass(Self.day * 15)
        try stage.ask(for: pass)
        try await stage.hear()
        try await stage.serve()
        let sent = try #require(try await stage.record(pass)?.answers.first?.sent)
        let share = try #require(sent.share)
        #expect((45_000...55_000).contains(share) && sent.preference == .grantProrated)
        #expect(try await stage.outcome(pass) == .refunded(share: 100_000 - share))

        let theme = try await stage.buy("theme.dark")
        try stage.ask(for: theme)
        try await stage.hear()
        try await stage.serve()
        #expect(try await stage.sent(theme) == ["DELIVERED", nil, nil], "A partial refund does not apply.")
        #expect(stage.calls == 2)
    }

    @Test("74: A product replaced by an upgrade is refunded, and its successor stays")
    func upgraded() async throws {
        let stage = try await Self.stage()
        let id = try await stage.buy("basic.monthly")
        try await stage.pass(Self.day * 10)
        let other = try await stage.buy("pro.monthly")
        #expect(other != id)
        #expect(try await stage.entitlements() == ["pro.monthly"])
        try stage.shop.world.perform(.refund(id))
        try await stage.hear()
        #expect(try await stage.outcome(id) == .refunded(share: 100_000))
        #expect(try await stage.moneyBack(id) == 100_000)
        #expect(try await stage.record(other) == nil)
        #expect(try await stage.entitlements() == ["pro.monthly"])
        try await stage.pass(Self.day * 31)
        #expect(try await stage.entitlements() == ["pro.monthly"])
    }
}
