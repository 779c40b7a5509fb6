import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardReportTests {
    private static let path = DashboardMoneyStage.base + "/reports"

    let stage: DashboardStage
    let day: PacificDay

    init() throws {
        self.stage = try DashboardStage()
        self.day = try #require(PacificDay(text: "2026-02-10"))
    }

    @Test("Stored reports are listed by kind, with those that a correction replaced on request")
    func list() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let empty = try await browser.get(Self.path)
        #expect(empty.status == .ok && empty.text.contains("No report is stored."))
        #expect(empty.text.contains("has no key for App Store Connect") && !empty.text.contains("reports/fetch"))
        let first = try await DashboardMoneyStage.report(self.day, units: 1, in: self.stage.services)
        let second = try await DashboardMoneyStage.report(self.day, units: 2, in: self.stage.services)
        let page = try await browser.get(Self.path)
        #expect(page.text.contains("\(Self.path)/\(second.number)\""), "\(page.text)")
        #expect(!page.text.contains("\(Self.path)/\(first.number)\""))
        let all = try await browser.get(Self.path + "?superseded=true")
        #expect(all.text.contains("\(Self.path)/\(first.number)\"") && all.text.contains("Replaced by"))
        #expect(try await browser.get(Self.path + "?kind=FINANCIAL").text.contains("No report is stored."))
        let json = try await browser.get(Self.path + "?export=json")
        #expect(json.text.contains("\"kind\":\"SALES\"") && json.text.contains("\"period\":\"2026-02-10\""))
        let chinese = try await browser.get(Self.path, language: "zh-Hans")
        #expect(chinese.text.contains("已存储的报告") && chinese.text.contains("当前"))
    }

    @Test("Reports begin with the newest period, whatever was stored first, and a month has those that begin in it")
    func order() async throws {
        let later = try await DashboardMoneyStage.report(self.day, units: 1, in: self.stage.services)
        let earlier = try await DashboardMoneyStage.report(self.day + -20, units: 1, in: self.stage.services)
        let browser = try await self.stage.signedIn("ada", .viewer)
        func place(_ report: ReportRecord, _ page: TestServer.TestResponse) -> String.Index? {
            page.text.firstRange(of: "\(Self.path)/\(report.number)\"")?.lowerBound
        }
        let page = try await browser.get(Self.path)
        let (first, second) = (try #require(place(later, page)), try #require(place(earlier, page)))
        #expect(first < second && later.number < earlier.number, "\(page.text)")
        let month = try await browser.get(Self.path + "?month=2026-01&kind=SALES")
        #expect(place(later, month) == nil && place(earlier, month) != nil, "\(month.text)")
        #expect(month.text.contains("name=\"kind\" value=\"SALES\""), "The form keeps the kind.")
        let wrong = try await browser.get(Self.path + "?month=soon")
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("value=\"soon\""), "\(wrong.text)")
    }

    @Test("A report has its totals and the way to the comparison of its day")
    func report() async throws {
        let record = try await DashboardMoneyStage.report(self.day, units: 3, in: self.stage.services)
        let browser = try await self.stage.signedIn("ada", .finance)
        let page = try await browser.get(Self.path + "/\(record.number)")
        for part in [
            "2026-02-10", "USD 2.97", "USD 2.10", "85123456", "\(DashboardMoneyStage.base)/reconciliation/2026-02-10",
        ] {
            #expect(page.text.contains(part), "\(part) is missing in \(page.text)")
        }
        #expect(page.text.contains("/file\""), "Who may fetch a report may read its file.")
        for missing in ["/999", "/x"] {
            #expect(try await browser.get(Self.path + missing).status == .notFound, "\(missing)")
        }
        for other in [browser, try await self.stage.signedIn("bert")] {
            let file = try await other.get(Self.path + "/\(record.number)/file")
            #expect(file.status == .ok && file.text.contains("gems.600"))
        }
        let support = try await self.stage.signedIn("eve", .support)
        let shown = try await support.get(Self.path + "/\(record.number)")
        #expect(!shown.text.contains("/file\""), "The file has the rows of all apps of the vendor.")
        #expect(try await support.get(Self.path + "/\(record.number)/file").status == .forbidden)
    }

    @Test("A finance report leads to the comparison of its fiscal month")
    func financeReport() async throws {
        let columns = [
            "Start Date", "End Date", "Vendor Identifier", "Quantity", "Partner Share", "Extended Partner Share",
            "Partner Share Currency", "Sales or Return", "Country Of Sale",
        ]
        let row = ["02/01/2026", "02/28/2026", "gems.600", "1", "0.70", "0.70", "USD", "S", "US"]
        let text = [columns, row].map { $0.joined(separator: "\t") + "\n" }.joined()
        let record = try await self.stage.services.reports.add(
            Array(text.utf8),
            named: "85123456_0526_ZZ.txt",
            to: DashboardMoneyStage.app,
            origin: .file,
            by: RequestOrigin(name: "erin")
        ).record
        let page = try await self.stage.signedIn("ada", .viewer).get(Self.path + "/\(record.number)")
        let link = "href=\"\(DashboardMoneyStage.base)/reconciliation/months/2026-05\">"
        #expect(page.text.contains(link + "Compare with the ledger"), "\(page.text)")
        #expect(page.text.contains(link + "Finance reports are compared on the page of their fiscal month."))
    }

    @Test("The close of a month says what is open, sums by currency, and has its files")
    func proceeds() async throws {
        _ = try await DashboardMoneyStage.report(self.day, units: 3, in: self.stage.services)
        let browser = try await self.stage.signedIn("ada", .finance)
        let page = try await browser.get(Self.path + "/proceeds?month=2026-02")
        // Nothing was sold before the first report, and that of the last day is not due yet.
        for part in [
            "17 days without a report.", "USD 2.10", "USD 2.97", "29.3 %", "exports/csv?month=2026-02",
            "exports/close?month=2026-02", "proceeds?month=2026-01", "proceeds?month=2026-03",
            "fiscal month ends: about 2026-04-02.", "reconciliation/months/2026-05\"",
        ] {
            #expect(page.text.contains(part), "\(part) is missing in \(page.text)")
        }
        #expect(try await browser.get(Self.path + "/proceeds").text.contains("USD 2.10"), "The month of yesterday.")
        let chinese = try await browser.get(Self.path + "/proceeds?month=2026-02", language: "zh-Hans")
        #expect(chinese.text.contains("17 天没有报告") && chinese.text.contains("待办事项"))
        let empty = try await browser.get(Self.path + "/proceeds?month=2024-02")
        #expect(empty.status == .ok && empty.text.contains("Nothing was sold in these days"), "\(empty.text)")
        _ = try await DashboardMoneyStage.report(self.day, units: 3, orderType: "PAYF", in: self.stage.services)
        let offers = try await browser.get(Self.path + "/proceeds?month=2026-02")
        #expect(offers.text.contains("<small>at least; some prices are not known</small>"), "\(offers.text)")
        let wrong = try await browser.get(Self.path + "/proceeds?month=soon")
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("value=\"soon\""))
    }

    @Test("Days without a report that have too many sales are left out of the page, which says so")
    func manySales() async throws {
        _ = try await DashboardMoneyStage.report(self.day, units: 3, in: self.stage.services)
        for number in 1...1001 {
            try await DashboardMoneyStage.sell("\(number)", on: self.day + 1, in: self.stage.services)
        }
        let browser = try await self.stage.signedIn("ada", .finance)
        let page = try await browser.get(Self.path + "/proceeds?month=2026-02")
        #expect(page.text.contains("they have more than 1,000 sales, too many to estimate while you wait: 18."))
        #expect(page.text.contains("USD 2.10") && !page.text.contains("17 days without a report"), "\(page.text)")
        let chinese = try await browser.get(Self.path + "/proceeds?month=2026-02", language: "zh-Hans")
        #expect(chinese.text.contains("有 18 天没有报告，且其销售超过 1,000 笔"), "\(chinese.text)")
        let file = try await browser.get(Self.path + "/proceeds?month=2026-02&export=csv")
        #expect(file.status == .ok && file.text.contains("estimate"), "\(file.text)")
    }

    @Test(
        "A missing finance report leads to the fetch only once Apple has made it",
        arguments: [("2025-12", "2026-03", true), ("2026-03", "2026-06", false)]
    )
    func financeReport(month: String, fiscal: String, isDue: Bool) async throws {
        let browser = try await self.stage.signedIn("ada", .finance)
        let page = try await browser.get(Self.path + "/proceeds?month=\(month)")
        #expect(page.text.contains("No finance report of the fiscal month \(fiscal)"), "\(page.text)")
        #expect(page.text.contains("/reconciliation/months/\(fiscal)\""))
        #expect(page.text.contains(Self.path + "/fetch\"") == isDue, "\(page.text)")
    }

    @Test("A file of the proceeds has plain numbers with their currencies, and is in English in every language")
    func plainNumbers() async throws {
        _ = try await DashboardMoneyStage.report(self.day, units: 3, in: self.stage.services)
        let browser = try await self.stage.signedIn("ada", .finance)
        for language in ["en", "zh-Hans"] {
            let file = try await browser.get(Self.path + "/proceeds?month=2026-02&export=csv", language: language)
            let head = "basis,storefront,currency,unitsSold,sold,unitsRefunded,refunded,taken,proceeds,"
            #expect(file.text.contains(head + "currencyOfProceeds,"), "\(file.text)")
            #expect(file.text.contains("report,US,USD,3,2.97,0,0.00,29.3,2.10,USD,0.00"), "\(file.text)")
        }
    }

    @Test(
        "A file of the month is a download of the same service",
        arguments: [
            ("csv", "text/csv", "gems.600", "shop-2026-02.csv"),
            ("jsonl", "application/x-ndjson", "gems.600", "shop-2026-02.jsonl"),
            ("bill", "application/vnd.purser.bill+json", "gems.600", "shop-2026-02-bill.json"),
            ("journal", "text/csv", "receivable", "shop-2026-02-journal.csv"),
            ("close", "text/html", "<!doctype html>", "shop-2026-02-close.html"),
        ]
    )
    func files(form: String, type: String, part: String, name: String) async throws {
        _ = try await DashboardMoneyStage.report(self.day, units: 3, in: self.stage.services)
        let browser = try await self.stage.signedIn("ada", .finance)
        let file = try await browser.get(Self.path + "/exports/\(form)?month=2026-02")
        #expect(file.status == .ok && file.text.contains(part), "\(file.text)")
        #expect(file.headers[.contentType]?.hasPrefix(type) == true)
        #expect(file.headers[.contentDisposition] == "attachment; filename=\"\(name)\"")
        #expect(try await browser.get(Self.path + "/exports/other?month=2026-02").status == .notFound)
        #expect(try await browser.get(Self.path + "/exports/\(form)?month=x").status == .unprocessableContent)
        let stranger = try await DashboardBrowser(stage: self.stage).get(Self.path + "/exports/\(form)?month=2026-02")
        #expect(stranger.status == .seeOther)
    }

    @Test("A month that no report can be of is refused with those that there are, and no way leads to one")
    func edges() async throws {
        let browser = try await self.stage.signedIn("ada", .finance)
        for month in ["9999-12", "0001-01", "2008-06", "2100-01"] {
            for path in ["/reports/proceeds?month=", "/reconciliation?month=", "/reports?month="] {
                let page = try await browser.get(DashboardMoneyStage.base + path + month)
                #expect(page.status == .unprocessableContent, "\(path)\(month)")
                #expect(page.text.contains("Enter a month from 2008-07 to 2099-12"), "\(page.text)")
            }
        }
        let first = try await browser.get(Self.path + "/proceeds?month=2008-07")
        #expect(first.status == .ok && first.text.contains("month=2008-08") && !first.text.contains("month=2008-06"))
        let path = DashboardMoneyStage.base + "/reconciliation/months/"
        let fiscal = try await browser.get(path + "9998-12")
        #expect(fiscal.status == .notFound && fiscal.text.contains("Enter one from 2008-07 to 2100-12"))
        let last = try await browser.get(path + "2100-12")
        #expect(last.status == .ok && last.text.contains("2100-11") && !last.text.contains("2101-01"), "\(last.text)")
    }

    @Test("What is due and since when is shown, and a fetch says what it requests before it does")
    func fetch() async throws {
        let stage = try DashboardMoneyStage.connected()
        let browser = try await stage.signedIn("ada", .finance)
        let page = try await browser.get(Self.path)
        #expect(page.text.contains("\(Self.path)/fetch"))
        #expect(page.text.contains("Waits since") && page.text.contains(">364<"), "\(page.text)")
        let path = Self.path + "/fetch"
        _ = try await browser.get(path)
        let due = try await browser.post(path, ["kind": "SALES", "reason": "the month's close"])
        #expect(due.text.contains("Sales: 60 reports are requested") && due.text.contains("are left for the next time"))
        var fields = ["kind": "SALES", "from": "2026-02-27", "to": "2026-02-28", "reason": "the month's close"]
        let preview = try await browser.post(path, fields)
        #expect(preview.text.contains("Sales: 2 reports are requested"), "\(preview.text)")
        fields.merge(try DashboardMoneyStage.confirmation(preview)) { $1 }
        let done = try await browser.post(path, fields)
        #expect(done.headers[.location]?.hasPrefix(Self.path + "?done=doneReportsFetched") == true, "\(done.text)")
        let after = try await browser.get(Self.path)
        #expect(after.text.contains(">363<"), "One of the two days was due: \(after.text)")
    }

    @Test(
        "What cannot be fetched is said at its field",
        arguments: [
            (["from": "2026-02-02", "to": "2026-02-01"], "p-to"), (["fiscalMonth": "soon"], "p-fiscalMonth"),
            (["kind": "FINANCIAL", "from": "2026-02-02"], "p-kind"), (["from": "x"], "p-from"),
            (["fiscalMonth": "2026-05", "from": "2026-02-02"], "p-fiscalMonth"),
            (["kind": "SALES", "fiscalMonth": "2026-05"], "p-kind"), (["from": "9999-01-01"], "p-from"),
            (["to": "9999-01-01"], "p-to"), (["from": "2008-07-09", "to": "2008-07-11"], "p-from"),
            (["fiscalMonth": "9999-12"], "p-fiscalMonth"), (["fiscalMonth": "2090-01"], "p-fiscalMonth"),
        ]
    )
    func wrong(fields: [String: String], part: String) async throws {
        let stage = try DashboardMoneyStage.connected()
        let browser = try await stage.signedIn("ada")
        _ = try await browser.get(Self.path + "/fetch")
        let all = fields.merging(["reason": "the close"]) { $1 }
        let answer = try await browser.post(Self.path + "/fetch", all)
        #expect(answer.status == .unprocessableContent && answer.text.contains("id=\"\(part)\""), "\(answer.text)")
        #expect(answer.text.contains("value=\"the close\""))
    }

    @Test("Fetching is for finance and administrators, by request too, and says when the app has no key")
    func fetchRefused() async throws {
        let path = Self.path + "/fetch"
        for role in [OperatorRole.viewer, .support] {
            let browser = try await self.stage.signedIn(role.rawValue, role)
            #expect(try await browser.get(Self.path).text.contains(path) == false)
            #expect(try await browser.get(path).status == .forbidden)
            #expect(try await browser.post(path, ["reason": "a"]).status == .forbidden)
        }
        for role in [OperatorRole.finance, .admin] {
            let browser = try await self.stage.signedIn(role.rawValue, role)
            #expect(try await browser.get(Self.path).text.contains(path))
            _ = try await browser.get(path)
            let answer = try await browser.post(path, ["reason": "a"])
            #expect(answer.status == .conflict && answer.text.contains("appStoreConnect"))
        }
    }
}
