import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

/// Due changes beside rows that cannot be read.
@Suite struct UnreadableDueTests {
    /// A repository in which some chains and orders cannot be read.
    private struct Damaged: ForwardingRepository {
        let base: any Repository
        let damaged: Set<String>
        let tries = Tries()

        final class Tries: Sendable {
            private let names = Mutex<[String]>([])
            var count: Int { self.names.withLock { $0.count } }
            func add(_ name: String) { self.names.withLock { $0.append(name) } }
        }

        func advance(_ chain: DueChain, at now: Instant, catalog: Catalog) async throws(RepositoryError) {
            try self.read(chain.originalTransactionID.rawValue)
            try await self.base.write { unit in try unit.advance(chain, at: now, catalog: catalog) }
        }

        func perform(
            _ action: OrderAction,
            on id: OrderID,
            app: AppName,
            at now: Instant
        ) async throws(RepositoryError) -> OrderRecord? {
            try self.read(id.rawValue)
            return try await self.base.write { unit in try unit.perform(action, on: id, app: app, at: now) }
        }

        private func read(_ name: String) throws(RepositoryError) {
            guard self.damaged.contains(name) else { return }
            self.tries.add(name)
            throw .corrupt
        }
    }

    @Test("More unreadable chains than one round handles do not prevent the events of others")
    func chains() async throws {
        let shop = try TestShop()
        let count = DueChangeWorker<ContinuousClock>.batch + 1
        for number in 0..<count {
            // The last chain is due last.
            let period = Sample.period("\(number)", of: "\(number)", at: Sample.beginning + .seconds(Int64(number)))
            _ = try await shop.repository.record(Sample.facts([period]))
        }
        let repository = Damaged(base: shop.repository, damaged: Set((0..<(count - 1)).map { "\($0)" }))
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
        let published = try await shop.repository.read { view in
            try view.events(
                of: EventStream(app: Sample.app, subject: .chain(.production, OriginalTransactionID("\(count - 1)"))),
                after: 0,
                limit: 9
            )
        }
        #expect(published.map(\.name).last == .subscriptionExpired)
        #expect(repository.tries.count == count - 1, "They are not tried again immediately.")
        shop.setNow(now + .hours(1))
        _ = await list.advanceDue()
        #expect(repository.tries.count == 2 * (count - 1), "They are tried again later.")
    }

    @Test("An order that cannot be read does not prevent others from expiring")
    func orders() async throws {
        let shop = try TestShop()
        shop.setNow(Sample.beginning)
        for number in UInt64(1)...3 {
            let order = RepositoryContract.order("\(number)", token: number)
            _ = try await shop.repository.write { unit in try unit.create(order, app: Sample.app, catalog: Catalog()) }
        }
        let repository = Damaged(base: shop.repository, damaged: ["1", "2"])
        let matcher = OrderMatcher(repository: repository, ambient: shop.ambient)
        let now = Sample.beginning + .days(2)
        shop.setNow(now)
        let named = Mutex<[String]>([])
        for _ in 0..<3 {
            _ = try await matcher.expire(limit: 2) { order in named.withLock { $0.append(order.rawValue) } }
        }
        #expect(named.withLock { $0 } == ["1", "2"])
        let last = try await shop.repository.read { view in try view.order(OrderID("3"), app: Sample.app) }
        #expect(last?.state(at: now) == .expired)
        #expect(
            try await shop.repository.read { view in try view.dueOrders(at: now, limit: 9) }.map(\.id.rawValue) == [
                "1", "2",
            ]
        )
    }
}
