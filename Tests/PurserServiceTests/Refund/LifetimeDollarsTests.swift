import Ledger
import PurserService
import PurserTesting
import Testing

/// A customer's lifetime purchases and refunds, in dollars.
@Suite struct LifetimeDollarsTests {
    private static let rates = [
        RuleRate(from: "CNY", to: "USD", microunits: 140_000, source: "ECB", day: "2026-01-02"),
        RuleRate(from: "EUR", to: "CNY", microunits: 8_000_000, source: "ECB", day: "2026-01-02"),
    ]

    private static func lines(
        _ prices: [(amount: Int64, currency: String)?],
        refunded: Int? = nil
    ) async throws
        -> [PurchaseLine]
    {
        let repository = InMemoryRepository()
        for (place, price) in prices.enumerated() {
            let id = "\(place + 1)"
            var snapshot = Sample.gems(id, number: UInt64(place) + 1)
            snapshot.price = price.map { Money(amountMilliunits: $0.amount, currency: $0.currency) }
            if place == 0, let refunded {
                snapshot.revocation = Revocation(
                    revokedAt: Sample.beginning,
                    reason: 0,
                    type: refunded == 100_000 ? "REFUND_FULL" : "REFUND_PRORATED",
                    percentageMilliunits: refunded
                )
            }
            let submission = Sample.submission("anna", id)
            _ = try await repository.record(Sample.facts([snapshot], submission: submission))
        }
        let ledger = try await repository.read { view in
            try view.ledger(
                of: Sample.customer("anna"),
                app: Sample.app,
                environment: .production
            )
        }
        return ledger.purchases(at: Sample.beginning, catalog: Catalog())
    }

    private static func facts(_ topic: CustomerFact.Topic, _ value: CustomerFact.Value) -> CustomerFacts {
        CustomerFacts([CustomerFact(topic, value, statedAt: Sample.beginning, statedBy: "shop")])
    }

    @Test("Amounts are added up exactly at the configured rates")
    func sums() async throws {
        let lines = try await Self.lines([(10_000, "USD"), (100_000, "CNY"), (1, "CNY")], refunded: 50_000)
        let sums = LifetimeDollars(lines, CustomerFacts([]), at: Self.rates)
        #expect(sums.purchased == 24 * LifetimeDollars.dollar + 140_000)
        #expect(sums.refunded == 5 * LifetimeDollars.dollar)
    }

    @Test("One amount without a price or a rate to dollars leaves the sum undeclared")
    func unknown() async throws {
        for other in [(5000, "EUR"), nil] as [(Int64, String)?] {
            let lines = try await Self.lines([(10_000, "USD"), other.map { (amount: $0.0, currency: $0.1) }])
            let sums = LifetimeDollars(lines, CustomerFacts([]), at: Self.rates)
            #expect(sums.purchased == nil)
            #expect(LifetimeDollars.range(sums.purchased) == 0 && LifetimeDollars.range(sums.refunded) == 1)
        }
    }

    @Test("Purchases on other platforms count, and are required where the customer uses other platforms")
    func elsewhere() async throws {
        let lines = try await Self.lines([(10_000, "USD")])
        let spent = Self.facts(.spentElsewhere, .amounts([Money(amountMilliunits: 100_000, currency: "CNY")]))
        #expect(LifetimeDollars(lines, spent, at: Self.rates).purchased == 24 * LifetimeDollars.dollar)
        #expect(LifetimeDollars(lines, spent, at: []).purchased == nil)
        let other = Self.facts(.platforms, .platforms([.apple, .other]))
        #expect(LifetimeDollars(lines, other, at: Self.rates).purchased == nil)
    }

    @Test(
        "Ranges begin at Apple's limits",
        arguments: [
            (0, 1), (1, 2), (49_999, 2), (50_000, 3), (99_999, 3), (100_000, 4), (499_999, 4), (500_000, 5),
            (999_999, 5),
            (1_000_000, 6), (1_999_999, 6), (2_000_000, 7), (9_000_000, 7),
        ] as [(Int64, Int32)]
    )
    func ranges(milliunits: Int64, range: Int32) {
        #expect(LifetimeDollars.range(Int128(milliunits) * 1_000_000) == range)
        #expect(LifetimeDollars.range(nil) == 0)
    }

    @Test("A catalog has rates to dollars, each with its source and day, and none to other currencies")
    func catalog() throws {
        func read(_ text: String) throws -> [RuleRate] {
            try CatalogFile(bytes: Array("products: {}\ndollarRates: [\(text)]\n".utf8), file: "c.yaml").catalog
                .dollarRates
        }
        #expect(try read("{ from: CNY, to: USD, rate: 0.14, source: ECB, day: 2026-01-02 }") == [Self.rates[0]])
        let other = #expect(throws: ValidationIssues.self) {
            try read("{ from: EUR, to: CNY, rate: 8, source: ECB, day: 2026-01-02 }")
        }
        #expect(other.map { "\($0)".contains("2: dollarRates: a rate to CNY") } == true, "\(String(describing: other))")
        let dayless = #expect(throws: ValidationIssues.self) {
            try read("{ from: CNY, to: USD, rate: 0.14, source: ECB }")
        }
        #expect(dayless.map { "\($0)".contains("day") } == true)
    }
}
