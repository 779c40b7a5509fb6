import AppStore
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
        /// The instant at which the increase is scheduled; by default the last one before the laws of August 2025.
        var at = Self.august - 1
        var limits = PriceIncreaseRule.Limits.both
        let asks: Bool

        /// The first instant of 4 August 2025 in Pacific time.
        static let august: Int64 = 1_754_290_800_000

        var testDescription: String {
            "\(self.old) to \(self.new) \(self.currency) every \(self.period), \(self.storefront), \(self.earlier), \(self.at)"
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
            // From 4 August 2025 on, and not for what was scheduled before.
            Step(old: 9_990, new: 10_000, currency: "EUR", storefront: "DEU", asks: false),
            Step(old: 9_990, new: 10_000, currency: "EUR", storefront: "DEU", at: Step.august, asks: true),
            Step(old: 9_990, new: 10_000, currency: "EUR", storefront: "AUT", at: Step.august, asks: true),
            Step(old: 9_990, new: 10_000, currency: "PLN", storefront: "POL", at: Step.august, asks: true),
            Step(old: 9_990, new: 9_980, currency: "PLN", storefront: "POL", at: Step.august, asks: false),
            Step(old: 9_990, new: 10_000, currency: "EUR", storefront: "FRA", at: Step.august, asks: false),
            // One limit instead of both.
            Step(old: 990, new: 4_990, limits: .either, asks: true),
            Step(old: 99_990, new: 109_990, limits: .either, asks: true),
            Step(old: 10_000, new: 15_000, limits: .either, asks: false),
            Step(old: 100_000, new: 150_000, period: .year, limits: .either, asks: false),
            Step(old: 100_000, new: 150_001, period: .year, limits: .either, asks: true),
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
                scheduledAt: Timestamp(milliseconds: step.at),
                increasesInLastYear: step.earlier,
                limits: step.limits
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
                scheduledAt: Timestamp(milliseconds: Step.august),
                increasesInLastYear: 0
            )
        )
    }

    @Test("Without the period of a subscription, an increase between the two amounts needs consent unless it is yearly")
    func unknownPeriod() {
        func consent(_ old: Int64, _ new: Int64) -> PriceIncreaseRule.Consent {
            PriceIncreaseRule().consent(
                to: PriceIncreaseRule.Increase(
                    from: old,
                    "USD",
                    to: new,
                    "USD",
                    period: .unknown,
                    storefront: "USA",
                    scheduledAt: Timestamp(milliseconds: 0)
                )
            )
        }
        #expect(consent(9_990, 14_990) == .notRequired)
        #expect(consent(9_990, 19_990) == .requiredUnlessYearly)
        #expect(consent(30_000, 90_000) == .required(.large))
    }
}
