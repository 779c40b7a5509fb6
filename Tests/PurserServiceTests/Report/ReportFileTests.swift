import AppStore
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct ReportFileTests {
    private let repository = InMemoryRepository()
    private let app = Sample.app
    private static let ambient = Ambient(
        now: { Sample.beginning },
        randomBytes: { [UInt8](repeating: 7, count: $0) }
    )

    private func service(_ account: ReportAccount = ReportAccount()) -> ReportService {
        ReportService(
            repository: self.repository,
            ambient: Self.ambient,
            accounts: [self.app: account]
        )
    }

    private func add(
        _ bytes: [UInt8],
        named name: String = "report.txt",
        of account: ReportAccount = ReportAccount(),
        as expected: ReportRecord.Slot? = nil
    ) async throws(ReportRefusal) -> ReportRecord {
        try await self.service(account).add(
            bytes,
            named: name,
            to: self.app,
            as: expected,
            origin: expected == nil ? .file : .fetched,
            by: RequestOrigin(name: "anna")
        ).record
    }

    /// The code of the refusal, after which nothing is stored.
    private func refusal(
        _ bytes: [UInt8],
        named name: String = "report.txt",
        of account: ReportAccount = ReportAccount(),
        as expected: ReportRecord.Slot? = nil
    ) async throws -> String? {
        var code: String?
        do throws(ReportRefusal) {
            _ = try await self.add(bytes, named: name, of: account, as: expected)
        } catch {
            code = error.code
            #expect(error.remedy.hasSuffix("."))
        }
        let kept = try await self.repository.read { view in
            try view.reports(of: self.app, matching: ReportFilter(), before: nil, limit: 9)
        }
        #expect(kept.isEmpty, "Nothing is stored in part.")
        return code
    }

    private static func day(_ text: String) throws -> CivilDay { try #require(CivilDay(text: text)) }

    // MARK: Kind and period

    @Test("Columns determine the kind and rows the period, in any order of columns")
    func kinds() async throws {
        let first = ReportPeriod.day(try Self.day("2026-03-01"))
        let month = ReportPeriod.fiscalMonth(try #require(FiscalMonth(text: "2026-06")))
        let sales = try await self.add(ReportSample.sales())
        #expect(sales.slot == ReportRecord.Slot(kind: .sales, period: first))
        #expect(sales.rowCount == 1)
        let moved = ReportSample.text([ReportSample.salesColumns.reversed(), ReportSample.sale(units: "2").reversed()])
        #expect(try await self.add(moved).slot == sales.slot)
        let subscriber = ReportSample.text([ReportSample.subscriberColumns, ReportSample.subscriber()])
        #expect(try await self.add(subscriber).slot == ReportRecord.Slot(kind: .subscriber, period: first))
        let events = ReportSample.text([ReportSample.eventColumns, ReportSample.event(), ReportSample.event()])
        let event = try await self.add(events)
        #expect(event.slot == ReportRecord.Slot(kind: .subscriptionEvent, period: first))
        #expect(event.rowCount == 2)
        let subscriptions = ReportSample.text([ReportSample.subscriptionColumns, ReportSample.subscription])
        let named = try await self.add(subscriptions, named: "inbox/Subscription_85123456_20260301.txt")
        #expect(named.slot == ReportRecord.Slot(kind: .subscription, period: first, vendor: "85123456"))
        let totals = [["Total_Rows", "1"], ["Total_Amount", "14.00"]]
        let financial = ReportSample.text([ReportSample.financialColumns, ReportSample.settled()] + totals)
        let settled = try await self.add(financial, named: "85123456_0626_US.txt")
        #expect(
            settled.slot == ReportRecord.Slot(kind: .financial, period: month, region: "US", vendor: "85123456")
        )
        #expect(settled.rowCount == 1)
        let all = ReportSample.text([
            ReportSample.financialColumns, ReportSample.settled(), ReportSample.settled("EUR"),
        ])
        #expect(try await self.add(all).slot == ReportRecord.Slot(kind: .financial, period: month, region: "ZZ"))
        let head = [["Vendor Name", "Example"], ["Start Date", "03/01/2026"], ["End Date", "03/28/2026"]]
        let detail = ReportSample.text(head + [ReportSample.detailColumns, ReportSample.detail()])
        #expect(
            try await self.add(detail).slot == ReportRecord.Slot(kind: .financeDetail, period: month, region: "Z1")
        )
        let headless = ReportSample.text([
            ReportSample.detailColumns, ReportSample.detail(), ReportSample.detail("03/28/2026"),
        ])
        #expect(try await self.add(headless).slot.period == month)
    }

    @Test("A week, a month and a year are recognized by their first and last day")
    func lengths() async throws {
        func period(_ begin: String, _ end: String) async throws -> ReportPeriod {
            try await self.add(ReportSample.sales([ReportSample.sale(begin, end)])).slot.period
        }
        #expect(try await period("02/23/2026", "03/01/2026") == .week(try Self.day("2026-03-01")))
        #expect(try await period("03/01/2026", "03/31/2026") == .month(year: 2026, month: 3))
        #expect(try await period("01/01/2025", "12/31/2025") == .year(2025))
    }

    @Test(
        "A report without rows has the period of its name",
        arguments: [
            ("S_D_85123456_20260301.txt.gz", "2026-03-01", ReportPeriod.Length.day),
            ("S_W_85123456_20260301.txt", "2026-03-01", .week), ("S_M_85123456_202603.txt", "2026-03", .month),
            ("a/b/S_Y_85123456_2025.txt", "2025", .year),
        ]
    )
    func names(name: String, text: String, length: ReportPeriod.Length) async throws {
        let record = try await self.add(ReportSample.packed(ReportSample.sales([])), named: name)
        #expect(record.slot.period == ReportPeriod(text, length: length))
        #expect(record.slot.vendor == "85123456")
        #expect(record.rowCount == 0)
        #expect(record.name == name)
    }

    @Test("An unknown column is stored and named")
    func unknownColumns() async throws {
        let text = ReportSample.text([ReportSample.salesColumns + ["Mood"], ReportSample.sale() + ["good"]])
        let record = try await self.add(text)
        #expect(record.unknownColumns == ["Mood"])
        #expect(record.byteCount == text.count)
        #expect(try await self.service().file(of: record, app: self.app) == text)
    }

    @Test("The text of a report is the same, compressed or not, and so is its digest")
    func packed() async throws {
        let text = ReportSample.sales()
        let record = try await self.add(text)
        let again = try await self.add(ReportSample.packed(text))
        #expect(record == again)
        let compressed = try await self.add(ReportSample.compressed)
        #expect(compressed.rowCount == 60)
        #expect(compressed.byteCount == 4516)
        #expect(compressed.supersededBy == nil)
        #expect(try await self.service().file(of: compressed, app: self.app) == ReportSample.compressed)
        #expect(try await self.service().read(compressed, of: self.app) { $0.columns }.contains("SKU"))
        // Two members are one after the other.
        let halves = [Array(text.prefix(20)), Array(text.dropFirst(20))].flatMap(ReportSample.packed)
        #expect(try await self.add(halves).digest == record.digest)
    }

    // MARK: Bad input

    @Test("A truncated, damaged or expanding gzip file is rejected")
    func gzip() async throws {
        let whole = ReportSample.compressed
        for count in [2, 9, 10, 11, 30, 400, whole.count - 9, whole.count - 8, whole.count - 1] {
            #expect(try await self.refusal(Array(whole.prefix(count))) == "report_gzip_cut", "\(count)")
        }
        var damaged = whole
        damaged[whole.count - 6] ^= 1
        #expect(try await self.refusal(damaged) == "report_gzip_damaged")
        damaged = whole
        damaged[whole.count - 1] ^= 1
        #expect(try await self.refusal(damaged) == "report_gzip_damaged")
        damaged = whole
        damaged[2] = 9
        #expect(try await self.refusal(damaged) == "report_gzip_damaged")
        #expect(try await self.refusal(whole + [0]) == "report_gzip_trailing")
        #expect(try await self.refusal(whole + whole.prefix(5)) == "report_gzip_cut")
        let bomb = [[UInt8]](repeating: ReportSample.zeros, count: 30).flatMap(\.self)
        #expect(try await self.refusal(bomb) == "report_bomb")
    }

    @Test("A small compressed file neither costs much time nor extends the limit by its uncompressed parts")
    func costly() async throws {
        // 500 pairs of blocks are as many as there may be.
        #expect(try await self.refusal(ReportSample.emptyBlocks(500)) == "report_empty")
        #expect(try await self.refusal(ReportSample.emptyBlocks(501)) == "report_gzip_damaged")
        let two = ReportSample.emptyBlocks(300) + ReportSample.emptyBlocks(300)
        #expect(try await self.refusal(two) == "report_gzip_damaged")
        let text = ReportSample.sales()
        let name = [UInt8](repeating: 0x61, count: 4096)
        _ = try await ReportService(repository: InMemoryRepository(), ambient: Self.ambient).add(
            ReportSample.named(ReportSample.packed(text), name),
            named: "report.txt",
            to: self.app,
            origin: .file,
            by: RequestOrigin(name: "anna")
        )
        let longer = ReportSample.named(ReportSample.packed(text), name + [0x61])
        #expect(try await self.refusal(longer) == "report_gzip_damaged")
        let member = ReportSample.named(ReportSample.zeros, name)
        let bomb = [[UInt8]](repeating: member, count: 30).flatMap(\.self)
        #expect(try await self.refusal(bomb) == "report_bomb")
    }

    @Test("Each flipped bit of a compressed report is detected, or changes nothing")
    func flippedBits() async throws {
        let text = try await self.add(ReportSample.compressed).digest
        let other = InMemoryRepository()
        let service = ReportService(
            repository: other,
            ambient: Self.ambient
        )
        for place in stride(from: 10, to: ReportSample.compressed.count, by: 7) {
            var bytes = ReportSample.compressed
            bytes[place] ^= UInt8(1 << (place % 8))
            let found = try? await service.add(
                bytes,
                named: "report",
                to: self.app,
                origin: .file,
                by: RequestOrigin(name: "anna")
            )
            #expect(found == nil || found?.record.digest == text, "\(place)")
        }
    }

    @Test("A file that is not a report is rejected with the reason")
    func text() async throws {
        let columns = ReportSample.salesColumns
        #expect(try await self.refusal([]) == "report_empty")
        #expect(try await self.refusal(Array("hello".utf8)) == "report_no_header")
        #expect(try await self.refusal([0x50, 0x4B, 3, 4, 0xFF, 0xFE, 9, 9]) == "report_not_text")
        #expect(try await self.refusal(ReportSample.text([["A", "B"], ["1", "2"]])) == "report_kind_unknown")
        let missing = [columns, ReportSample.sale()].map { Array($0.dropLast(2)) }
        #expect(try await self.refusal(ReportSample.text(missing)) == "report_column_missing")
        let doubled = ReportSample.text([columns + ["units"], ReportSample.sale() + ["1"]])
        #expect(try await self.refusal(doubled) == "report_column_repeated")
        let comma = ReportSample.sales([ReportSample.sale(), ReportSample.sale(price: "9,99")])
        #expect(try await self.refusal(comma) == "report_not_a_decimal")
        let two = ReportSample.sales([ReportSample.sale(currency: "USD/EUR")])
        #expect(try await self.refusal(two) == "report_not_a_currency")
        let date = ReportSample.sales([ReportSample.sale("13/01/2026")])
        #expect(try await self.refusal(date) == "report_not_a_date")
        let wide = ReportSample.sales([ReportSample.sale() + ["x"]])
        #expect(try await self.refusal(wide) == "report_too_many_fields")
        let cut = ReportSample.sales([ReportSample.sale(), Array(ReportSample.sale().prefix(5))])
        #expect(try await self.refusal(cut) == "report_row_cut")
        let event = ReportSample.text([ReportSample.eventColumns, ReportSample.event().dropLast() + ["1,5"]])
        #expect(try await self.refusal(event) == "report_not_a_decimal")
        #expect(try await self.refusal(ReportSample.sales(), named: "") == "report_name_invalid")
        #expect(try await self.refusal(ReportSample.sales(), named: "a\nb") == "report_name_invalid")
    }

    @Test("A report without a known period or region is rejected")
    func period() async throws {
        let mixed = ReportSample.sales([ReportSample.sale(), ReportSample.sale("03/02/2026")])
        #expect(try await self.refusal(mixed) == "report_periods_mixed")
        let odd = ReportSample.sales([ReportSample.sale("03/02/2026", "03/04/2026")])
        #expect(try await self.refusal(odd) == "report_period_unknown")
        #expect(try await self.refusal(ReportSample.sales([])) == "report_period_unknown")
        let subscriptions = ReportSample.text([ReportSample.subscriptionColumns, ReportSample.subscription])
        #expect(try await self.refusal(subscriptions) == "report_period_unknown")
        let financial = ReportSample.text([ReportSample.financialColumns, ReportSample.settled()])
        #expect(try await self.refusal(financial) == "report_region_unknown")
        let two = ReportSample.text([
            ReportSample.financialColumns, ReportSample.settled(), ReportSample.settled("EUR"),
        ])
        #expect(try await self.refusal(two, named: "85123456_0626_US.txt") == "report_currencies_mixed")
        let calendar = ReportSample.text([ReportSample.financialColumns, ReportSample.settled(end: "03/31/2026")])
        #expect(try await self.refusal(calendar, named: "85123456_0626_US.txt") == "report_period_unknown")
        let settlements = ReportSample.text([
            ReportSample.detailColumns, ReportSample.detail(), ReportSample.detail("04/03/2026"),
        ])
        #expect(try await self.refusal(settlements) == "report_period_unknown")
    }

    @Test("A report of another vendor, another app, or another period than requested is rejected")
    func foreign() async throws {
        let account = ReportAccount(vendor: "85123456", sku: "com.example.shop")
        let ours = ReportSample.sales()
        let foreign = ReportSample.sales([ReportSample.sale(app: "com.example.other")])
        #expect(try await self.refusal(ours, named: "S_D_85000001_20260301.txt", of: account) == "report_vendor_wrong")
        #expect(try await self.refusal(foreign, of: account) == "report_other_app")
        let sales = ReportRecord.Slot(
            kind: .sales,
            period: .day(try Self.day("2026-03-02")),
            vendor: "85123456"
        )
        #expect(try await self.refusal(ours, of: account, as: sales) == "report_unexpected")
        let other = ReportRecord.Slot(kind: .subscriber, period: .day(try Self.day("2026-03-01")), vendor: "85123456")
        #expect(try await self.refusal(ours, of: account, as: other) == "report_unexpected")
        // The vendor's own report, on a day on which the app sold nothing.
        let quiet = try await self.add(foreign, named: "S_D_85123456_20260301.txt", of: account)
        #expect(quiet.slot.vendor == "85123456")
        let mine = try await self.add(ours, of: account)
        #expect(mine.slot == quiet.slot)
    }
}
