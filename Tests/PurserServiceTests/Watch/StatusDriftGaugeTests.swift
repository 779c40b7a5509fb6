import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct StatusDriftGaugeTests {
    private static let weekly = "news.weekly"

    /// A shop with one subscriber, whose first period is known, and its gauge.
    private static func stage(
        seed: UInt64
    ) async throws -> (shop: SimulatedShop, gauge: StatusDriftGauge, id: String) {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: seed))
        let purchase = try shop.world.buy(Self.weekly, by: try shop.world.customer("anna"))
        try await shop.submit(purchase.transactionId, by: "anna")
        try await shop.world.advance(by: .seconds(3600)) { await shop.receive($0) }
        let gauge = StatusDriftGauge(
            repository: shop.repository,
            ingest: shop.ingest,
            apps: [shop.app],
            ambient: shop.ambient,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        return (shop, gauge, purchase.transactionId)
    }

    /// Advances the time by a number of minutes, with a measurement in each.
    private static func pass(_ minutes: Int, _ shop: SimulatedShop, _ gauge: StatusDriftGauge) async throws {
        for _ in 0..<minutes {
            try await shop.world.advance(by: .seconds(60)) { await shop.receive($0) }
            await gauge.record(at: shop.ambient.now())
        }
    }

    private static func share(_ shop: SimulatedShop, _ gauge: StatusDriftGauge) -> Double? {
        gauge.share(of: shop.app.name, shop.environment, at: shop.ambient.now())
    }

    @Test("Every ten minutes three subscriptions are checked, and agreeing answers are not recorded")
    func agrees() async throws {
        let (shop, gauge, id) = try await Self.stage(seed: 1)
        let before = shop.asked.count
        let chain = try await shop.chain(of: id)
        try await Self.pass(60, shop, gauge)
        #expect(shop.asked.count - before == 15, "First after ten minutes.")
        #expect(Self.share(shop, gauge) == nil, "Too few for a share.")
        try await Self.pass(20, shop, gauge)
        #expect(Self.share(shop, gauge) == 0)
        #expect(try await shop.chain(of: id) == chain)
    }

    @Test("A missed refund is found, recorded, and counts for a day")
    func differs() async throws {
        let (shop, gauge, id) = try await Self.stage(seed: 2)
        try await Self.pass(80, shop, gauge)
        shop.setDown(true)
        try shop.world.refund(id)
        try await shop.world.advance(by: .seconds(1200)) { await shop.receive($0) }
        try await Self.pass(1, shop, gauge)
        let share = try #require(Self.share(shop, gauge))
        #expect(share > 0 && share < 0.2, "One to three of 24: \(share).")
        let chain = try #require(try await shop.chain(of: id)).chain
        let state = chain.state(at: shop.ambient.now(), environment: shop.environment, gracePolicy: GracePolicy())
        #expect(state.phase == .revoked)
        let later = shop.ambient.now() + .days(2)
        #expect(gauge.share(of: shop.app.name, shop.environment, at: later) == nil, "It no longer counts.")
    }

    @Test("A very recent change is no difference yet")
    func recent() async throws {
        let (shop, gauge, id) = try await Self.stage(seed: 3)
        try await Self.pass(10, shop, gauge)
        shop.setDown(true)
        try shop.world.refund(id)
        let before = shop.asked.count
        try await Self.pass(1, shop, gauge)
        #expect(shop.asked.count == before + StatusDriftGauge.batch)
        let chain = try #require(try await shop.chain(of: id)).chain
        let state = chain.state(at: shop.ambient.now(), environment: shop.environment, gracePolicy: GracePolicy())
        #expect(state.phase == .active, "Its notification may be on its way.")
    }

    @Test("A missed renewal is found a day after the period's end, and recorded")
    func lostRenewal() async throws {
        let (shop, gauge, id) = try await Self.stage(seed: 4)
        shop.setDown(true)
        try await shop.world.advance(by: .seconds(9 * 24 * 3600)) { await shop.receive($0) }
        func phase() async throws -> SubscriptionPhase {
            let chain = try #require(try await shop.chain(of: id)).chain
            return chain.state(at: shop.ambient.now(), environment: shop.environment, gracePolicy: GracePolicy()).phase
        }
        #expect(try await phase() != .active)
        try await Self.pass(100, shop, gauge)
        #expect(try await phase() == .active)
        let share = try #require(Self.share(shop, gauge))
        #expect(share > 0 && share < 0.1, "Three find it at once, as one difference: \(share).")
    }

    @Test("In a small shop repeated checks do not outweigh a difference")
    func small() async throws {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 5))
        var bought: [String] = []
        for number in 0..<10 {
            let customer = "c\(number)"
            let purchase = try shop.world.buy(Self.weekly, by: try shop.world.customer(customer))
            try await shop.submit(purchase.transactionId, by: customer)
            bought.append(purchase.transactionId)
        }
        try await shop.world.advance(by: .seconds(3600)) { await shop.receive($0) }
        let ambient = Ambient(now: shop.ambient.now) { count in
            // Another position for each interval, so that all are checked.
            let step = shop.ambient.now().milliseconds / StatusDriftGauge.interval.milliseconds
            return Array(repeating: UInt8(truncatingIfNeeded: step &* 97), count: count)
        }
        let gauge = StatusDriftGauge(
            repository: shop.repository,
            ingest: shop.ingest,
            apps: [shop.app],
            ambient: ambient,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        shop.setDown(true)
        for id in bought.prefix(3) { try shop.world.refund(id) }
        try await shop.world.advance(by: .seconds(1200)) { await shop.receive($0) }
        try await Self.pass(400, shop, gauge)
        #expect(Self.share(shop, gauge) == 0.15, "Three, of as many as 20.")
    }

    @Test("An overdue subscription that Apple reports as ended is confirmed, and not checked again")
    func ended() async throws {
        let (shop, gauge, id) = try await Self.stage(seed: 6)
        shop.setDown(true)
        try shop.world.cancel(Self.weekly, of: try shop.world.customer("anna"))
        try await shop.world.advance(by: .seconds(9 * 24 * 3600)) { await shop.receive($0) }
        func phase() async throws -> SubscriptionPhase {
            let chain = try #require(try await shop.chain(of: id)).chain
            return chain.state(at: shop.ambient.now(), environment: shop.environment, gracePolicy: GracePolicy()).phase
        }
        #expect(try await phase() == .expired(isConfirmed: false))
        let before = shop.asked.count
        try await Self.pass(60, shop, gauge)
        #expect(try await phase() == .expired(isConfirmed: true))
        #expect((1...StatusDriftGauge.batch).contains(shop.asked.count - before), "All of the first batch may ask.")
    }
}
