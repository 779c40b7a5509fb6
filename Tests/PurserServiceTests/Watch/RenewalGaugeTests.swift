import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct RenewalGaugeTests {
    private static let weekly = "news.weekly"

    /// A shop with one subscriber, eight days after the purchase; `isDown` states whether Apple's notifications are
    /// lost since.
    private static func shop(
        seed: UInt64,
        isDown: Bool,
        _ prepare: (World, WorldCustomer) throws -> Void = { _, _ in }
    ) async throws -> (shop: SimulatedShop, boughtAt: Instant) {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: seed))
        let anna = try shop.world.customer("anna")
        let boughtAt = shop.ambient.now()
        let purchase = try shop.world.buy(Self.weekly, by: anna)
        try await shop.submit(purchase.transactionId, by: "anna")
        try await shop.world.advance(by: .seconds(60)) { await shop.receive($0) }
        try prepare(shop.world, anna)
        try await shop.world.advance(by: .seconds(60)) { await shop.receive($0) }
        shop.setDown(isDown)
        try await shop.world.advance(by: .seconds(8 * 24 * 3600)) { await shop.receive($0) }
        return (shop, boughtAt)
    }

    /// The sums of all hours of the second half of the week and of the day after it.
    private static func total(_ shop: SimulatedShop, from boughtAt: Instant) async throws -> [Int] {
        let gauge = RenewalGauge(repository: shop.repository, apps: [shop.app])
        var (due, seen) = (0, 0)
        for hour in Int64(96)..<192 {
            let count = try await gauge.count(of: shop.app, shop.environment, at: boughtAt + .hours(hour))
            due += count.due
            seen += count.seen
        }
        return [due, seen]
    }

    @Test("A renewal with a notification is due in one hour, and seen")
    func notified() async throws {
        let (shop, boughtAt) = try await Self.shop(seed: 1, isDown: false)
        #expect(try await Self.total(shop, from: boughtAt) == [1, 1])
    }

    @Test("A renewal without a notification is due and not seen, until Apple is asked")
    func missing() async throws {
        let (shop, boughtAt) = try await Self.shop(seed: 1, isDown: true)
        #expect(try await Self.total(shop, from: boughtAt) == [1, 0])
        await shop.publishDue()
        try await shop.checkDue()
        #expect(try await Self.total(shop, from: boughtAt) == [1, 1])
    }

    @Test("A subscription whose charge failed is due, and seen where Apple reported it")
    func declined() async throws {
        let (shop, boughtAt) = try await Self.shop(seed: 2, isDown: false) { world, anna in
            try world.declineCard(of: anna)
        }
        #expect(try await Self.total(shop, from: boughtAt) == [1, 1])
    }

    @Test("A canceled subscription is not due, whatever arrives")
    func canceled() async throws {
        for isDown in [false, true] {
            let (shop, boughtAt) = try await Self.shop(seed: 3, isDown: isDown) { world, anna in
                try world.cancel(Self.weekly, of: anna)
            }
            #expect(try await Self.total(shop, from: boughtAt) == [0, 0])
        }
    }

    @Test("An hour counts once it has been over for an hour")
    func hour() async throws {
        let repository = InMemoryRepository()
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 4), repository: repository)
        let period = Sample.period("1", of: "1")
        _ = try await repository.record(
            Sample.facts([period], renewals: [Sample.renewal(of: period)], environment: shop.environment)
        )
        let gauge = RenewalGauge(repository: repository, apps: [shop.app])
        let end = Sample.beginning + .days(30)
        let instants = [
            end, end + .hours(1), end + .hours(1) + .seconds(1), end + .hours(2), end + .hours(2) + .seconds(1),
        ]
        var due: [Int] = []
        for instant in instants { due.append(try await gauge.count(of: shop.app, shop.environment, at: instant).due) }
        #expect(due == [0, 0, 1, 1, 0])
    }

    @Test("Of very many subscriptions without a result a sample is read")
    func many() async throws {
        let repository = InMemoryRepository()
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 5), repository: repository)
        let count = RenewalGauge.exampleCount + 20
        for number in 1...count {
            let period = Sample.period("\(number)", of: "\(number)")
            _ = try await repository.record(
                Sample.facts([period], renewals: [Sample.renewal(of: period)], environment: shop.environment)
            )
        }
        let gauge = RenewalGauge(repository: repository, apps: [shop.app])
        let found = try await gauge.count(of: shop.app, shop.environment, at: Sample.beginning + .days(30) + .hours(2))
        #expect(found.due == count)
        #expect(found.seen == 0)
    }
}
