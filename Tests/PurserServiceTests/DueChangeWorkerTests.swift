import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct DueChangeWorkerTests {
    @Test(
        "Expiry without further evidence is published with its own instants, however late the worker runs"
    )
    func silence() async throws {
        let shop = try TestShop()
        let end = Sample.beginning + .days(30)
        for number in 0..<5 {
            let period = Sample.period("\(number)", of: "\(number)")
            _ = try await shop.repository.record(Sample.notification(UInt64(number), about: period))
        }
        let worker = DueChangeWorker(
            repository: shop.repository,
            ambient: shop.ambient,
            apps: [shop.app],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: ContinuousClock()
        )
        shop.setNow(end - .seconds(1))
        #expect(await !worker.advanceDue())
        #expect(try await Self.published(0, shop).count == 2, "No event is published a second early.")
        shop.setNow(end)
        _ = await worker.advanceDue()
        #expect(
            try await Self.published(0, shop).map(\.name).last == .subscriptionChanged,
            "The subscription is overdue, with access."
        )
        shop.setNow(end + .days(200))
        _ = await worker.advanceDue()
        for number in 0..<5 {
            let published = try await Self.published(number, shop)
            #expect(
                published.map(\.name) == [
                    .transactionRecorded, .subscriptionStarted, .subscriptionChanged, .subscriptionExpired,
                ]
            )
            #expect(published.suffix(2).map(\.occurredAt) == [end, end + .hours(1)])
        }
        #expect(
            try await shop.repository.read { view in try view.nextChainDueAt() } == nil,
            "No further change is due."
        )
        _ = await worker.advanceDue()
        #expect(try await Self.published(0, shop).count == 4, "No event is published twice.")
    }

    @Test("If the catalog gives no access to overdue subscriptions, access ends with the period")
    func policy() async throws {
        let shop = try TestShop()
        var intake = Sample.notification(1, about: Sample.period("0", of: "0"))
        intake.catalog = Catalog(gracePolicy: GracePolicy(keepsWhenOverdue: false))
        _ = try await shop.repository.record(intake)
        let end = Sample.beginning + .days(30)
        let due = try await shop.repository.read { view in try view.dueChains(at: end, limit: 1) }
        for chain in due {
            try await shop.repository.write { [catalog = intake.catalog] unit in
                try unit.advance(chain, at: end, catalog: catalog)
            }
        }
        let published = try #require(try await Self.published(0, shop).last)
        let body = String(decoding: published.body, as: UTF8.self)
        #expect(body.contains(#""state":"overdue""#) && body.contains(#""active":false"#), "\(body)")
    }

    private static func published(_ number: Int, _ shop: TestShop) async throws -> [Event] {
        let stream = EventStream(app: Sample.app, subject: .chain(.production, OriginalTransactionID("\(number)")))
        return try await shop.repository.read { view in try view.events(of: stream, after: 0, limit: 100) }
    }
}
