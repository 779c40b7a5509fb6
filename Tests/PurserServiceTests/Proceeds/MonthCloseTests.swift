import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct MonthCloseTests {
    private static let digest = EvidenceDigest([UInt8](repeating: 1, count: 32))

    private static func month() throws -> ProceedsPeriod { try #require(ProceedsPeriod(month: "2026-03")) }

    private static func day(_ number: Int) throws -> PacificDay {
        try #require(PacificDay(text: "2026-03-\(number < 10 ? "0" : "")\(number)"))
    }

    /// A shop with a report of every day of March, each with a yearly subscription.
    private static func sample() async throws -> SoldSample {
        let sample = try SoldSample()
        for number in 1...31 { try await sample.add([SoldSample.yearly()], from: try Self.day(number).text) }
        return sample
    }

    private static func compare(
        _ sample: SoldSample,
        _ outcome: (Int) -> ReconciledDay.Outcome = { _ in .matched }
    ) async throws {
        let digest = try #require(Self.digest)
        for number in 1...31 {
            let found = outcome(number)
            _ = try await sample.shop.repository.write { unit in
                try unit.changeDay(try Self.day(number), of: sample.app) { state in
                    _ = state.update(found, digest: digest)
                }
            }
        }
    }

    @Test("A month whose days agree and that has its finance report has no open points")
    func closed() async throws {
        let sample = try await Self.sample()
        try await Self.compare(sample)
        try await sample.add(
            ["03/01/2026\t03/28/2026\tpro.yearly\t27\t25.55\t689.85\tUSD\tS\tUS"],
            head: ReportSample.financialColumns,
            named: "85123456_0626_ZZ.txt"
        )
        let close = try await sample.service.close(
            Self.month(),
            of: sample.app,
            by: ProceedsTerms(),
            wantsDeferred: true
        )
        #expect(close.openPoints.isEmpty, "\(close.openPoints)")
        #expect(close.proceeds.reported.netProceeds == ["USD": 792_050])
        let finance = try #require(close.finance)
        let fiscal = try #require(FiscalMonth(text: "2026-06"))
        #expect(finance.basis == .fiscalMonth(fiscal))
        #expect(finance.daysWithoutReport == 0)
        let line = try #require(finance.lines.first)
        #expect(line.salesMilliunits == 715_400)
        #expect(line.settledMilliunits == 689_850)
        #expect(line.inTransitMilliunits == 25_550)
        // 31 payments of 36.50, of which 31 + 30 + ... + 1 days are earned at 0.10.
        let deferred = try #require(close.deferred)
        #expect(deferred["USD"] == 1_081_900 && deferred.count == 1)
        // No other request waits while the reports of a year are read.
        let other = try await sample.service.close(Self.month(), of: sample.app, by: ProceedsTerms())
        #expect(other.deferred == nil)
    }

    @Test("Settlements of the month's sales in detailed finance reports count, whenever they were settled")
    func detail() async throws {
        let sample = try await Self.sample()
        try await Self.compare(sample)
        try await sample.add(
            [
                "03/01/2026\t03/03/2026\tpro.yearly\t2\t25.55\t51.10\tUSD\tS\tUS",
                "02/27/2026\t03/03/2026\tpro.yearly\t2\t25.55\t51.10\tUSD\tS\tUS",
            ],
            head: ReportSample.detailColumns,
            named: "march.txt"
        )
        let close = try await sample.service.close(Self.month(), of: sample.app, by: ProceedsTerms())
        #expect(close.finance?.basis == .detail)
        #expect(close.finance?.lines.first?.settledMilliunits == 51_100)
        #expect(close.finance?.lines.first?.inTransitMilliunits == 740_950)
    }

    @Test("A detailed finance report of another month alone does not settle the month")
    func detailOfOtherMonth() async throws {
        let sample = try await Self.sample()
        try await Self.compare(sample)
        try await sample.add(
            ["02/27/2026\t02/27/2026\tpro.yearly\t2\t25.55\t51.10\tUSD\tS\tUS"],
            head: ReportSample.detailColumns,
            named: "february.txt"
        )
        let close = try await sample.service.close(Self.month(), of: sample.app, by: ProceedsTerms())
        #expect(close.finance == nil && close.openPoints == [.financeReportMissing])
    }

    @Test(
        "Open points are listed: days without a report, not compared or unexplained, and a missing finance report"
    )
    func open() async throws {
        let sample = try SoldSample()
        try await sample.add([SoldSample.yearly()], from: "2026-03-01")
        try await sample.add([SoldSample.yearly()], from: "2026-03-02")
        let digest = try #require(Self.digest)
        _ = try await sample.shop.repository.write { unit in
            try unit.changeDay(try Self.day(2), of: sample.app) { state in
                _ = state.update(.unexplained, digest: digest)
            }
        }
        let close = try await sample.service.close(Self.month(), of: sample.app, by: ProceedsTerms())
        #expect(
            close.openPoints == [
                .daysWithoutReport(29), .daysNotCompared(1), .daysUnexplained(1), .financeReportMissing,
            ]
        )
        let second = try Self.day(2)
        #expect(close.unexplained == [second])
    }

    @Test("An accepted day names the person and the reason, and the page contains no foreign markup")
    func accepted() async throws {
        let sample = try await Self.sample()
        try await Self.compare(sample) { $0 == 5 ? .unexplained : .matched }
        let digest = try #require(Self.digest)
        let at = sample.shop.ambient.now()
        _ = try await sample.shop.repository.write { unit in
            try unit.changeDay(try Self.day(5), of: sample.app) { state in
                let reason = "<b>late</b> & known"
                _ = state.accept(DayState.Acceptance(by: "maria", reason: reason, at: at, digest: digest))
            }
        }
        let close = try await sample.service.close(Self.month(), of: sample.app, by: ProceedsTerms())
        let fifth = try Self.day(5)
        #expect(close.accepted.map(\.day) == [fifth])
        #expect(close.openPoints == [.financeReportMissing])
        for language in PageLanguage.allCases {
            let page = MonthClosePage(close, in: language).html
            #expect(page.contains("&lt;b&gt;late&lt;/b&gt; &amp; known"))
            #expect(!page.contains("<b>late"))
            #expect(page.contains("maria"))
            #expect(page.contains("lang=\"\(language.rawValue)\""))
            #expect(page.contains("792.05"))
            #expect(!page.contains("<script"))
            #expect(page.contains("@media print"))
            #expect(page.contains("prefers-color-scheme: dark"))
        }
    }
}
