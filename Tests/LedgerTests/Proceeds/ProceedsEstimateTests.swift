import Ledger
import Testing

@Suite struct ProceedsEstimateTests {
    private static func estimate(
        _ price: Int64,
        in country: String,
        on day: String,
        smallBusinessFrom: String? = nil,
        isAfterOneYear: Bool = false
    ) throws -> ProceedsEstimate {
        let terms = ProceedsTerms().with(smallBusinessFrom: smallBusinessFrom.flatMap { PacificDay(text: $0) })
        let day = try #require(PacificDay(text: day))
        let price = Money(amountMilliunits: price, currency: "XXX")
        let estimate = ProceedsEstimate(price, in: country, on: day, isAfterOneYear: isAfterOneYear, by: terms)
        return try #require(estimate)
    }

    @Test(
        "Proceeds are the price without tax less the commission of the storefront and the day",
        arguments: [
            ("US", "2026-03-01", 9_990, 6_990), ("CA", "2026-03-01", 1_390, 970), ("EE", "2026-03-01", 12_400, 7_000),
            ("CN", "2026-03-14", 18_000, 12_600), ("CN", "2026-03-15", 18_000, 13_500),
            ("JP", "2025-12-17", 120_000, 84_000), ("JP", "2025-12-18", 120_000, 88_800),
            ("BR", "2026-07-01", 10_000, 6_660), ("XX", "2026-03-01", 1_000, 700),
        ]
    )
    func standard(country: String, day: String, price: Int64, proceeds: Int64) throws {
        let estimate = try Self.estimate(price, in: country, on: day)
        #expect(estimate.unitProceeds.amountMilliunits == proceeds)
        #expect(estimate.rule.program == .standard)
    }

    @Test("The Small Business Program's rate reproduces the published yuan row, from its first day on")
    func smallBusiness() throws {
        let member = try Self.estimate(18_000, in: "CN", on: "2026-03-01", smallBusinessFrom: "2026-03-01")
        #expect(member.unitProceeds.amountMilliunits == 15_300)
        #expect(member.rule.program == .smallBusiness)
        let later = try Self.estimate(18_000, in: "CN", on: "2026-03-15", smallBusinessFrom: "2026-03-01")
        #expect(later.unitProceeds.amountMilliunits == 15_840)
        let before = try Self.estimate(18_000, in: "CN", on: "2026-02-28", smallBusinessFrom: "2026-03-01")
        #expect(before.rule.program == .standard)
    }

    @Test("A subscriber's second year has the reduced rate")
    func secondYear() throws {
        let estimate = try Self.estimate(10_000, in: "US", on: "2026-03-01", isAfterOneYear: true)
        #expect(estimate.unitProceeds.amountMilliunits == 8_500)
        #expect(estimate.rule.program == .afterOneYear)
    }

    @Test("An estimate names its rule, its source, and unknown or unsettled rates")
    func rule() throws {
        let america = try Self.estimate(9_990, in: "US", on: "2026-03-01").rule
        #expect(america.text == "price / (1 + 0 % tax) × (1 - 30 % commission)")
        #expect(america.isSettled)
        let unknown = try Self.estimate(9_990, in: "DE", on: "2026-03-01").rule
        #expect(unknown.tax == nil)
        #expect(unknown.text == "price, no tax known, × (1 - 30 % commission)")
        let unsettled = try Self.estimate(9_990, in: "DE", on: "2026-10-01").rule
        #expect(!unsettled.isSettled)
        #expect(unsettled.text.hasSuffix(", commission unknown: the usual rate is assumed"))
        #expect(unsettled.commissionPerMille == 300)
        let brazil = try Self.estimate(9_990, in: "BR", on: "2026-07-01", isAfterOneYear: true).rule
        #expect(brazil.text.contains("15 % commission, after one year of paid service"))
        #expect(brazil.text.contains("10 % tax on proceeds"))
        // After a year the rate is the same on all platforms, so none is assumed.
        #expect(brazil.text.hasSuffix("for developers outside of the country, commission not confirmed by Apple"))
        #expect(!brazil.commissionSource.isEmpty)
    }

    @Test("Estimates reproduce Apple's old price tables within the tolerance")
    func tolerance() throws {
        for (price, proceeds) in [(990, 700), (1_990, 1_400), (9_990, 7_000)] as [(Int64, Int64)] {
            let estimate = try Self.estimate(price, in: "US", on: "2026-01-01").unitProceeds.amountMilliunits
            #expect(abs(estimate - proceeds) <= ProceedsEstimate.toleranceMilliunits)
        }
    }

    @Test("Every row of the taxes has a source, and a storefront has one rate at a time")
    func tables() {
        var seen: Set<String> = []
        for row in TaxTable.published.rows {
            #expect(!row.source.isEmpty)
            let isFirst = seen.insert("\(row.country) \(row.from?.text ?? "") \(row.base)").inserted
            #expect(isFirst)
        }
    }

    @Test("More than a year of paid service counts, without free periods, and a gap of more than sixty days ends it")
    func paidService() {
        func months(_ count: Int) -> Scene {
            var scene = Scene()
            for month in 0..<count {
                let begin = Double(month * 30)
                scene = scene.period("\(month + 1)", from: begin, to: begin + 30)
            }
            return scene
        }
        #expect(PaidService.isAfterOneYear(TransactionID("14"), in: months(14).chain))
        #expect(!PaidService.isAfterOneYear(TransactionID("13"), in: months(14).chain), "360 days are no year.")
        #expect(!PaidService.isAfterOneYear(TransactionID("99"), in: months(14).chain))
        let gap = months(14).period("15", from: 481, to: 511)
        #expect(!PaidService.isAfterOneYear(TransactionID("15"), in: gap.chain))
        let close = months(14).period("15", from: 480, to: 510)
        #expect(PaidService.isAfterOneYear(TransactionID("15"), in: close.chain))
    }

    @Test("Periods between dates outside of every calendar are years of paid service without overflow")
    func endlessService() {
        let ages = 80_000_000_000.0
        let scene = Scene().period("1", from: -ages, to: 0).period("2", from: 0, to: ages)
            .period("3", from: ages, to: ages + 30)
        #expect(PaidService.isAfterOneYear(TransactionID("3"), in: scene.chain))
        #expect(!PaidService.isAfterOneYear(TransactionID("1"), in: scene.chain))
    }
}
