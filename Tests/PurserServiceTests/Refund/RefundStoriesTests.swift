import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PersistenceSQLite
import PurserService
import PurserTesting
import Synchronization
import Testing

/// Refunds from the request through the answer to Apple's decision.
@Suite struct RefundStoriesTests {
    private static let down = RefundAttemptError(code: "appstore_unreachable", canRetry: true)

    @Test("A request is answered by the policy with the spent share, received once, and decided")
    func answered() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: GRANT_PRORATED\n")
        let id = try await stage.buy()
        #expect(try await stage.spend(40))
        try stage.ask(for: id)
        try await stage.hear()
        #expect(try await stage.record(id)?.status == .requested)
        try await stage.work(stage.responder())
        #expect(try await stage.sent(id) == ["DELIVERED", "40000", "GRANT_PRORATED"])
        #expect(stage.calls == 1)
        // The store decides at once.
        let record = try #require(try await stage.record(id))
        #expect(record.status == .refunded)
        #expect(record.refundCase.state == .refunded(share: 60_000))
        #expect(record.answers.first?.decider == .policy(version: 1, rule: nil))
        #expect(record.answers.first?.isLate == false)
        #expect(
            try await stage.events() == ["refund.requested", "refund.answered", "refund.granted"]
        )
        #expect(try await stage.coins() == [0, 0, 0], "The remaining coins are revoked.")
        while await (try stage.responder()).work() {}
        #expect(stage.calls == 1, "The answer is not sent again.")
    }

    @Test("Without a published policy the facts are sent to Apple")
    func factsOnly() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        let id = try await stage.buy()
        try stage.ask(for: id, text: "DECLINE")
        try await stage.hear()
        try await stage.work(stage.responder())
        #expect(try await stage.sent(id) == ["DELIVERED", "0", nil])
        #expect(try await stage.record(id)?.answers.first?.decider == .policy(version: 0, rule: nil))
    }

    @Test("Apple fails at the first and the second attempt: the same answer is sent until it is received")
    func down() async throws {
        let (stage, id) = try await RefundStage.asked(otherwise: "DECLINE")
        let tries = Mutex(0)
        let responder = try stage.responder { _ in
            tries.withLock { count in
                count += 1
                return count <= 2 ? Self.down : nil
            }
        }
        try await stage.work(responder)
        let failed = try #require(try await stage.record(id)?.answers.first)
        #expect(failed.attempts == 1)
        #expect(failed.failure?.code == "appstore_unreachable")
        #expect(try await stage.spend(40), "Spending after the answer belongs to the next request.")
        for _ in 0..<2 {
            try await stage.pass(.seconds(15))
            try await stage.work(responder)
        }
        #expect(tries.withLock { $0 } == 3)
        #expect(stage.calls == 1)
        let answer = try #require(try await stage.record(id)?.answers.first)
        #expect(answer.sent == failed.sent)
        #expect(try await stage.sent(id) == ["DELIVERED", "0", "DECLINE"])
        #expect(try await stage.record(id)?.status == .declined)
    }

    @Test("The Sandbox's five minutes are met although Apple fails for four of them, and missed where it fails for six")
    func sandbox() async throws {
        for (minutes, isLate) in [(4, false), (6, true)] {
            let stage = try RefundStage(.sandbox)
            try await stage.consent()
            let id = try await stage.buy()
            let end = stage.shop.ambient.now() + .minutes(Int64(minutes))
            try stage.ask(for: id)
            try await stage.hear()
            // Apple does not decide meanwhile: its notification arrives later.
            let responder = try stage.responder { [ambient = stage.shop.ambient] _ in
                ambient.now() < end ? Self.down : nil
            }
            for _ in 0..<28 {
                while await responder.work() {}
                try stage.shop.world.advance(by: .seconds(15))
            }
            let answer = try #require(try await stage.record(id)?.answers.first)
            #expect(answer.isLate == isLate)
            #expect(answer.receivedAt != nil, "Late ones are sent too.")
        }
    }

    @Test("An unfulfilled purchase is answered so, with nothing consumed, and a partial grant is a full one")
    func undelivered() async throws {
        let stage = try RefundStage(coins: .fulfiller)
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: GRANT_PRORATED\n")
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.work(stage.responder())
        #expect(try await stage.sent(id) == ["UNDELIVERED_OTHER", "0", "GRANT_FULL"])
        try await stage.pass(.seconds(3600))
        #expect(try await stage.record(id)?.refundCase.state == .refunded(share: 100_000))
    }

    @Test("Without consent nothing is sent; consent that arrives in time is enough")
    func consentLater() async throws {
        let stage = try RefundStage()
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.hear()
        let responder = try stage.responder()
        try await stage.work(responder)
        #expect(stage.calls == 0)
        #expect(try await stage.record(id)?.status == .withheld)
        #expect(try await stage.record(id)?.answers.first?.refusal == .noConsent)
        try await stage.pass(.seconds(60))
        try await stage.work(responder)
        #expect(stage.calls == 0)
        #expect(try await stage.events() == ["refund.requested", "refund.withheld"])
        let refund = try #require(try await stage.record(id)?.id)
        await #expect(throws: RefundError.withheld(.noConsent)) {
            _ = try await stage.service.answer(.grantFull, to: refund, in: stage.shop.app.name, by: "eve")
        }
        #expect(try await stage.record(id)?.answers.first?.decision == nil, "Nothing is changed.")
        let entry = try await stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 99) }.last
        #expect(entry?.action == .refundAnswer && entry?.outcome == .refused(code: "refund_withheld"))
        try await stage.consent()
        try await stage.pass(.seconds(600))
        try await stage.work(responder)
        #expect(stage.calls == 1)
    }

    @Test("Where no consent is required, answers are sent until the customer refuses or a parent rescinds")
    func consentByStorefront() async throws {
        let regimes = ConsentRegimes(storefronts: ["USA": .optOut])
        let stage = try RefundStage(regimes: regimes)
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.work(stage.responder())
        #expect(stage.calls == 1)
        let expected = try #require(try await stage.record(id)?.answers.first)
        #expect(expected.evidence["consent.basis"] == .text("storefront"))

        let given = try RefundStage(regimes: regimes)
        try await given.consent()
        let second = try await given.buy()
        try given.ask(for: second)
        try await given.hear()
        try await given.work(given.responder())
        let answer = try #require(try await given.record(second)?.answers.first)
        #expect(answer.evidence["consent.basis"] == .text("given"))

        let refusing = try RefundStage(regimes: regimes)
        try await refusing.consent()
        try await refusing.withdrawConsent()
        let third = try await refusing.buy()
        try refusing.ask(for: third)
        try await refusing.hear()
        try await refusing.work(refusing.responder())
        #expect(refusing.calls == 0)
        #expect(try await refusing.record(third)?.answers.first?.refusal == .noConsent)
    }

    @Test("Consent that is withdrawn or rescinded between two attempts stops the answer")
    func consentWithdrawn() async throws {
        for isRescinded in [false, true] {
            let (stage, id) = try await RefundStage.asked()
            let isDown = Mutex(true)
            let responder = try stage.responder { _ in isDown.withLock { $0 } ? Self.down : nil }
            try await stage.work(responder)
            #expect(try await stage.record(id)?.answers.first?.attempts == 1)
            if isRescinded {
                try stage.shop.world.perform(.rescindConsent(for: "anna"))
                try await stage.hear()
            } else {
                try await stage.withdrawConsent()
            }
            isDown.withLock { $0 = false }
            try await stage.pass(.seconds(30))
            try await stage.work(responder)
            #expect(stage.calls == 0)
            #expect(try await stage.record(id)?.status == .withheld)
            if isRescinded {
                try await stage.pass(.seconds(1))
                try await stage.consent(id: "c2")
                try await stage.pass(.seconds(600))
                try await stage.work(responder)
                #expect(stage.calls == 1, "A later consent counts.")
            }
        }
    }

    @Test("A request that arrives after the outcome of its refund is stored and not answered")
    func lateRequest() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        let id = try await stage.buy()
        try stage.ask(for: id)
        let request = stage.shop.world.drainOutbox()
        try await stage.pass(.seconds(13 * 3600))
        #expect(try await stage.record(id)?.refundCase.isPossibleChargeback == true, "Nothing else is known yet.")
        for notification in request { _ = await stage.shop.receive(notification) }
        try await stage.work(stage.responder())
        #expect(stage.calls == 0)
        let record = try #require(try await stage.record(id))
        #expect(record.status == .refunded)
        #expect(record.refundCase.requests.count == 1)
        #expect(!record.refundCase.isPossibleChargeback)
        #expect(record.answers.map(\.isMissed) == [true])
        #expect(try await stage.events().last == "refund.missed", "Apple received no answer in time.")
        let expected = try await stage.events()
        try await stage.work(stage.responder())
        #expect(try await stage.events() == expected, "The event is published once.")
    }

    @Test("Request, spending and refund give the same result in every order of arrival")
    func everyOrder() async throws {
        for isRequestHeardLast in [false, true] {
            for isSpentBefore in [false, true] {
                let stage = try RefundStage()
                let id = try await stage.buy()
                if isSpentBefore { #expect(try await stage.spend(30)) }
                try stage.ask(for: id)
                let request = stage.shop.world.drainOutbox()
                if !isRequestHeardLast { for decision in request { _ = await stage.shop.receive(decision) } }
                if !isSpentBefore { #expect(try await stage.spend(30)) }
                try await stage.pass(.seconds(13 * 3600))
                if isRequestHeardLast { for decision in request { _ = await stage.shop.receive(decision) } }
                try await stage.work(stage.responder())
                #expect(try await stage.coins() == [0, 30, 0])
                #expect(try await stage.record(id)?.refundCase.state == .refunded(share: 100_000))
                #expect(try await stage.record(id)?.refundCase.decidedRequests == 1)
            }
        }
    }

    @Test("A holding rule lets a person decide, and decides itself at the deadline")
    func held() async throws {
        let policy = "policy: refunds\notherwise: hold, 10min, then: GRANT_FULL\n"
        let stage = try RefundStage()
        try await stage.consent()
        try await stage.publish(policy)
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.hear()
        let responder = try stage.responder()
        try await stage.work(responder)
        let record = try #require(try await stage.record(id))
        #expect(record.status == .held)
        let name = stage.shop.app.name
        let listed = try await stage.service.list(RefundFilter(status: .held), after: 0, limit: 9, in: name)
        #expect(listed.map(\.record) == [record])
        let answered = try await stage.service.answer(.decline, to: record.id, in: name, by: "eve", reason: "spent")
        #expect(answered.answers.first?.decision?.preference == .decline)
        try await stage.work(responder)
        #expect(try await stage.sent(id) == ["DELIVERED", "0", "DECLINE"])
        #expect(try await stage.record(id)?.answers.first?.decider == .person("eve"))
        await #expect(throws: RefundError.notOpen(.declined)) {
            _ = try await stage.service.answer(.grantFull, to: record.id, in: name, by: "eve")
        }

        let other = try await stage.buy()
        try stage.ask(for: other)
        try await stage.hear()
        try await stage.work(responder)
        for _ in 0..<39 {
            try await stage.pass(.seconds(15))
            try await stage.work(responder)
        }
        #expect(try await stage.record(other)?.status == .held)
        try await stage.pass(.seconds(30))
        try await stage.work(responder)
        #expect(try await stage.sent(other) == ["DELIVERED", "0", "GRANT_FULL"])
    }

    @Test("An override of a customer takes precedence over the policy, until it is removed")
    func override() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: DECLINE\n")
        let name = stage.shop.app.name
        let anna = try #require(CustomerID("anna"))
        _ = try await stage.service.setOverride(.grantFull, of: anna, in: name, by: "eve", reason: "a court")
        let responder = try stage.responder()
        for (isSet, expected) in [(true, "GRANT_FULL"), (false, "DECLINE")] {
            if !isSet { try await stage.service.removeOverride(of: anna, in: name, by: "eve") }
            let id = try await stage.buy()
            try stage.ask(for: id)
            try await stage.hear()
            try await stage.work(responder)
            #expect(try await stage.sent(id).last == expected)
        }
    }

    @Test("The remaining coins are held while Apple decides, measured then, and released when it declines")
    func frozen() async throws {
        let stage = try RefundStage(onRequest: .freeze)
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: hold, 5h, then: DECLINE\n")
        let id = try await stage.buy()
        #expect(try await stage.spend(40))
        try stage.ask(for: id)
        try await stage.hear()
        let responder = try stage.responder()
        try await stage.work(responder)
        #expect(try await stage.coins() == [60, 0, 60])
        #expect(try await !stage.spend(10, key: "s2"))
        let record = try #require(try await stage.record(id))
        _ = try await stage.service.answer(.decline, to: record.id, in: stage.shop.app.name, by: "eve")
        try await stage.work(responder)
        #expect(try await stage.sent(id) == ["DELIVERED", "40000", "DECLINE"])
        #expect(try await stage.coins() == [60, 0, 0])
        #expect(try await stage.spend(10, key: "s3"))
    }

    @Test("A hold by a reported refund stays when a request about it ends", arguments: [true, false])
    func reported(isReportedFirst: Bool) async throws {
        let stage = try RefundStage(onRequest: .freeze)
        try await stage.consent()
        try await stage.publish("policy: refunds\notherwise: hold, 5h, then: DECLINE\n")
        let id = try await stage.buy()
        let now = stage.shop.ambient.now()
        var unit = Intake(app: stage.shop.app.name, environment: .production, receivedAt: now)
        unit.catalog = stage.shop.app.catalog
        unit.reportedRefunds = [
            ReportedRefund(
                originalTransactionID: OriginalTransactionID(id),
                transactionID: TransactionID(id),
                productID: ProductID("coins.100"),
                revokedAt: now,
                reason: 1,
                treatment: .freeze,
                reportedAt: now
            )
        ]
        if isReportedFirst { _ = try await stage.shop.repository.record(unit) }
        try stage.ask(for: id)
        try await stage.hear()
        let responder = try stage.responder()
        try await stage.work(responder)
        if !isReportedFirst { _ = try await stage.shop.repository.record(unit) }
        #expect(try await stage.coins() == [100, 0, 100])
        let record = try #require(try await stage.record(id))
        _ = try await stage.service.answer(.decline, to: record.id, in: stage.shop.app.name, by: "eve")
        try await stage.work(responder)
        #expect(try await stage.sent(id).last == "DECLINE")
        #expect(try await stage.coins() == [100, 0, 100])
    }

    @Test("After the deadline no answer is sent, and that is published once")
    func missed() async throws {
        let (stage, id) = try await RefundStage.asked()
        let responder = try stage.responder { _ in Self.down }
        try await stage.work(responder)
        // Apple's decision is lost.
        try stage.shop.world.advance(by: .seconds(49 * 3600))
        _ = stage.shop.world.drainOutbox()
        try await stage.work(responder)
        #expect(try await stage.record(id)?.status == .missed)
        #expect(try await stage.events() == ["refund.requested", "refund.missed"])
    }

    @Test("An earlier period of a subscription has passed completely, and Apple computes the share itself")
    func subscription() async throws {
        let stage = try RefundStage()
        try await stage.consent()
        try await stage.publish(
            "policy: refunds\nrules:\n  - name: used\n    when: { share: { atLeast: 100% } }\n    answer: DECLINE\n"
                + "otherwise: GRANT_PRORATED\n"
        )
        let id = try await stage.buy("news.weekly")
        try await stage.pass(.seconds(8 * 86_400))
        try stage.ask(for: id)
        try await stage.hear()
        try await stage.work(stage.responder())
        #expect(try await stage.sent(id) == ["DELIVERED", nil, "DECLINE"])
    }

    @Test("Many requests, Apple failing in three of ten calls, a responder that dies: each is received once")
    func crowd() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "refunds-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let kept = try SQLiteRepository(path: folder.appending(path: "purser.db").path, logger: logger) { _ in }
        let stage = try RefundStage(repository: kept)
        try await stage.publish("policy: refunds\notherwise: DECLINE\n")
        var ids: [String] = []
        for number in 0..<Int(TestScale.most(1000)) {
            let customer = ["anna", "bert", "carl", "dora"][number % 4]
            if number < 4 { try await stage.consent(customer, id: "c\(number)") }
            let bought = try stage.shop.world.perform(.buy("coins.100", by: customer)).purchases
            let id = try #require(bought.first?.transactionId)
            try await stage.shop.submit(id, by: customer)
            _ = stage.shop.world.drainOutbox()
            ids.append(id)
        }
        for id in ids { try stage.ask(for: id) }
        try await stage.hear()
        let generator = Mutex(SeededGenerator(seed: 42))
        let received = Mutex<[TransactionID: Int]>([:])
        let trouble: RefundStage.Trouble = { record in
            guard generator.withLock({ $0.next() % 10 }) >= 3 else { return Self.down }
            received.withLock { $0[record.transactionID, default: 0] += 1 }
            return nil
        }
        // The first one dies while all of its attempts are on their way, before it stores which of them Apple received.
        let node = DyingRepository(stage.shop.repository)
        let attempts = Atomic<Int>(0)
        let patience = ContinuousClock.now + TestTimeout.duration
        let dying = RefundResponder(
            for: stage.shop.app,
            repository: node,
            ambient: stage.shop.ambient,
            workers: stage.shop.ambient,
            logger: logger,
            fetch: { _ in },
            send: { (record, _) throws(RefundAttemptError) in
                attempts.add(1, ordering: .relaxed)
                while attempts.load(ordering: .relaxed) < RefundResponder.capacity, ContinuousClock.now < patience {
                    await Task.yield()
                }
                node.die()
                if let error = trouble(record) { throw error }
            }
        )
        _ = await dying.work()
        #expect(attempts.load(ordering: .relaxed) == RefundResponder.capacity)
        let before = received.withLock { $0 }
        #expect(!before.isEmpty)
        let responder = try stage.responder(trouble)
        for _ in 0..<40 {
            while await responder.work() {}
            try stage.shop.world.advance(by: .seconds(20))
        }
        let counts = received.withLock { $0 }
        #expect(counts.count == ids.count)
        for (id, count) in counts {
            #expect(count == 1 + (before[id] ?? 0), "Only the answers of the dead responder arrive twice.")
        }
        for id in ids {
            let answer = try await stage.record(id)?.answers.first
            #expect(answer?.receivedAt != nil && answer?.isLate == false)
        }
    }
}
