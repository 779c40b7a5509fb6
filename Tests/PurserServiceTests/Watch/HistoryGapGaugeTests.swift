import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct HistoryGapGaugeTests {
    @Test("The gap begins at the earliest open window, or at the end of the planned ones")
    func gap() async throws {
        let repository = InMemoryRepository()
        let gauge = HistoryGapGauge(repository: repository, apps: [])
        let now = Sample.beginning + .days(2)
        func gap() async throws -> Span? { try await gauge.gap(of: Sample.app, .production, at: now) }
        #expect(try await gap() == nil, "No reading was planned.")
        let window = HistoryWindow(rank: 3, type: nil, from: Sample.beginning, through: now - .hours(1))
        try await repository.write { unit in
            try unit.planHistory(
                of: Sample.app,
                environment: .production,
                windows: [window],
                through: now - .hours(1),
                deepAt: nil
            )
        }
        #expect(try await gap() == .days(2))
        try await repository.write { unit in
            try unit.readHistory(
                window,
                of: Sample.app,
                environment: .production,
                to: nil,
                count: HistoryCount()
            )
        }
        #expect(try await gap() == .hours(1))
    }

    @Test("Once Apple's history is read, the gap is the time since then")
    func reading() async throws {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 1))
        let gauge = HistoryGapGauge(repository: shop.repository, apps: [shop.app])
        _ = try await shop.reading.run(shop.environment)
        let before = try await gauge.gap(of: shop.app.name, shop.environment, at: shop.ambient.now())
        let gap = try #require(before)
        #expect(gap < .hours(1))
        let later = try await gauge.gap(of: shop.app.name, shop.environment, at: shop.ambient.now() + .hours(5))
        #expect(later == Span(milliseconds: gap.milliseconds + 5 * 3_600_000))
    }
}
