import AppStore
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct ProceedsServiceTests {
    private static func period(_ first: String, _ last: String) throws -> ProceedsPeriod {
        let (begin, end) = (try #require(PacificDay(text: first)), try #require(PacificDay(text: last)))
        return try #require(ProceedsPeriod(from: begin, through: end))
    }

    private static func month(_ text: String = "2026-03") throws -> ProceedsPeriod {
        try #require(ProceedsPeriod(month: text))
    }

    @Test("Months have the days of the calendar", arguments: [("2026-02", 28), ("2028-02", 29), ("2026-12", 31)])
    func months(text: String, count: Int64) throws {
        let days = try Self.month(text).days
        #expect(days.lowerBound.text == text + "-01")
        #expect(days.upperBound - days.lowerBound == count - 1)
    }

    @Test("Texts that are not months are rejected", arguments: ["2026-13", "2026-3", "2026", "march 6", ""])
    func noMonth(text: String) { #expect(ProceedsPeriod(month: text) == nil) }

    @Test("The published rows are summed as in the report; the day without a report is an estimate with its rule")
    func proceeds() async throws {
        let sample = try SoldSample()
        let number = try await sample.add(SoldSample.published, from: "2026-03-01")
        let next = try #require(PacificDay(text: "2026-03-02"))
        let price = Money(amountMilliunits: 9_990, currency: "USD")
        try await sample.sell("1", at: next.begin + .hours(1), price: price)
        try await sample.sell("2", at: next.begin + .hours(2), price: nil)
        let found = try await sample.service.proceeds(
            of: sample.app,
            in: Self.period("2026-03-01", "2026-03-02"),
            by: ProceedsTerms()
        )
        #expect(found.reports == [number])
        #expect(found.reportedDays.map(\.text) == ["2026-03-01"])
        #expect(found.reported.netProceeds == ["CNY": 30_600, "USD": 35_000, "GBP": 21_000])
        #expect(found.estimate.days == [next])
        #expect(found.estimate.statement.netProceeds == ["USD": 6_990])
        #expect(found.estimate.leftOutCount == 1)
        let rule = try #require(found.estimate.rules.first)
        #expect(rule.key.country == "US")
        #expect(rule.key.rule.text == "price / (1 + 0 % tax) × (1 - 30 % commission)")
        #expect(rule.value == 1000)
    }

    @Test("An estimate that would read too many chains is refused first, and reads none without need")
    func lookups() async throws {
        let sample = try SoldSample(maximumLookups: 2)
        let day = try #require(PacificDay(text: "2026-03-02"))
        for id in ["1", "2"] { try await sample.subscribe(id, at: day.begin + .hours(1)) }
        let price = Money(amountMilliunits: 9_990, currency: "USD")
        try await sample.sell("4", at: day.begin + .hours(1), price: price)
        let days = try Self.period("2026-03-02", "2026-03-02")
        let found = try await sample.service.proceeds(of: sample.app, in: days, by: ProceedsTerms())
        #expect(found.estimate.statement.netProceeds == ["USD": 20_970])
        try await sample.subscribe("3", at: day.begin + .hours(2))
        await #expect(throws: ProceedsError.estimateTooLarge(2)) {
            _ = try await sample.service.proceeds(of: sample.app, in: days, by: ProceedsTerms())
        }
        await #expect(throws: ProceedsError.estimateTooLarge(2)) {
            _ = try await sample.service.journalFile(of: sample.app, in: days, by: ProceedsTerms())
        }
        // In the Small Business Program the subscriber's paid service does not matter.
        let terms = ProceedsTerms().with(smallBusinessFrom: day)
        let small = try await sample.service.proceeds(of: sample.app, in: days, by: terms)
        #expect(small.estimate.rules.map(\.key.rule.program) == [.smallBusiness])
        #expect(small.estimate.rules.map(\.value) == [4000])
    }

    @Test("A close for a page leaves out the days without a report that have too many sales, and says which")
    func unestimated() async throws {
        let sample = try SoldSample()
        try await sample.add(SoldSample.published, from: "2026-03-01")
        let day = try #require(PacificDay(text: "2026-03-02"))
        let price = Money(amountMilliunits: 9_990, currency: "USD")
        for id in ["1", "2"] { try await sample.sell(id, at: day.begin + .hours(1), price: price) }
        func close(_ maximum: Int?) async throws -> MonthClose {
            let terms = ProceedsTerms()
            return try await sample.service.close(Self.month(), of: sample.app, by: terms, maximumSales: maximum)
        }
        let small = try await close(1)
        #expect(small.proceeds.unestimatedDays.count == 30 && small.proceeds.estimate.days.isEmpty)
        #expect(small.proceeds.estimate.statement.netProceeds.isEmpty)
        #expect(small.proceeds.reported.netProceeds == ["CNY": 30_600, "USD": 35_000, "GBP": 21_000])
        #expect(small.openPoints.contains(.daysWithoutReport(30)))
        for maximum in [2, nil] {
            let whole = try await close(maximum)
            #expect(whole.proceeds.unestimatedDays.isEmpty && whole.proceeds.estimate.days.count == 30)
            #expect(whole.proceeds.estimate.statement.netProceeds == ["USD": 13_980])
            #expect(whole.openPoints.contains(.daysWithoutReport(30)))
        }
    }

    @Test("A monthly report counts where none of its days has its own report")
    func longer() async throws {
        let sample = try SoldSample()
        try await sample.add([SoldSample.yearly("100")], from: "2026-03-01", to: "2026-03-31")
        let first = try await sample.service.proceeds(of: sample.app, in: Self.month(), by: ProceedsTerms())
        #expect(first.reported.netProceeds == ["USD": 2_555_000])
        #expect(first.reportedDays.count == 31)
        #expect(first.days.map(\.key.text) == ["2026-03-31"] && first.days.values.first == ["USD": 2_555_000])
        let number = try await sample.add([SoldSample.yearly()], from: "2026-03-05")
        let second = try await sample.service.proceeds(of: sample.app, in: Self.month(), by: ProceedsTerms())
        #expect(second.reported.netProceeds == ["USD": 25_550])
        #expect(second.reports == [number])
        #expect(second.days.map(\.key.text) == ["2026-03-05"] && second.days.values.first == ["USD": 25_550])
        #expect(second.estimate.days.count == 30)
    }

    @Test("Rows of other apps are ignored where the app's SKU is known")
    func otherApps() async throws {
        let sample = try SoldSample(sku: "app")
        let other = ["Parent Identifier": "other"]
        let rows = [
            SoldSample.row("theirs", "IA1", "1", price: "1.99", proceeds: "1.39", "USD", "US", other),
            SoldSample.row("other", "1F", "1", price: "1.99", proceeds: "1.39", "USD", "US", ["Parent Identifier": ""]),
        ]
        try await sample.add(SoldSample.published + rows, from: "2026-03-01")
        let day = try Self.period("2026-03-01", "2026-03-01")
        let found = try await sample.service.proceeds(of: sample.app, in: day, by: ProceedsTerms())
        #expect(found.reported.netProceeds == ["CNY": 30_600, "USD": 35_000, "GBP": 21_000])
        let bill = try JSONValue(json: Array(try await sample.text(as: .bill, in: day).utf8))
        guard case .array(let lines) = bill else { throw JSONValueMissing() }
        #expect(lines.count == 4)
    }

    @Test("Currencies are converted only with a given rate")
    func converted() throws {
        var statement = ProceedsStatement()
        for (currency, amount) in [("EUR", 10_000), ("USD", 5_000)] as [(String, Int64)] {
            let money = Money(amountMilliunits: amount, currency: currency)
            statement.add(
                ProceedsRow(
                    day: PacificDay(number: 20_000),
                    product: ProductID("a"),
                    country: "DE",
                    unitsThousandths: 1000,
                    unitPrice: money,
                    unitProceeds: money
                )
            )
        }
        let rate = try #require(ConversionRate(spelling: "EUR=1.08@2026-03-31:ECB"))
        #expect(try statement.converted(into: "USD", by: [rate]) == 15_800)
        #expect(throws: ProceedsError.rateMissing("EUR")) { try statement.converted(into: "USD", by: []) }
    }

    @Test("The configured day of the Small Business Program counts, unless a request names another")
    func smallBusiness() throws {
        let sample = try SoldSample()
        let march = try #require(PacificDay(text: "2026-03-01"))
        let april = try #require(PacificDay(text: "2026-04-01"))
        let configured = ProceedsTerms().with(smallBusinessFrom: march)
        let service = ProceedsService(
            repository: sample.shop.repository,
            reports: sample.reports,
            apps: [sample.shop.app],
            terms: [sample.app: configured],
            ambient: sample.shop.ambient
        )
        #expect(service.terms(of: sample.app).memberships.map(\.from) == [march])
        #expect(service.terms(of: sample.app, smallBusinessFrom: april).memberships.map(\.from) == [april])
        #expect(sample.service.terms(of: sample.app).memberships.isEmpty)
    }

    // MARK: Files

    @Test(
        "A bill is one JSON array with the rows of every report, and an empty one where reports have no rows of the app"
    )
    func bill() async throws {
        let sample = try SoldSample()
        try await sample.add(SoldSample.published, from: "2026-03-01")
        try await sample.add([SoldSample.yearly()], from: "2026-03-02")
        let text = try await sample.text(as: .bill, in: Self.month())
        guard case .array(let rows) = try JSONValue(json: Array(text.utf8)) else { throw JSONValueMissing() }
        #expect(rows.map { $0["units"] } == ["2", "100", "50", "-50", "1"].map { .number($0) })
        #expect(rows.map { $0["customer_price"] }.prefix(2) == [.number("18"), .number("0.99")])
        #expect(rows.map { $0["developer_proceeds"] }.prefix(2) == [.number("15.30"), .number("0.70")])
        let csv = try await sample.text(as: .csv, in: Self.month())
        #expect(csv.split(separator: "\r\n").count == 6)
        let lines = try await sample.text(as: .jsonl, in: Self.month())
        #expect(lines.split(separator: "\n").count == 5)
        let none = try SoldSample(sku: "none")
        try await none.add([SoldSample.yearly()], from: "2026-03-02")
        #expect(try await none.text(as: .bill, in: Self.month()) == "[]\n")
    }

    @Test("A report with lines before its header is read as it was imported")
    func head() async throws {
        let sample = try SoldSample()
        let days = ["Begin Date": "03/02/2026", "End Date": "03/02/2026"]
        let row = SoldSample.yearly().merging(days) { $1 }
        let lines = [SoldSample.columns, SoldSample.columns.map { row[$0] ?? "" }]
        try await sample.add(lines.map { $0.joined(separator: "\t") }, head: ["Report", "Sales"], named: "report.txt")
        let found = try await sample.service.proceeds(of: sample.app, in: Self.month(), by: ProceedsTerms())
        #expect(found.reported.netProceeds == ["USD": 25_550])
        #expect(try await sample.text(as: .csv, in: Self.month()).split(separator: "\r\n").count == 2)
    }

    @Test("A report with more rows than one part of a file is exported completely")
    func parts() async throws {
        let sample = try SoldSample()
        let rows = (1...41_000).map { number in
            SoldSample.yearly().merging(["Apple Identifier": "\(number)"]) { $1 }
        }
        try await sample.add(rows, from: "2026-03-02")
        let lines = try await sample.text(as: .jsonl, in: Self.month()).split(separator: "\n")
        #expect(lines.count == rows.count && Set(lines).count == rows.count)
    }

    @Test("Days without a report cannot be exported")
    func noReports() async throws {
        let sample = try SoldSample()
        await #expect(throws: ProceedsError.reportsMissing) {
            _ = try await sample.service.salesFile(as: .csv, of: sample.app, in: Self.month())
        }
        let stranger = AppName("stranger")
        await #expect(throws: ProceedsError.appUnknown(stranger)) {
            _ = try await sample.service.proceeds(of: stranger, in: Self.month(), by: ProceedsTerms())
        }
    }

    /// The rows of a journal: date, account, debit, credit, currency, source.
    private static func journal(_ text: String) -> [[String]] {
        text.split(separator: "\r\n").dropFirst().map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private static func milliunits(_ text: String) -> Int64 { ReportDecimal.thousandths(text) ?? 0 }

    @Test("The journal balances on every day in every currency, and a yearly payment earns a 365th a day")
    func journal() async throws {
        let sample = try SoldSample()
        // One was paid before the month: only the part that is earned in the month counts.
        let earlier = try await sample.add([SoldSample.yearly()], from: "2026-02-20")
        try await sample.add(SoldSample.published + [SoldSample.yearly("2")], from: "2026-03-01")
        let rows = Self.journal(try await sample.text(as: .journal, in: Self.month()))
        var balance: [String: Int64] = [:]
        var sums: [String: Int64] = [:]
        for row in rows {
            let amount = Self.milliunits(row[2]) - Self.milliunits(row[3])
            balance["\(row[0]) \(row[4])", default: 0] += amount
            sums["\(row[1]) \(row[4]) \(row[5])", default: 0] += amount
        }
        #expect(balance.values.allSatisfy { $0 == 0 })
        // 3 payments earn 0.10 each a day, on 31 days.
        #expect(sums["revenue USD pro.yearly"] == -9_300)
        #expect(sums["deferredRevenue USD pro.yearly"] == 9_300 - 73_000)
        #expect(sums["receivable USD pro.yearly"] == 51_100)
        #expect(sums["refunds USD app"] == 49_500)
        #expect(sums["receivable CNY coins"] == 30_600)
        #expect(sums["revenue CNY coins"] == -36_000)
        let sources = Set(rows.filter { $0[0] == "2026-03-31" }.map { $0[7] })
        #expect(sources == ["report \(earlier)", "report \(earlier + 1)"])
        #expect(!rows.contains { $0[0] < "2026-03-01" })
    }

    @Test("A day without a report is booked from the estimate, which the source states")
    func estimatedJournal() async throws {
        let sample = try SoldSample()
        let day = try #require(PacificDay(text: "2026-03-02"))
        try await sample.sell("1", at: day.begin, price: Money(amountMilliunits: 9_990, currency: "USD"))
        let rows = Self.journal(try await sample.text(as: .journal, in: Self.period("2026-03-02", "2026-03-02")))
        #expect(
            rows.map { [$0[1], $0[2], $0[3], $0[7]] } == [
                ["receivable", "6.99", "", "estimate"], ["commissionAndTaxes", "3.00", "", "estimate"],
                ["revenue", "", "9.99", "estimate"],
            ]
        )
    }

    @Test("Amounts of the journal have the decimal places of their currency")
    func journalPlaces() async throws {
        let sample = try SoldSample()
        let yen = SoldSample.row("coins", "IA1", "1", price: "3750", proceeds: "2625", "JPY", "JP")
        try await sample.add([yen], from: "2026-03-02")
        let rows = Self.journal(try await sample.text(as: .journal, in: Self.period("2026-03-02", "2026-03-02")))
        #expect(rows.map { $0[2] + $0[3] }.sorted() == ["1125", "2625", "3750"], "\(rows)")
    }

    @Test("The journal has the bookkeeper's names of accounts")
    func accounts() async throws {
        let sample = try SoldSample()
        try await sample.add(SoldSample.published, from: "2026-03-01")
        var file = try await sample.service.journalFile(
            of: sample.app,
            in: Self.period("2026-03-01", "2026-03-01"),
            by: ProceedsTerms(),
            names: [.revenue: "4400", .receivable: "=1200"]
        )
        var text = ""
        while let part = try await file.next() { text += String(decoding: part, as: UTF8.self) }
        let accounts = Set(Self.journal(text).map { $0[1] })
        #expect(accounts == ["4400", "'=1200", "commissionAndTaxes", "refunds"])
    }

    private struct JSONValueMissing: Error {}
}
