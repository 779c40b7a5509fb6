import Ledger
import PurserService
import Testing

/// Fetches that end before all products were requested.
@Suite struct PriceFetchPartsTests {
    private static func fetch(
        _ service: PriceService,
        after last: ProductID? = nil
    ) async throws -> PriceService.UpdateResult {
        try await service.fetch(nil, after: last, in: PriceStage.app, by: "ada", isPreview: false)
    }

    @Test("Where Apple's limit ends a fetch, its prices are stored, and the next one continues after them")
    func limit() async throws {
        let stage = try PriceStage()
        let service = try stage.service()
        _ = try await service.fetch(nil, in: PriceStage.app, by: "ada", isPreview: true)
        let all = stage.budget.taken
        stage.budget.allow(all - 1)
        let first = try await Self.fetch(service)
        #expect(first.isKept && first.productCount == 1 && first.next == PriceStage.gems)
        #expect(first.stop?.code == "connect_rate_limited")
        let germany = try await service.prices(in: "DEU", at: PriceStage.start, in: PriceStage.app)
        #expect(germany.map(\.product) == [PriceStage.gems])
        await #expect(throws: PriceError.self, "Nothing was found, so the fetch throws its reason.") {
            _ = try await Self.fetch(service, after: first.next)
        }
        // Neither Apple's lists nor the price points are requested again.
        stage.budget.allow(all)
        let rest = try await Self.fetch(service, after: first.next)
        #expect(rest.stop == nil && rest.next == nil && rest.productCount == 1 && rest.pointCounts.isEmpty)
        #expect(stage.budget.taken <= all - 8)
        let both = try await service.prices(in: "DEU", at: PriceStage.start, in: PriceStage.app)
        #expect(both.map(\.product) == [PriceStage.gems, PriceStage.plus])
    }

    @Test("A part whose time is over ends with the product, and the parts together are complete")
    func parts() async throws {
        let stage = try PriceStage()
        let service = try stage.service(partTime: .zero)
        let first = try await Self.fetch(service)
        #expect(first.productCount == 1 && first.next == PriceStage.gems && first.stop == nil)
        #expect(first.pointCounts.keys.sorted() == ["CHN", "USA"])
        let second = try await Self.fetch(service, after: first.next)
        #expect(second.productCount == 1 && second.next == nil && second.isKept)
    }

    @Test("One fetch of an app runs at a time")
    func turns() async throws {
        let service = try PriceStage().service()
        #expect(service.cache.begin(PriceStage.app))
        await #expect(throws: PriceError.fetchRunning) { _ = try await Self.fetch(service) }
        service.cache.end(PriceStage.app)
        #expect(try await Self.fetch(service).isKept)
        #expect(try await Self.fetch(service).isKept, "Each ends what it began.")
    }

    @Test("Where the database fails after the first product, the answer states which prices are stored")
    func storage() async throws {
        let stage = try PriceStage()
        let service = try stage.service(repository: PriceKeepingFailure(stage.repository, after: 1))
        let result = try await Self.fetch(service)
        #expect(result.stop == .storage(.unavailable) && result.next == PriceStage.gems)
        #expect(result.isKept && result.productCount == 1)
        #expect(result.changes.allSatisfy { $0.price.product == PriceStage.gems }, "Only stored changes.")
        let none = try stage.service(repository: PriceKeepingFailure(stage.repository, after: 0))
        await #expect(throws: PriceError.storage(.unavailable)) { _ = try await Self.fetch(none) }
    }

    @Test("A product with prices at Apple is not missing, although it has no price points")
    func points() async throws {
        let service = try PriceStage().service(hasPoints: false)
        let result = try await Self.fetch(service)
        #expect(result.missing == [] && result.productCount == 2 && result.pointCounts.isEmpty)
    }
}
