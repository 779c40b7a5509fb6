import AppStoreSimulator
import Testing

@Suite struct PriceIncreaseTests {
    /// One increase and what the rule says of it.
    struct Step: Sendable, CustomTestStringConvertible {
        let old: Int64
        let new: Int64
        var currency = "USD"
        var period = SubscriptionPeriod.month
        var storefront = "USA"
        var earlier = 0
        let asks: Bool

        var testDescription: String {
            "\(self.old) to \(self.new) \(self.currency) every \(self.period), \(self.storefront), \(self.earlier)"
        }
    }

    @Test(
        "Consent is required for a large increase, for a second one within a year, and in some regions",
        arguments: [
            // Both conditions, each missing once, and their edges.
            Step(old: 9_990, new: 19_990, asks: true),
            Step(old: 9_990, new: 14_990, asks: false),
            Step(old: 990, new: 4_990, asks: false),
            Step(old: 99_990, new: 109_990, asks: false),
            Step(old: 10_000, new: 15_001, asks: true),
            Step(old: 10_000, new: 15_000, asks: false),
            Step(old: 11_001, new: 16_502, asks: true),
            Step(old: 11_001, new: 16_501, asks: false),
            // A year may rise by 50.
            Step(old: 30_000, new: 79_990, period: .year, asks: false),
            Step(old: 30_000, new: 80_010, period: .year, asks: true),
            Step(old: 30_000, new: 79_990, period: .months(6), asks: true),
            // Once a year.
            Step(old: 9_990, new: 10_990, earlier: 1, asks: true),
            Step(old: 9_990, new: 9_990, earlier: 3, asks: false),
            Step(old: 9_990, new: 4_990, earlier: 3, asks: false),
            // Where the law says so.
            Step(old: 9_900_000, new: 10_000_000, currency: "KRW", storefront: "KOR", asks: true),
            Step(old: 9_900_000, new: 9_000_000, currency: "KRW", storefront: "KOR", asks: false),
            // Other currencies have thresholds of their own; an unknown one is judged by the share.
            Step(old: 500_000, new: 1_000_000, currency: "JPY", storefront: "JPN", asks: false),
            Step(old: 500_000, new: 1_500_000, currency: "JPY", storefront: "JPN", asks: true),
            Step(old: 1_000, new: 1_600, currency: "XXX", asks: true),
            Step(old: 1_000, new: 1_500, currency: "XXX", asks: false),
            // Nothing overflows.
            Step(old: .min, new: .max, asks: true),
            Step(old: 0, new: .max, asks: true),
        ]
    )
    func rule(step: Step) throws {
        let storefront = try #require(WorldStorefront(code: step.storefront))
        #expect(
            PriceIncrease.needsConsent(
                from: WorldPrice(milliunits: step.old, currency: step.currency),
                to: WorldPrice(milliunits: step.new, currency: step.currency),
                period: step.period,
                storefront: storefront,
                increasesInLastYear: step.earlier
            ) == step.asks
        )
    }

    @Test("A price in another currency needs consent")
    func otherCurrency() {
        #expect(
            PriceIncrease.needsConsent(
                from: WorldPrice(milliunits: 9_990, currency: "BGN"),
                to: WorldPrice(milliunits: 4_990, currency: "EUR"),
                period: .month,
                storefront: .usa,
                increasesInLastYear: 0
            )
        )
    }
}
