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

    @Test("Days before the first sale or report are not missing, and without any no day is")
    func firstMonth() async throws {
        let sample = try SoldSample()
        let terms = ProceedsTerms()
        let none = try await sample.service.close(Self.month(), of: sample.app, by: terms)
        #expect(none.openPoints == [.financeReportMissing] && none.proceeds.estimate.days.isEmpty)
        try await sample.add([SoldSample.yearly()], from: "2026-03-20")
        let reported = try await sample.service.close(Self.month(), of: sample.app, by: terms)
        #expect(reported.openPoints.first == .daysWithoutReport(11))
        let english = MonthClosePage(reported, in: .english)
        let says = english.sentence(.daysWithoutReport(11))
        #expect(says == "11 days without a report. Get reports: purser reports import FILE")
        #expect(!english.html.contains("With the estimate"))
        let price = Money(amountMilliunits: 9_990, currency: "USD")
        try await sample.sell("1", at: try Self.day(18).begin, price: price)
        let sold = try await sample.service.close(Self.month(), of: sample.app, by: terms)
        #expect(sold.openPoints.first == .daysWithoutReport(13))
        try await sample.add([SoldSample.yearly()], from: "2026-02-27")
        let later = try await sample.service.close(Self.month(), of: sample.app, by: terms)
        #expect(later.openPoints.first == .daysWithoutReport(30))
    }

    @Test("A day whose report is not due yet is not missing, although its sales are estimated")
    func notDue() async throws {
        let sample = try SoldSample()
        for number in 1...30 { try await sample.add([SoldSample.yearly()], from: try Self.day(number).text) }
        let price = Money(amountMilliunits: 9_990, currency: "USD")
        try await sample.sell("1", at: try Self.day(31).begin, price: price)
        let due = ReportSchedule.dueInstant(of: try Self.day(31))
        for (now, isMissing) in [(due + .minutes(-1), false), (due, true)] {
            sample.shop.setNow(now)
            let close = try await sample.service.close(Self.month(), of: sample.app, by: ProceedsTerms())
            #expect(close.openPoints.contains(.daysWithoutReport(1)) == isMissing)
            #expect(close.proceeds.estimate.statement.netProceeds == ["USD": 6_990])
            let page = MonthClosePage(close, in: .english).html
            // 30 subscriptions of 25.55, and the estimate of 6.99.
            #expect(page.contains("by reports (30): USD 766.50."), "\(page)")
            #expect(page.contains("With the estimate of the days without a report: USD 773.49."))
            #expect(page.contains("(days: 1)"))
        }
    }

    @Test("An amount has as many decimal places as its currency")
    func digits() async throws {
        let sample = try SoldSample()
        let yen = SoldSample.row("coins", "IA1", "1", price: "3750", proceeds: "2625", "JPY", "JP")
        try await sample.add([yen, SoldSample.yearly()], from: "2026-03-01")
        let close = try await sample.service.close(Self.month(), of: sample.app, by: ProceedsTerms())
        let page = MonthClosePage(close, in: .english).html
        for part in [": JPY 2,625, USD 25.55.", "3,750<small>1 unit", "36.50<small>1 unit"] {
            #expect(page.contains(part), "\(part) is missing in \(page)")
        }
    }

    @Test("A missing finance report names its fiscal month, and the day around which Apple makes it")
    func financeReport() async throws {
        let sample = try await Self.sample()
        let close = try await sample.service.close(Self.month(), of: sample.app, by: ProceedsTerms())
        // Apple's March ends on the 28th.
        #expect(close.fiscalMonth.text == "2026-06" && close.financeReportDay.text == "2026-04-30")
        let english = MonthClosePage(close, in: .english).sentence(.financeReportMissing)
        #expect(english.contains("2026-06") && english.hasSuffix("about 2026-04-30."))
        let chinese = MonthClosePage(close, in: .simplifiedChinese).sentence(.financeReportMissing)
        #expect(chinese.hasSuffix("约 2026-04-30。"))
    }

    @Test("The cost of an offer comes from Apple's stored price where the catalog has none")
    func offerCost() async throws {
        let sample = try SoldSample()
        let row = SoldSample.yearly().merging(["Order Type": "PAYF"]) { $1 }
        let number = try await sample.add([row], from: "2026-03-01")
        func offers() async throws -> ProceedsStatement.Offers? {
            let close = try await sample.service.close(Self.month(), of: sample.app, by: ProceedsTerms())
            return close.proceeds.reported.places.values.first?.offers
        }
        #expect(try await offers()?.unknownThousandths == 1000)
        let fetched = FetchedPrice(
            product: ProductID("pro.yearly"),
            storefront: "USA",
            price: Money(amountMilliunits: 50_000, currency: "USD"),
            startsAt: nil,
            origin: .byHand,
            source: .fetched,
            fetchedAt: sample.shop.ambient.now(),
            fetchedBy: "ada"
        )
        let app = sample.app
        try await sample.shop.repository.write { unit in try unit.keep([fetched], of: app) }
        let known = try await offers()
        #expect(known?.unknownThousandths == 0 && known?.costMilliunits == 13_500)
        let found = try await sample.shop.repository.read { view in try view.report(number, of: app) }
        let record = try #require(found)
        let totals = try await sample.service.totals(of: record, app: app)
        #expect(totals?.places.values.first?.offers.costMilliunits == 13_500)
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
