import AppStore
import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

/// Consumption requests to the shop's fulfiller when a refund is requested.
@Suite struct ConsumptionRequesterTests {
    /// A fulfiller with a fixed answer, and the requests that it got.
    private final class Fulfiller: Sendable {
        let asked = Mutex<[WebhookMessage]>([])
        let waits = Mutex<[Duration]>([])
        private let outcome: WebhookOutcome
        private let body: [UInt8]?

        init(_ body: String?, _ outcome: WebhookOutcome = .arrived) {
            self.body = body.map { Array($0.utf8) }
            self.outcome = outcome
        }

        func call(_ message: WebhookMessage, _ wait: Duration) -> (outcome: WebhookOutcome, body: [UInt8]?) {
            self.asked.withLock { $0.append(message) }
            self.waits.withLock { $0.append(wait) }
            return (self.outcome, self.body)
        }
    }

    private static let failure = DeliveryFailure(code: "timed_out", at: Instant(milliseconds: 0))

    /// A stage whose coins a fulfiller fulfills, which is asked where `within` is set.
    private func stage(within: Span? = .seconds(2), isRegistered: Bool = true) async throws -> RefundStage {
        let product = Product(id: ProductID("coins.100"), kind: .consumable, grants: ["coins": 100])
        var sandbox = SandboxPolicies()
        sandbox[.consumable] = .allow
        let policy = FulfillmentPolicy(from: Instant(milliseconds: 0), coins: .wallets, asksWithin: within)
        let stage = RefundStage(
            try SimulatedShop(
                world: SimulatedShop.world(seed: 3),
                catalog: Catalog(
                    products: [product.id: product],
                    coins: ["coins": Coin()],
                    sandbox: sandbox,
                    fulfillment: policy
                )
            )
        )
        try await stage.consent()
        guard isRegistered else { return stage }
        let endpoint = WebhookEndpoint(
            id: WebhookID("whk_1"),
            app: stage.shop.app.name,
            content: .events,
            address: "https://shop.test/fulfill",
            title: "fulfiller",
            isFulfiller: true,
            createdAt: stage.shop.ambient.now(),
            createdBy: "ops"
        )
        try await stage.shop.repository.write { unit in
            try unit.changeWebhooks(of: stage.shop.app.name) { $0 = [endpoint] }
        }
        return stage
    }

