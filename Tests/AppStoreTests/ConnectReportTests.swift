import AppStore
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConnectReportTests {
    static func date(_ text: String) throws -> ReportDate { try #require(ReportDate(reported: text)) }

    @Test("Each report is requested with the detail, version, and date format that Apple documents")
    func spelling() async throws {
        let day = ConnectSalesReport.Period.day(try Self.date("2026-02-05"))
        let week = ConnectSalesReport.Period.week(endingOn: try Self.date("2026-02-08"))
        let month = ConnectSalesReport.Period.month(year: 2026, month: 2)
        let year = ConnectSalesReport.Period.year(2025)
        let table: [(ConnectSalesReport.Kind, ConnectSalesReport.Detail?, ConnectSalesReport.Period, String)] = [
            (.sales, nil, day, "DAILY 2026-02-05 SUMMARY SALES 1_0"),
            (.sales, .summary, week, "WEEKLY 2026-02-08 SUMMARY SALES 1_0"),
            (.sales, nil, month, "MONTHLY 2026-02 SUMMARY SALES 1_0"),
            (.sales, nil, year, "YEARLY 2025 SUMMARY SALES 1_0"),
            (.preOrder, nil, .month(year: 2025, month: 12), "MONTHLY 2025-12 SUMMARY PRE_ORDER 1_0"),
            (.subscription, nil, day, "DAILY 2026-02-05 SUMMARY SUBSCRIPTION 1_3"),
            (.subscriptionEvent, nil, day, "DAILY 2026-02-05 SUMMARY SUBSCRIPTION_EVENT 1_3"),
            (.subscriber, nil, day, "DAILY 2026-02-05 DETAILED SUBSCRIBER 1_3"),
            (.offerCodeRedemption, nil, day, "DAILY 2026-02-05 SUMMARY SUBSCRIPTION_OFFER_CODE_REDEMPTION 1_0"),
            (.winBackEligibility, nil, day, "DAILY 2026-02-05 SUMMARY WIN_BACK_ELIGIBILITY 1_0"),
            (.newsstand, nil, week, "WEEKLY 2026-02-08 DETAILED NEWSSTAND 1_0"),
            (.firstAnnual, nil, day, "DAILY 2026-02-05 DETAILED FIRST_ANNUAL 1_0"),
            (.firstAnnual, nil, year, "YEARLY 2025 SUMMARY FIRST_ANNUAL 1_0"),
            (.installs, .detailed, month, "MONTHLY 2026-02 DETAILED INSTALLS 1_2"),
            (.installs, .summaryByChannel, year, "YEARLY 2025 SUMMARY_CHANNEL INSTALLS 1_1"),
        ]
        let stage = ConnectStage(Array(repeating: .gzip(), count: table.count))
        let client = try stage.client()
        for (kind, detail, period, words) in table {
            let report = try #require(ConnectSalesReport(kind, detail, of: period), "\(words)")
            _ = try await client.send(.salesReport(report, vendorNumber: "8"))
            let call = try #require(stage.calls.last)
            let claims = try #require(ConnectStage.token(of: call)).claims
            let parts = words.split(separator: " ")
            let scope =
                "GET /v1/salesReports?filter[frequency]=\(parts[0])&filter[reportDate]=\(parts[1])"
                + "&filter[reportSubType]=\(parts[2])&filter[reportType]=\(parts[3])&filter[vendorNumber]=8"
                + "&filter[version]=\(parts[4])"
            #expect(claims["scope"] == .array([.string(scope)]))
        }
    }

    @Test("A report that Apple does not offer cannot be requested")
    func impossible() throws {
        let day = ConnectSalesReport.Period.day(try Self.date("2026-02-05"))
        #expect(ConnectSalesReport(.sales, .detailed, of: day) == nil)
        #expect(ConnectSalesReport(.subscription, of: .year(2025)) == nil)
        #expect(ConnectSalesReport(.subscriber, of: .month(year: 2026, month: 1)) == nil)
        #expect(ConnectSalesReport(.installs, of: day) == nil)
        #expect(ConnectSalesReport(.sales, of: .month(year: 2026, month: 13)) == nil)
        #expect(ConnectSalesReport(.sales, of: .month(year: 26, month: 1)) == nil)
        #expect(ConnectSalesReport(.sales, of: .year(0)) == nil)
    }

    @Test("A week ends on a Sunday in every year")
    func weeks() throws {
        func isTaken(_ text: String) throws -> Bool {
            ConnectSalesReport(.sales, of: .week(endingOn: try Self.date(text))) != nil
        }
        for sunday in [
            "2026-02-08", "2026-03-01", "2024-02-25", "2024-03-03", "2023-01-01", "2000-12-31", "2028-12-31",
        ] {
            #expect(try isTaken(sunday), "\(sunday)")
        }
        for other in ["2026-02-07", "2026-02-09", "2024-02-29", "2024-03-01", "2023-01-02"] {
            #expect(try !isTaken(other), "\(other)")
        }
    }

    @Test("A financial report is requested by its region and fiscal month")
    func finance() async throws {
        let stage = ConnectStage([.gzip(), .gzip(), .gzip()])
        let client = try stage.client()
        let reports = [
            ConnectFinanceReport(.summary, fiscalYear: 2026, fiscalMonth: 1),
            ConnectFinanceReport(.summary, region: "EU", fiscalYear: 2026, fiscalMonth: 12),
            ConnectFinanceReport(.detail, fiscalYear: 2025, fiscalMonth: 10),
        ]
        for report in reports {
            let gzip = try await client.send(.financeReport(try #require(report), vendorNumber: "80012345"))
            #expect(gzip.count == 40)
        }
        let parts = [
            ("ZZ", "2026-01", "FINANCIAL"), ("EU", "2026-12", "FINANCIAL"), ("Z1", "2025-10", "FINANCE_DETAIL"),
        ]
        for (target, part) in zip(stage.targets, parts) {
            let query =
                "filter%5BregionCode%5D=\(part.0)&filter%5BreportDate%5D=\(part.1)&filter%5BreportType%5D=\(part.2)"
            #expect(target == "/v1/financeReports?" + query + "&filter%5BvendorNumber%5D=80012345")
        }
        #expect(ConnectFinanceReport(.detail, region: "US", fiscalYear: 2026, fiscalMonth: 1) == nil)
        #expect(ConnectFinanceReport(.summary, region: "Z1", fiscalYear: 2026, fiscalMonth: 1) == nil)
        for region in ["", "U", "us", "USA", "U&"] {
            #expect(ConnectFinanceReport(.summary, region: region, fiscalYear: 2026, fiscalMonth: 1) == nil)
        }
        for month in [0, 13] {
            #expect(ConnectFinanceReport(.summary, fiscalYear: 2026, fiscalMonth: month) == nil)
        }
    }

    @Test("A report with a withdrawn version is requested once more in the version that Apple names")
    func version() async throws {
        let detail = "The version parameter you have specified is invalid. The latest version for this report is 1_4."
        let refusal = Result<AppStoreHTTPResponse, AppStoreTransportError>.refusal(
            400,
            "PARAMETER_ERROR.INVALID",
            detail
        )
        let report = try #require(ConnectSalesReport(.subscriber, of: .day(try Self.date("2026-02-05"))))
        func ask(_ stage: ConnectStage) async throws -> Result<ConnectReport, ConnectError> {
            let client = try stage.client()
            return await ConnectStage.outcome { () throws(ConnectError) in
                try await client.salesReport(report, vendorNumber: "8")
            }
        }
        let usual = ConnectStage([.gzip()])
        #expect(try await ask(usual).get().version == "1_3")
        let healed = ConnectStage([refusal, .gzip()])
        #expect(try await ask(healed).get().version == "1_4")
        #expect(healed.targets.map { $0.hasSuffix("version%5D=1_3") } == [true, false])
        #expect(healed.targets.map { $0.hasSuffix("version%5D=1_4") } == [false, true])
        let again = ConnectStage([refusal, refusal, .gzip()])
        #expect(
            try await ask(again) == .failure(.refused(try #require(try await ConnectErrorTests.error(refusal)?.answer)))
        )
        #expect(again.calls.count == 2)
    }

    @Test(
        "Only a version number is taken from Apple's message",
        arguments: ["1_3", "", "x", "1", "1_", "_1", "1_2_3", "1234_1", "1_4&a=b"]
    )
    func versionNumber(text: String) {
        let answer = ConnectErrorResponse(status: 400, detail: "The latest version for this report is \(text)")
        #expect(answer.latestVersion == (text == "1_3" ? "1_3" : text == "1_4&a=b" ? "1_4" : nil))
    }
}
