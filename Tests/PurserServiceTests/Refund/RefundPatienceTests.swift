import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

/// The schedule of waiting refunds, and the handling of missed ones.
@Suite struct RefundPatienceTests {
    private static let down = RefundAttemptError(code: "appstore_unreachable", canRetry: true)

    /// The number of writes of the answer to the last request.
    private static func looks(
        _ stage: RefundStage,
        _ responder: RefundResponder,
        for duration: Duration
    ) async throws -> Int {
        var looks = 0
        var left = duration
        while left > .zero {
            let instant = stage.shop.ambient.now()
            let leased = try await stage.shop.repository.leaseRefunds(
                of: stage.shop.app.name,
                at: instant,
                until: instant,
                limit: 32
            )
            looks += leased.count
            while await responder.work() {}
            try await stage.pass(.seconds(15))
            left -= .seconds(15)
        }
        return looks
    }

    @Test("A refund that waits for a person is checked at the deadline, and not before")
    func held() async throws {
        let (stage, id) = try await RefundStage.asked(otherwise: "hold, 30min, then: DECLINE")
        let responder = try stage.responder()
        try await stage.work(responder)
        #expect(try await stage.record(id)?.status == .held)
        #expect(try await Self.looks(stage, responder, for: .seconds(29 * 60)) == 0)
        try await stage.pass(.seconds(75))
        try await stage.work(responder)
        #expect(try await stage.sent(id).last == "DECLINE")
    }

    @Test("A new override, or a withdrawn consent, ends a wait at once")
    func changed() async throws {
        for isOverride in [true, false] {
            let (stage, id) = try await RefundStage.asked(otherwise: "hold, 30min, then: DECLINE")
            let responder = try stage.responder()
            try await stage.work(responder)
            let anna = try #require(CustomerID("anna"))
            if isOverride {
                let name = stage.shop.app.name
                _ = try await stage.service.setOverride(.grantFull, of: anna, in: name, by: "eve", reason: "a court")
            } else {
                try await stage.withdrawConsent()
            }
            try await stage.work(responder)
            let record = try await stage.record(id)
            #expect(record?.status == (isOverride ? .refunded : .withheld))
        }
    }

    @Test("Without consent a refund is checked less and less often, without an attempt, and at once with consent")
    func unconsented() async throws {
        let stage = try RefundStage()
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.hear()
        let responder = try stage.responder()
        try await stage.work(responder)
        #expect(try await stage.record(id)?.status == .withheld)
        let looks = try await Self.looks(stage, responder, for: .seconds(3600))
        #expect(looks < 20, "\(looks) looks in an hour.")
        #expect(try await stage.record(id)?.answers.first?.attempts == 0)
        let second = try await stage.buy()
        try stage.ask(for: second)
        try await stage.hear()
        try await stage.work(responder)
        try await stage.consent()
        try await stage.work(responder)
        #expect(try await stage.record(second)?.answers.first?.receivedAt != nil, "It did not wait.")
    }

    @Test("A refund that Apple decided while the server was down is missed, published and counted once")
    func outage() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        let id = try await stage.buy()
        try stage.ask(for: id)
        // The server is down; Apple's notifications arrive together afterwards, in any order.
        try stage.shop.world.advance(by: .seconds(13 * 3600))
        for notification in stage.shop.world.drainOutbox().reversed() { _ = await stage.shop.receive(notification) }
        let responder = try stage.responder()
        try await stage.work(responder)
        #expect(stage.calls == 0)
        let record = try #require(try await stage.record(id))
        #expect(record.status == .refunded)
        #expect(record.answers.map(\.isMissed) == [true])
        #expect(record.noted == "refunded", "The outcome is counted.")
        #expect(try await stage.events().count { $0 == "refund.missed" } == 1)
        try await stage.work(responder)
        #expect(try await stage.events().count { $0 == "refund.missed" } == 1)
    }

    @Test("An attempt near the deadline is made before it, however many have failed")
    func deadline() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        let id = try await stage.buy()
        let end = stage.shop.ambient.now() + .hours(12)
        try stage.ask(for: id)
        try await stage.hear()
        let tries = Mutex<[Instant]>([])
        let responder = try stage.responder { [ambient = stage.shop.ambient] _ in
            tries.withLock { $0.append(ambient.now()) }
            return Self.down
        }
        for _ in 0..<(12 * 60 * 4) {
            while await responder.work() {}
            try stage.shop.world.advance(by: .seconds(15))
            _ = stage.shop.world.drainOutbox()
        }
        let last = try #require(tries.withLock { $0.last { $0 < end } })
        #expect(end - last <= .seconds(30), "The last one in time is \(end - last) before the end.")
        #expect(tries.withLock { $0.count } < 150)
    }

    @Test("Apple's Retry-After is obeyed, however often it is sent")
    func answeredWhen() async throws {
        let (stage, id) = try await RefundStage.asked()
        let tries = Mutex(0)
        let responder = try stage.responder { [ambient = stage.shop.ambient] _ in
            let count = tries.withLock { count in
                count += 1
                return count
            }
            guard count <= 8 else { return nil }
            let until = ambient.now() + .seconds(20)
            return RefundAttemptError(code: "appstore_rate_limited", canRetry: true, notBefore: until)
        }
        for _ in 0..<20 {
            while await responder.work() {}
            try await stage.pass(.seconds(15))
        }
        #expect(tries.withLock { $0 } == 9)
        let answer = try await stage.record(id)?.answers.first
        #expect(answer?.receivedAt != nil)
        #expect(answer?.attempts == 1, "A Retry-After is no attempt, and extends no later wait.")
    }

    @Test("A slow refund does not delay a new one", .timeLimit(.minutes(2)))
    func slow() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        let first = try await stage.buy()
        let second = try await stage.buy()
        try stage.ask(for: first)
        try await stage.hear()
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let begun = Mutex(false)
        let responder = RefundResponder(
            for: stage.shop.app,
            repository: stage.shop.repository,
            ambient: stage.shop.ambient,
            workers: stage.shop.ambient,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            fetch: { _ in },
            send: { (record, _) throws(RefundAttemptError) in
                guard record.transactionID.rawValue == first else { return }
                begun.withLock { $0 = true }
                for await _ in gate {}
            }
        )
        let worker = RefundWorker(responders: [responder], clock: ContinuousClock())
        let running = Task { try await worker.run() }
        while !begun.withLock({ $0 }) { await Task.yield() }
        try stage.ask(for: second)
        try await stage.hear()
        while try await stage.record(second)?.answers.first?.receivedAt == nil { await Task.yield() }
        let waiting = try await stage.record(first)
        #expect(waiting?.answers.first?.receivedAt == nil, "The first one is still in progress.")
        opening.finish()
        while try await stage.record(first)?.answers.first?.receivedAt == nil { await Task.yield() }
        running.cancel()
        _ = await running.result
    }
}