    private func serve(
        _ stage: RefundStage,
        _ fulfiller: Fulfiller,
        _ breaker: ConsumptionBreaker? = nil
    ) async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let requester = ConsumptionRequester(
            of: stage.shop.app,
            repository: stage.shop.repository,
            breaker: breaker ?? ConsumptionBreaker(now: stage.shop.ambient.now),
            logger: logger
        ) { message, endpoint, wait in
            #expect(endpoint.id == WebhookID("whk_1"))
            return fulfiller.call(message, wait)
        }
        let responder = try stage.live(requester: requester)
        try await stage.work(responder)
    }

    @Test("The fulfiller's answer takes precedence over earlier evidence and spending, once for each request")
    func answered() async throws {
        let stage = try await self.stage()
        try await stage.publish("policy: refunds\notherwise: hold, 10min, then: GRANT_PRORATED\n")
        let id = try await stage.buy()
        #expect(try await stage.spend(10))
        let before = ConsumptionEvidence(share: 20_000, statedAt: stage.shop.ambient.now(), statedBy: "shop")
        _ = try await stage.shop.repository.write { unit in
            try unit.state(
                #require(before),
                of: TransactionID(id),
                app: stage.shop.app.name,
                environment: stage.shop.environment
            )
        }
        try await stage.pass(.seconds(60))
        try stage.ask(for: id)
        try await stage.hear()
        let fulfiller = Fulfiller(#"{"consumedMilliunits":30000,"sampleOffered":true,"mood":"fine"}"#)
        try await self.serve(stage, fulfiller)
        #expect(try await stage.record(id)?.status == .held)
        for _ in 0..<42 {
            try await stage.pass(.seconds(15))
            try await self.serve(stage, fulfiller)
        }
        #expect(try await stage.sent(id) == ["DELIVERED", "30000", "GRANT_PRORATED"])
        let answer = try #require(try await stage.record(id)?.answers.first)
        #expect(answer.origins == ["share": .asked, "sample": .asked])
        let asked = fulfiller.asked.withLock { $0 }
        #expect(asked.count == 1, "A refund that waits for a person makes no second request.")
        let body = String(decoding: asked.first?.body ?? [], as: UTF8.self)
        #expect(body.contains(#""name":"refund.consumption""#) && body.contains(#""transaction":"\#(id)""#), "\(body)")
        #expect(fulfiller.waits.withLock { $0 } == [.seconds(2)])
    }

    @Test("A fulfiller that does not answer is suspended after three requests, and Apple still gets answers")
    func suspended() async throws {
        let stage = try await self.stage()
        let silent = Fulfiller(nil, .failed(Self.failure, retryAfter: nil))
        let breaker = ConsumptionBreaker(now: stage.shop.ambient.now)
        for _ in 0..<5 {
            let id = try await stage.buy()
            try stage.ask(for: id)
            try await stage.hear()
            try await self.serve(stage, silent, breaker)
            #expect(try await stage.record(id)?.answers.first?.receivedAt != nil)
        }
        #expect(silent.asked.withLock { $0.count } == 3)
        try await stage.pass(.seconds(30))
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.hear()
        let speaking = Fulfiller(#"{"consumedMilliunits":30000}"#)
        try await self.serve(stage, speaking, breaker)
        #expect(speaking.asked.withLock { $0.count } == 1, "One request probes.")
        #expect(try await stage.sent(id) == ["DELIVERED", "30000", nil])
    }

    @Test(
        "A late or malformed answer has no effect",
        arguments: [
            (String?.none, WebhookOutcome.failed(Self.failure, retryAfter: nil)),
            ("{}", .gone(Self.failure)), (nil, .unable(code: "webhook_key_missing")), (nil, .arrived),
            ("[]", .arrived), ("not json", .arrived), (#"{"consumedMilliunits":100001}"#, .arrived),
            (#"{"consumedMilliunits":"all"}"#, .arrived), (#"{"consumedMilliunits":1,"sampleOffered":1}"#, .arrived),
            (#"{"playTimeMinutes":1.5}"#, .arrived), ("{}", .arrived), ("", .arrived),
        ]
    )
    func fallBack(body: String?, outcome: WebhookOutcome) async throws {
        let stage = try await self.stage()
        let id = try await stage.buy()
        #expect(try await stage.spend(40))
        try stage.ask(for: id)
        try await stage.hear()
        let fulfiller = Fulfiller(body, outcome)
        try await self.serve(stage, fulfiller)
        #expect(fulfiller.asked.withLock { $0.count } == 1)
        #expect(try await stage.sent(id) == ["DELIVERED", "40000", nil])
        #expect(try await stage.record(id)?.answers.first?.origins["share"] == .wallet)
    }

    @Test("No request is made without the catalog's setting, without a fulfiller, or without consent")
    func notAsked() async throws {
        for (within, isRegistered, isConsented) in [
            (Span?.none, true, true), (.seconds(2), false, true), (.seconds(2), true, false),
        ] {
            let stage = try await self.stage(within: within, isRegistered: isRegistered)
            if !isConsented { try await stage.withdrawConsent() }
            let id = try await stage.buy()
            try stage.ask(for: id)
            try await stage.hear()
            let fulfiller = Fulfiller(#"{"consumedMilliunits":30000}"#)
            try await self.serve(stage, fulfiller)
            #expect(fulfiller.asked.withLock { $0.isEmpty })
            #expect(try await stage.sent(id) == (isConsented ? ["DELIVERED", "0", nil] : []))
        }
    }
}
