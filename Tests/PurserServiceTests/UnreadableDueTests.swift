import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

/// Due changes beside rows that cannot be read.
@Suite struct UnreadableDueTests {
    @Test("More unreadable chains than one round handles do not prevent the events of others")
    func chains() async throws {
        let repository = InMemoryRepository()
        let shop = try TestShop(repository: repository)
        let count = DueChangeWorker<ContinuousClock>.batch + 1
        for number in 0..<count {
            // The last chain is due last.
            let period = Sample.period("\(number)", of: "\(number)", at: Sample.beginning + .seconds(Int64(number)))
            _ = try await repository.record(Sample.facts([period]))
        }
        repository.damage.add((0..<(count - 1)).map { .chain(OriginalTransactionID("\($0)")) })
        let list = DueChangeWorker(
            repository: repository,
            ambient: shop.ambient,
            apps: [shop.app],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: ContinuousClock()
        )
        let now = Sample.beginning + .days(200)
        shop.setNow(now)
        for _ in 0..<3 { _ = await list.advanceDue() }
        let published = try await repository.read { view in
            try view.events(
                of: EventStream(app: Sample.app, subject: .chain(.production, OriginalTransactionID("\(count - 1)"))),
                after: 0,
                limit: 9
            )
        }
        #expect(published.map(\.name).last == .subscriptionExpired)
        #expect(repository.damage.failureCount == count - 1, "They are not tried again immediately.")
        shop.setNow(now + .hours(1))
        _ = await list.advanceDue()
        #expect(repository.damage.failureCount == 2 * (count - 1), "They are tried again later.")
    }

    @Test("An order that cannot be read does not prevent others from expiring")
    func orders() async throws {
        let repository = InMemoryRepository()
        let shop = try TestShop(repository: repository)
        shop.setNow(Sample.beginning)
        for number in UInt64(1)...3 {
            let order = RepositoryContract.order("\(number)", token: number)
            _ = try await repository.write { unit in try unit.create(order, app: Sample.app, catalog: Catalog()) }
        }
        repository.damage.add(["1", "2"].map { .order(OrderID($0)) })
        let matcher = OrderMatcher(repository: repository, ambient: shop.ambient)
        let now = Sample.beginning + .days(2)
        shop.setNow(now)
        let named = Mutex<[String]>([])
        for _ in 0..<3 {
            _ = try await matcher.expire(limit: 2) { order in named.withLock { $0.append(order.rawValue) } }
        }
        #expect(named.withLock { $0 } == ["1", "2"])
        let last = try await repository.read { view in try view.order(OrderID("3"), app: Sample.app) }
        #expect(last?.state(at: now) == .expired)
        #expect(
            try await repository.read { view in try view.dueOrders(at: now, limit: 9) }.map(\.id.rawValue) == [
                "1", "2",
            ]
        )
    }
}
