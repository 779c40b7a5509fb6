import AppStore
import AppStoreSimulator
import HTTPTypes
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

/// In every sequence of events, Anna has the coins that she paid for, once.
@Suite struct PaidMeansFulfilledTests {
    @Test("The app dies after the payment: the notification finishes the order, and the app learns of it later")
    func appDies() async throws {
        let stage = try PaidStage()
        let order = try await stage.makeOrder()
        let paid = try stage.pay(with: order.token)
        try await stage.hear()
        #expect(try await stage.order(order.id)["state"] == .string("fulfilled"))
        #expect(try await stage.wallet() == [.number("100"), .number("0")])
        try await stage.missOut(on: .seconds(3600))
        #expect(try await stage.submit(paid) == .string("already"))
        #expect(try await stage.wallet() == [.number("100"), .number("0")])
    }

    @Test("The notification comes before the app's call, after it, or never: the coins come once")
    func notificationAndCall() async throws {
        let before = try PaidStage()
        let first = try before.pay()
        try await before.hear()
        #expect(try await before.fulfillment(first)?.reason == .unclaimed, "The owner is unknown.")
        #expect(try await before.submit(first) == .string("yes"))
        #expect(try await before.wallet() == [.number("100"), .number("0")])

        let after = try PaidStage()
        let second = try after.pay()
        #expect(try await after.submit(second) == .string("yes"))
        try await after.hear()
        #expect(try await after.submit(second) == .string("already"))
        #expect(try await after.wallet() == [.number("100"), .number("0")])

        let never = try PaidStage()
        let third = try never.pay()
        try await never.missOut(on: .seconds(60))
        #expect(try await never.submit(third) == .string("yes"))
        #expect(try await never.wallet() == [.number("100"), .number("0")])
    }

    @Test("An order that is paid twice is flagged, and both payments are fulfilled")
    func paidTwice() async throws {
        let stage = try PaidStage()
        let order = try await stage.makeOrder()
        for _ in 0..<2 { _ = try stage.pay(with: order.token) }
        try await stage.hear()
        let found = try await stage.order(order.id)
        #expect(found["state"] == .string("fulfilled"))
        #expect(found["flags"] == .array([.string("paid_twice")]))
        #expect(try await stage.wallet() == [.number("200"), .number("0")])
    }

    @Test("What was paid with an order's token and is not what was ordered is fulfilled and pays for nothing")
    func wrongProduct() async throws {
        let stage = try PaidStage()
        let order = try await stage.makeOrder("theme.dark")
        _ = try stage.pay(with: order.token)
        try await stage.hear()
        let found = try await stage.order(order.id)
        #expect(found["state"] == .string("created"))
        #expect(found["flags"] == .array([.string("other_product")]))
        #expect(try await stage.wallet() == [.number("100"), .number("0")])
    }

    @Test("A refund before the fulfiller was called cancels the fulfillment, and a reversal leads to the call")
    func refundWhileDue() async throws {
        let stage = try PaidStage(coins: .fulfiller)
        let order = try await stage.makeOrder()
        let paid = try stage.pay(with: order.token)
        try await stage.hear()
        #expect(try await stage.fulfillment(paid)?.state == .due)
        #expect(try await stage.order(order.id)["state"] == .string("paid"))
        try stage.world.shop.world.refund(paid)
        try await stage.hear()
        #expect(try await stage.fulfillment(paid)?.state == .canceled)
        #expect(try await stage.order(order.id)["state"] == .string("refunded"))
        let published = Mutex(0)
        let sender = try await stage.sender { _, _ in
            published.withLock { $0 += 1 }
            return .arrived
        }
        while await sender.work() {}
        #expect(published.withLock { $0 } == 0)
        try stage.world.shop.world.reverseRefund(paid)
        try await stage.hear(after: .seconds(60))
        while await sender.work() {}
        #expect(published.withLock { $0 } == 1)
        #expect(try await stage.order(order.id)["state"] == .string("fulfilled"))
        #expect(try await stage.wallet() == [.number("0"), .number("0")], "They are the fulfiller's.")
    }

    @Test("Half-spent coins are refunded and the refund is reversed")
    func refundAndReversal() async throws {
        let stage = try PaidStage()
        let order = try await stage.makeOrder()
        let paid = try stage.pay(with: order.token)
        try await stage.hear()
        try await stage.spend(50)
        try stage.world.shop.world.refund(paid)
        try await stage.hear()
        #expect(try await stage.wallet() == [.number("0"), .number("50")])
        #expect(try await stage.fulfillment(paid)?.recovered == ["coins": 50])
        #expect(try await stage.order(order.id)["state"] == .string("refunded"))
        try stage.world.shop.world.reverseRefund(paid)
        try await stage.hear(after: .seconds(60))
        #expect(try await stage.wallet() == [.number("50"), .number("0")])
        #expect(try await stage.order(order.id)["state"] == .string("fulfilled"))
    }

    @Test("Of a third that is refunded a third of the coins is revoked")
    func prorated() async throws {
        let stage = try PaidStage()
        let order = try await stage.makeOrder()
        let paid = try stage.pay(with: order.token)
        try await stage.hear()
        try stage.world.shop.world.refund(paid, percentage: 33_333)
        try await stage.hear()
        #expect(try await stage.wallet() == [.number("67"), .number("0")])
        #expect(try await stage.fulfillment(paid)?.state == .revoked)
        #expect(try await stage.order(order.id)["state"] == .string("partly_refunded"))
    }

