import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct FulfillmentSenderTests {
    /// A fulfiller that remembers what it has fulfilled, and answers as configured.
    private final class Fulfiller: Sendable {
        struct State {
            var keys: [String] = []
            var done: Set<String> = []
            var hands = 0
            var outcome: WebhookOutcome?
            var doesBeforeFailing = false
        }

        let state = Mutex(State())

        func take(_ message: WebhookMessage, at now: Instant) -> WebhookOutcome {
            self.state.withLock { state in
                let key = message.id?.rawValue ?? ""
                state.keys.append(key)
                let isDone = state.outcome == nil || state.doesBeforeFailing
                if isDone, state.done.insert(key).inserted { state.hands += 1 }
                return state.outcome ?? .arrived
            }
        }
    }

    /// A shop with a fulfiller, and a clock that the test advances.
    private struct Stage {
        let repository = InMemoryRepository()
        let fulfiller = Fulfiller()
        let clock = SharedInstant(Sample.beginning)

        init(isFulfiller: Bool = true, state: WebhookEndpoint.State = .active) async throws {
            let endpoint = WebhookEndpoint(
                id: WebhookID("we_1"),
                app: Sample.app,
                content: .events,
                address: "https://shop.example.com",
                title: "shop",
                isFulfiller: isFulfiller,
                state: state,
                createdAt: Sample.beginning,
                createdBy: "test"
            )
            try await self.repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [endpoint] } }
        }

        var sender: FulfillmentSender {
            let (fulfiller, clock) = (self.fulfiller, self.clock)
            let ambient = Ambient(now: { clock.now }, randomBytes: { Array(repeating: 128, count: $0) })
            return FulfillmentSender(
                for: Sample.app,
                takesProduction: true,
                repository: self.repository,
                ambient: ambient,
                workers: ambient,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                send: { message, _ in fulfiller.take(message, at: clock.now) }
            )
        }

        func buy(_ id: String, in environment: StoreEnvironment = .production) async throws {
            let gems = ProductID("gems")
            var intake = Sample.facts(
                [
                    TransactionSnapshot(
                        transactionID: TransactionID(id),
                        originalTransactionID: OriginalTransactionID(id),
                        productID: gems,
                        kind: .consumable,
                        purchaseAt: Sample.beginning,
                        signedAt: Sample.beginning,
                        digest: .number(1)
                    )
                ],
                submission: Sample.submission("ada", id),
                environment: environment
            )
            intake.catalog = Catalog(
                products: [gems: Product(id: gems, kind: .consumable, grants: ["gems": 600])],
                fulfillment: FulfillmentPolicy(from: Sample.beginning, coins: .fulfiller)
            )
            _ = try await self.repository.record(intake)
        }

        func fulfillments() async throws -> [Fulfillment] {
            try await self.repository.read { view in
                try view.fulfillments(of: Sample.app, matching: FulfillmentFilter(), after: 0, limit: 99)
            }
            .map(\.fulfillment)
        }

        func failing(_ status: Int?, _ code: String = "status") {
            let failure = DeliveryFailure(code: code, status: status, at: self.clock.now)
            self.fulfiller.state.withLock { $0.outcome = .failed(failure, retryAfter: nil) }
        }
    }

    @Test("A due fulfillment is fulfilled once, and the delay is from the purchase to the answer")
    func healthy() async throws {
        let stage = try await Stage()
        for number in 1...100 { try await stage.buy("\(number)") }
        stage.clock.advance(by: .seconds(3))
        let sender = stage.sender
        while await sender.work() {}
        let found = try await stage.fulfillments()
        #expect(found.count == 99 && found.allSatisfy { $0.state == .confirmed && $0.delay == .seconds(3) })
        let keys = stage.fulfiller.state.withLock { $0.keys }
        #expect(keys.count == 100 && Set(keys).count == 100)
        _ = await sender.work()
        #expect(stage.fulfiller.state.withLock { $0.keys.count } == 100, "A confirmed fulfillment is not sent again.")
    }

    @Test("A fulfilled Sandbox purchase is counted once, with its coins")
    func sandbox() async throws {
        let metrics = CountedMetrics()
        try await metrics.counting {
            let stage = try await Stage()
            try await stage.buy("1", in: .sandbox)
            try await stage.buy("2")
            let sender = stage.sender
            for _ in 0..<3 { while await sender.work() {} }
            #expect(try await stage.fulfillments().allSatisfy { $0.state == .confirmed })
        }
        let app = "{app=\"\(Sample.app.rawValue)\"}"
        #expect(metrics.series(of: "purser_sandbox_fulfilled_total") == ["\(app) 1"])
        #expect(metrics.series(of: "purser_sandbox_coins_total") == ["\(app) 600"])
    }

    @Test(
        "An endpoint that is not the fulfiller, or is paused, receives no fulfillments",
        arguments: [(false, WebhookEndpoint.State.active), (true, .paused)]
    )
    func nobody(isFulfiller: Bool, state: WebhookEndpoint.State) async throws {
        let stage = try await Stage(isFulfiller: isFulfiller, state: state)
        try await stage.buy("1")
        _ = await stage.sender.work()
        #expect(stage.fulfiller.state.withLock { $0.keys.isEmpty })
        #expect(try await stage.fulfillments().map(\.state) == [.due])
    }

    @Test("A fulfiller that is down for a day receives everything once it is back, under the same keys")
    func down() async throws {
        let stage = try await Stage()
        try await stage.buy("1")
        try await stage.buy("2")
        let sender = stage.sender
        stage.failing(503)
        for _ in 0..<288 {
            while await sender.work() {}
            stage.clock.advance(by: .minutes(5))
        }
        // A fulfiller that answers 503 may have carried out the call.
        #expect(try await stage.fulfillments().allSatisfy { $0.isInDoubt && $0.attempts > 5 })
        stage.fulfiller.state.withLock { $0.outcome = nil }
        stage.clock.advance(by: .hours(5))
        while await sender.work() {}
        #expect(try await stage.fulfillments().allSatisfy { $0.state == .confirmed })
        stage.fulfiller.state.withLock { #expect($0.hands == 2 && Set($0.keys).count == 2) }
    }

    @Test(
        "A fulfillment that keeps failing is suspended after three days and not sent again until an operator retries it"
    )
    func suspended() async throws {
        let stage = try await Stage()
        try await stage.buy("1")
        let sender = stage.sender
        stage.failing(500)
        for _ in 0..<100 {
            while await sender.work() {}
            stage.clock.advance(by: .hours(1))
        }
        let found = try await stage.fulfillments()
        #expect(found.map(\.state) == [.suspended] && found.first?.reason == .failing)
        let count = stage.fulfiller.state.withLock { $0.keys.count }
        stage.clock.advance(by: .days(30))
        _ = await sender.work()
        #expect(stage.fulfiller.state.withLock { $0.keys.count } == count)
    }

    @Test("Suspended fulfillments are counted, and do not affect the age of the oldest open purchase")
    func measuresSuspended() async throws {
        let metrics = CountedMetrics()
        try await metrics.counting {
            let stage = try await Stage()
            try await stage.buy("1")
            let sender = stage.sender
            stage.failing(404)
            for _ in 0..<100 {
                while await sender.work() {}
                stage.clock.advance(by: .hours(1))
            }
            #expect(try await stage.fulfillments().map(\.state) == [.suspended])
            await sender.measure()
        }
        let app = "{app=\"\(Sample.app.rawValue)\"}"
        #expect(metrics.series(of: "purser_suspended_fulfillments") == ["\(app) 1"])
        #expect(metrics.series(of: "purser_fulfillment_oldest_open_seconds") == [], "No other fulfillment is open.")
    }

    @Test("A value that cannot be read is not recorded as 0")
    func measuresNothing() async throws {
        let metrics = CountedMetrics()
        try await metrics.counting {
            let stage = try await Stage()
            try await stage.buy("1")
            stage.clock.advance(by: .hours(2))
            await stage.sender.measure()
            await stage.repository.close()
            await stage.sender.measure()
        }
        let app = "{app=\"\(Sample.app.rawValue)\"}"
        #expect(metrics.series(of: "purser_fulfillment_oldest_open_seconds") == ["\(app) 7200"])
    }

    @Test(
        "A fulfillment is due again only if nothing was done; otherwise the call is repeated until the result is known",
        arguments: [
            (404 as Int?, "status", false), (429, "status", false), (408, "status", true), (500, "status", true),
            (502, "status", true), (503, "status", true), (504, "status", true), (520, "status", true),
            (nil, "timed_out", true), (nil, "closed_early", true), (nil, "connection_refused", false),
            (nil, "host_unknown", false), (nil, "address_forbidden", false),
        ]
    )
    func certainty(status: Int?, code: String, isInDoubt: Bool) async throws {
        let stage = try await Stage()
        try await stage.buy("1")
        stage.failing(status, code)
        stage.fulfiller.state.withLock { $0.doesBeforeFailing = isInDoubt }
        let sender = stage.sender
        _ = await sender.work()
        let failed = try #require(try await stage.fulfillments().first)
        #expect(failed.state == (isInDoubt ? .fulfilling : .due) && failed.isInDoubt == isInDoubt)
        stage.fulfiller.state.withLock { $0.outcome = nil }
        stage.clock.advance(by: .minutes(1))
        _ = await sender.work()
        #expect(try await stage.fulfillments().first?.state == .confirmed)
        stage.fulfiller.state.withLock { #expect($0.hands == 1) }
    }

    @Test("A failure to sign counts as no attempt, and never suspends a fulfillment")
    func unable() async throws {
        let stage = try await Stage()
        try await stage.buy("1")
        stage.fulfiller.state.withLock { $0.outcome = .unable(code: "webhook_key_changed") }
        let sender = stage.sender
        for _ in 0..<10 {
            _ = await sender.work()
            stage.clock.advance(by: .days(1))
        }
        let found = try #require(try await stage.fulfillments().first)
        #expect(found.state == .due && found.attempts == 0)
    }
}
