import AppStore
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct ProceedsControllerTests {
    private static let head = [
        "SKU", "Title", "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date",
        "Customer Currency", "Country Code", "Currency of Proceeds", "Customer Price", "Parent Identifier", "Period",
    ]
    private static let rows = [
        ["coins", "=1+1", "IA1", "2", "15.30", "CNY", "CN", "CNY", "18", ""],
        ["pro", "Pro", "IAY", "3", "6.877", "EUR", "DE", "EUR", "10", "1 Year"],
        ["pro", "Pro", "IAY", "-1", "6.877", "EUR", "DE", "EUR", "-10", "1 Year"],
    ]

    let server: TestServer

    init() throws {
        self.server = try TestServer()
        // 2 April 2026.
        self.server.shop.setNow(Instant(milliseconds: 1_775_124_000_000))
    }

    private func importReport(of date: String = "03/01/2026") async throws {
        let lines = Self.rows.map { row -> String in
            let fields: [String] = Array(row[0...4]) + [date, date] + Array(row[5...8]) + ["app", row[9]]
            return fields.joined(separator: "\t")
        }
        let text = ([Self.head.joined(separator: "\t")] + lines).map { $0 + "\n" }.joined()
        let reports = ReportService(repository: self.server.shop.repository, ambient: self.server.shop.ambient)
        _ = try await reports.add(
            Array(text.utf8),
            named: "march.txt",
            to: self.server.shop.app.name,
            origin: .file,
            by: RequestOrigin(name: "maria")
        )
    }

    private func get(_ path: String) async throws -> TestServer.TestResponse { try await self.server.send(.get, path) }

    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let elements)? = value else { return [] }
        return elements
    }

    @Test("Proceeds are reported by storefront and currency, with the share that was taken")
    func proceeds() async throws {
        try await self.importReport()
        let answer = try await self.get("/v1/reports/proceeds?from=2026-03-01&to=2026-03-01")
        #expect(answer.status == .ok, "\(answer.text)")
        let reported = answer["reported"]
        #expect(reported?["days"] == .number("1"))
        let germany = Self.elements(reported?["storefronts"]).first { $0["storefront"] == .string("DE") }
        #expect(germany?["soldMilliunits"] == .number("30000"))
        #expect(germany?["takenPerMille"] == .number("312"))
        #expect(germany?["proceedsMilliunits"] == .number("13754"))
        #expect(germany?["refundCostMilliunits"] == .number("6877"))
        #expect(Self.elements(reported?["netProceeds"]).count == 2)
        #expect(answer["estimated"] == nil)
        #expect(answer["converted"] == nil)
    }

    @Test("Days without a report are estimated, and called so with their rules")
    func estimated() async throws {
        try await self.importReport()
        let day = try #require(PacificDay(text: "2026-03-02"))
        let snapshot = TransactionSnapshot(
            transactionID: TransactionID("1"),
            originalTransactionID: OriginalTransactionID("1"),
            productID: ProductID("gems.600"),
            kind: .consumable,
            purchaseAt: day.begin,
            price: Money(amountMilliunits: 18_000, currency: "CNY"),
            storefront: "CHN",
            signedAt: day.begin,
            digest: .number(1)
        )
        var intake = Sample.facts([snapshot], app: self.server.shop.app.name)
        intake.receivedAt = day.begin
        _ = try await self.server.shop.repository.record(intake)
        let days = "from=2026-03-01&to=2026-03-02"
        let answer = try await self.get("/v1/reports/proceeds?\(days)&smallBusinessFrom=2026-01-15")
        let estimated = answer["estimated"]
        #expect(estimated?["days"] == .array([.string("2026-03-02")]))
        #expect(Self.elements(estimated?["netProceeds"]).first?["amountMilliunits"] == .number("15300"))
        let rules = Self.elements(estimated?["rules"])
        let rule = try #require(rules.first)
        #expect(rule["program"] == .string("smallBusiness"))
        #expect(rule["rule"] == .string("price / (1 + 0 % tax) × (1 - 15 % commission, Small Business Program)"))
        #expect(rule["settled"] == .bool(true))
        #expect(rule["commissionAuthority"] == .string("apple"))
        #expect(rule["commissionStatus"] == .string("confirmed"))
        #expect(rule["platformAssumed"] == .bool(false))
        #expect(rule["commissionSource"] != nil)
    }

    @Test("Nothing is converted but by rates with day and source")
    func converted() async throws {
        try await self.importReport()
        let path = "/v1/reports/proceeds?from=2026-03-01&to=2026-03-01"
        let euros = "EUR=1.08@2026-03-31:ECB"
        let yuan = "CNY=0.14@2026-03-31:PBC"
        let answer = try await self.get("\(path)&into=USD&rate=\(euros),\(yuan)")
        #expect(answer["converted"]?["reportedMilliunits"] == .number("\(14_854 + 4_284)"))
        #expect(answer["converted"]?["rates"] == .array([.string(euros), .string(yuan)]))
        #expect(try await self.get("\(path)&into=USD&rate=\(euros)").code == "proceeds_rate_missing")
        #expect(try await self.get("\(path)&rate=\(euros)").code == "field_missing")
        #expect(try await self.get("\(path)&into=USD&rate=EUR=1.08").code == "field_invalid")
    }

    @Test("Which days are meant has to be clear")
    func days() async throws {
        for (query, code) in [
            ("", "field_missing"), ("month=2026-13", "field_invalid"),
            ("month=2026-03&from=2026-03-01", "field_invalid"),
            ("from=2026-03-01", "field_missing"), ("from=2026-03-02&to=2026-03-01", "proceeds_days_invalid"),
            ("from=2024-03-02&to=2026-03-01", "proceeds_days_invalid"), ("months=2026-03", "parameter_unknown"),
            ("month=2026-03&smallBusinessFrom=yesterday", "field_invalid"),
        ] {
            let refused = try await self.get("/v1/reports/proceeds?\(query)")
            #expect(refused.code == code, "\(query)")
        }
    }

    @Test("Files come in five forms")
    func exports() async throws {
        #expect(try await self.get("/v1/reports/exports/csv?month=2026-03").code == "proceeds_reports_missing")
        try await self.importReport()
        let csv = try await self.get("/v1/reports/exports/csv?month=2026-03")
        #expect(csv.headers[.contentType] == "text/csv; charset=utf-8")
        #expect(csv.headers[.cacheControl] == "no-store")
        #expect(csv.text.contains(",'=1+1,"))
        let lines = try await self.get("/v1/reports/exports/jsonl?month=2026-03")
        #expect(lines.text.split(separator: "\n").count == 3)
        let bill = try await self.get("/v1/reports/exports/bill?month=2026-03")
        #expect(bill.headers[.contentType] == "application/vnd.purser.bill+json")
        guard case .array(let rows)? = bill.body else {
            Issue.record("A bill is an array: \(bill.text)")
            return
        }
        #expect(rows.map { $0["customer_price"] } == [.number("18"), .number("10"), .number("-10")])
        #expect(rows.first?["order_type"] == .string(""))
        let journal = try await self.get("/v1/reports/exports/journal?month=2026-03&accounts=revenue:4400")
        #expect(journal.text.hasPrefix("date,account,debit,credit,currency,product,storefront,source\r\n"))
        #expect(journal.text.contains("2026-03-01,4400,,36.00,CNY,coins,CN,report 1\r\n"))
        let close = try await self.get("/v1/reports/exports/close?month=2026-03&language=zh-Hans")
        #expect(close.headers[.contentType] == "text/html; charset=utf-8")
        #expect(close.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
        #expect(close.text.contains("2026-03 月结"))
        #expect(try await self.get("/v1/reports/exports/pdf?month=2026-03").code == "field_invalid")
        #expect(try await self.get("/v1/reports/exports/close?month=2026-03&language=fr").code == "field_invalid")
        #expect(try await self.get("/v1/reports/exports/journal?month=2026-03&accounts=cash:1").code == "field_invalid")
    }

    @Test("The close of a month says what is open, and the same as the page")
    func close() async throws {
        try await self.importReport()
        let close = try await self.get("/v1/reports/close?month=2026-03")
        #expect(close.status == .ok, "\(close.text)")
        let points = Self.elements(close["openPoints"]).map { $0["point"] }
        #expect(points == ["daysWithoutReport", "daysNotCompared", "financeReportMissing"].map { .string($0) })
        #expect(close["days"]?["notCompared"] == .array([.string("2026-03-01")]))
        #expect(close["deferred"] == nil)
        let more = try await self.get("/v1/reports/close?month=2026-03&deferred=true")
        #expect(Self.elements(more["deferred"]).first?["currency"] == .string("EUR"))
        #expect(try await self.get("/v1/reports/close?month=2026-03&deferred=1").code == "field_wrong_type")
        #expect(try await self.get("/v1/reports/close").code == "field_missing")
    }
}