    @Test("What is owed is repaid by the next purchase")
    func debt() async throws {
        let stage = try PaidStage()
        let paid = try stage.pay()
        _ = try await stage.submit(paid)
        try await stage.spend(60)
        try stage.world.shop.world.refund(paid)
        try await stage.hear()
        #expect(try await stage.wallet() == [.number("0"), .number("60")])
        _ = try await stage.submit(try stage.pay())
        #expect(try await stage.wallet() == [.number("40"), .number("0")])
    }

    @Test("Of the Sandbox so much a day is fulfilled, in a wallet of its own")
    func sandbox() async throws {
        var policies = SandboxPolicies()
        policies[.consumable] = .capped(fulfillmentsADay: 2, coinsADay: [:])
        let stage = try PaidStage(.sandbox, sandbox: policies)
        for number in 0..<3 {
            let paid = try stage.pay()
            #expect(try await stage.submit(paid) == .string("yes"), "The app is done with it.")
            let reason = try await stage.fulfillment(paid, .sandbox)?.reason
            #expect(reason == (number < 2 ? nil : .sandboxLimit))
        }
        #expect(try await stage.wallet("Sandbox") == [.number("200"), .number("0")])
        #expect(try await stage.wallet() == [.number("0"), .number("0")])
    }

    @Test("A captured transaction that is submitted after its refund brings nothing, a late one that stands does")
    func captured() async throws {
        let stage = try PaidStage()
        let paid = try stage.pay()
        let kept = try stage.pay()
        let captured = [try stage.world.signed(paid), try stage.world.signed(kept)]
        try await stage.missOut(on: .seconds(600))
        try stage.world.shop.world.refund(paid)
        try await stage.missOut(on: .seconds(86_400))
        #expect(try await stage.submit(paid, signed: captured[0]) == .string("no"))
        #expect(try await stage.submit(kept, signed: captured[1]) == .string("no"))
        #expect(try await stage.fulfillment(paid)?.reason == .unconfirmed)
        #expect(try await stage.wallet() == [.number("0"), .number("0")])
        let questions = ChainCheckWorker(
            repository: stage.world.shop.repository,
            checker: ChainChecker(
                repository: stage.world.shop.repository,
                ingest: stage.world.shop.ingest,
                ambient: stage.world.shop.ambient,
                logger: Self.logger
            ),
            ambient: stage.world.shop.ambient,
            apps: [stage.world.app],
            logger: Self.logger,
            clock: .continuous
        )
        while await questions.checkDue() {}
        #expect(try await stage.fulfillment(paid)?.state == .canceled)
        #expect(try await stage.fulfillment(kept)?.state == .confirmed)
        #expect(try await stage.wallet() == [.number("100"), .number("0")])
    }

    @Test(
        "A customer who moves in gets no past purchase fulfilled again, except for an open order and later ones"
    )
    func movingIn() async throws {
        let stage = try PaidStage(from: .days(2))
        let token = "11111111-1111-4111-8111-111111111111"
        let past = try stage.pay()
        let ordered = try stage.pay(with: token)
        try await stage.missOut(on: .seconds(3 * 86_400))
        #expect(try await stage.submit(past) == .string("yes"), "It was fulfilled elsewhere.")
        #expect(try await stage.fulfillment(past)?.reason == .elsewhere)
        try stage.world.shop.world.refund(past)
        try await stage.hear()
        #expect(try await stage.wallet() == [.number("0"), .number("0")], "Nor is it revoked here.")
        _ = try await stage.submit(ordered)
        #expect(try await stage.fulfillment(ordered)?.reason == .elsewhere)
        let order = try await stage.makeOrder(token: token)
        #expect(try await stage.fulfillment(ordered)?.state == .confirmed)
        #expect(try await stage.wallet() == [.number("100"), .number("0")])
        let new = try stage.pay()
        #expect(try await stage.submit(new) == .string("yes"))
        #expect(try await stage.wallet() == [.number("200"), .number("0")])
        #expect(order.token == token)
    }

    @Test("A fulfiller that is down for a day gets each call once it is back, and each once")
    func fulfillerDown() async throws {
        let stage = try PaidStage(coins: .fulfiller)
        let isUp = Mutex(false)
        let done = Mutex<[String]>([])
        let clock = stage.world.shop.ambient
        let sender = try await stage.sender { message, _ in
            guard isUp.withLock({ $0 }) else {
                return .failed(DeliveryFailure(code: "status", status: 503, at: clock.now()), retryAfter: nil)
            }
            done.withLock { $0.append(message.id?.rawValue ?? "") }
            return .arrived
        }
        var paid: [String] = []
        for hour in 0..<24 {
            let id = try stage.pay()
            paid.append(id)
            #expect(try await stage.submit(id) == .string("no"), "It is not with her in hour \(hour).")
            try await stage.hear(after: .seconds(3600))
            while await sender.work() {}
        }
        #expect(
            try await stage.world.shop.repository.read { view in try view.oldestOpenPurchase(of: stage.world.app.name) }
                != nil
        )
        isUp.withLock { $0 = true }
        for _ in 0..<12 {
            try await stage.hear(after: .seconds(1800))
            while await sender.work() {}
        }
        #expect(done.withLock { $0.sorted() } == paid.map { "ful_Production_\($0)" }.sorted())
        for id in paid { #expect(try await stage.fulfillment(id)?.state == .confirmed) }
        #expect(
            try await stage.world.shop.repository.read { view in try view.oldestOpenPurchase(of: stage.world.app.name) }
                == nil
        )
    }

    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
