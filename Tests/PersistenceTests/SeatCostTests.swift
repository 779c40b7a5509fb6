import Ledger
import PersistenceSQLite
import PurserTesting
import Testing

/// What one more member of a large group costs.
@Suite struct SeatCostTests {
    private static let original = OriginalTransactionID("100")
    private static let product = Sample.period("100", of: "100").productID
    private static let catalog = Catalog(
        products: [product: Product(id: product, kind: .autoRenewable, unlocks: [EntitlementName("plus")])]
    )

    @Test("A later member writes as many rows as an early one, and changes nothing of the others")
    func constantWrites() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        var period = Sample.period("100", of: "100")
        period.quantity = 1000
        period.seats = Seats(invitations: .developer, tiers: [Seats.Tier(priceMilliunits: 1000, quantity: 1000)])
        var intake = Sample.facts([period], submission: Sample.submission("ada", "100"))
        intake.catalog = Self.catalog
        _ = try await repository.record(intake)
        var written: [Int: Int] = [:]
        for number in 1...150 {
            let before = try await Self.written(repository)
            try await Self.carryOut(.assign(SeatID("seat-\(number)"), Self.member(number)), repository)
            written[number] = try await Self.written(repository) - before
        }
        #expect(written[10] == written[150], "\(written[10] ?? 0) rows, then \(written[150] ?? 0)")
        let before = try await Self.written(repository)
        try await Self.carryOut(.release(SeatID("seat-75")), repository)
        let released = try await Self.written(repository) - before
        #expect(released <= 2 * (written[10] ?? 0), "A release wrote \(released) rows.")
        for (number, isActive) in [(1, true), (75, false), (150, true)] {
            let holdings = try await repository.read { view in
                try view.holdings(
                    of: Self.member(number).customer,
                    app: Sample.app,
                    environments: [.production],
                    gracePolicy: GracePolicy(),
                    at: Sample.beginning + .days(1)
                )
            }
            let found = holdings.entitlements(
                at: Sample.beginning + .days(1),
                environment: .production,
                catalog: Self.catalog
            )
            #expect(found.contains { $0.isActive } == isActive, "member \(number)")
        }
        await repository.close()
    }

    private static func member(_ number: Int) -> SeatRequest.Member {
        SeatRequest.Member(Sample.customer("member-\(number)"))
    }

    private static func written(_ repository: SQLiteRepository) async throws -> Int {
        try await repository.write { unit in try SQLiteRepository.writtenCount(on: unit) }
    }

    private static func carryOut(_ kind: SeatRequest.Kind, _ repository: SQLiteRepository) async throws {
        let request = SeatRequest(kind, at: Sample.beginning, by: "shop")
        let result = try await repository.write { unit in
            try unit.carryOut(
                request,
                on: Self.original,
                app: Sample.app,
                environment: .production,
                catalog: Self.catalog,
                isPreview: false
            )
        }
        _ = try result.get()
    }
}
