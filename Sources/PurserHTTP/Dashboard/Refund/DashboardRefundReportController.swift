import Hummingbird
import Ledger
import PurserService

/// The pages over all refunds: what became of them by our answers, the money, and the refunds that version 1 reported.
struct DashboardRefundReportController: Sendable {
    /// The maximum number of cases that one report reads.
    private static let caseCount = 20_000
    /// The periods, in days; the first one is the default.
    private static let periods: [Int64] = [90, 30, 365]

    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "refunds/report", for: .scope(.read)) { visit, app in try await self.report(visit, app) }
        routes.get(app: "refunds/reported", for: .scope(.read)) { visit, app in try await self.reported(visit, app) }
    }

    // MARK: The report

    private func report(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let days = Int64(visit.query["days"]) ?? Self.periods[0]
        guard Self.periods.contains(days) else {
            throw RequestFields.invalid("days", visit.text("chartChoiceUnknown"))
        }
        let now = self.services.ambient.now()
        let (report, stoppedAt) = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            try await self.services.refunds.report(
                on: app.environment,
                since: now - .days(days),
                limit: Self.caseCount,
                in: app.app.name
            )
        }
        let table = Self.table(of: report, visit)
        let choices = Self.periods.sorted().map { value in
            // The default has no field in the address.
            (
                value: value == Self.periods[0] ? "" : "\(value)",
                name: visit.text("refundDays", "\(value)")
            )
        }
        var values = DashboardFilter(field: "days", choices: choices).values(for: visit)
        values["period"] = visit.text("refundDays", "\(days)")
        values["back"] = app.path("refunds")
        values["stopped"] =
            stoppedAt.map { visit.text("refundStopped", "\(Self.caseCount)", $0.dayText) } ?? false
        values["command"] = "purser refunds report --since \(days)d"
        let requests = report.requests
        values["summary"] = visit.text(
            "refundSummary",
            DashboardNumbers.count(report.asked.cases),
            DashboardNumbers.count(report.asked.refunded),
            DashboardNumbers.count(report.asked.declined),
            DashboardNumbers.count(report.asked.open)
        )
        values["hasCases"] = report.asked.cases > 0
        values["chart"] = Self.chart(of: report, visit).values(for: visit)
        Self.addMoney(of: report, to: &values)
        let withheld = requests.withheld.values.reduce(0, +)
        let lines: [(String, Int64)] = [
            ("refundInTime", requests.inTime), ("refundInLate", requests.late), ("refundMissed", requests.missed),
            ("refundDoubtful", requests.doubtful), ("refundWithheld", withheld),
            ("refundSuperseded", requests.superseded), ("refundOpen", requests.open),
        ]
        values["requests"] = lines.filter { $0.1 > 0 || $0.0 == "refundInTime" }.map { key, count in
            let of = key == "refundInTime" ? visit.text("refundOf", DashboardNumbers.count(requests.asked)) : ""
            return ["name": visit.text(key), "count": "\(DashboardNumbers.count(count)) \(of)".trimmed]
        }
        return try await visit.page("refund-report", title: "refundReport", table: table, values)
    }

    private static func chart(of report: RefundReport, _ visit: DashboardVisit) -> DashboardChart {
        let phrases = DashboardRefundPhrases(visit: visit)
        let answers = Self.answers(of: report)
        func series(_ name: String, _ color: String, _ count: (RefundReport.Sum) -> Int64) -> DashboardChart.Series {
            DashboardChart.Series(
                name: visit.text(name),
                values: answers.map { Double(count($0.1)) },
                color: color
            )
        }
        var all = [
            series("refundSeriesRefunded", "s1") { $0.refunded },
            series("refundSeriesKept", "s3") { $0.declined + $0.reversed },
            series("refundSeriesOpen", "s2") { $0.open },
        ]
        if report.asked.revoked > 0 { all.append(series("refundSeriesRevoked", "s6") { $0.revoked }) }
        return DashboardChart(
            title: visit.text("refundChartText"),
            form: .bars,
            places: answers.map { phrases.answer($0.0) },
            series: all,
            hasTable: false,
            isWhole: true,
            format: { DashboardNumbers.count(Int64($0)) }
        )
    }

    private static func answers(of report: RefundReport) -> [(RefundReport.Answer, RefundReport.Sum)] {
        [.grantFull, .grantProrated, .decline, .none, .nothing].compactMap { answer in
            report.answers[answer].map { (answer, $0) }
        }
    }

    private static func table(of report: RefundReport, _ visit: DashboardVisit) -> DashboardTable {
        let phrases = DashboardRefundPhrases(visit: visit)
        let numbers = [
            "refundCases", "refundSeriesRefunded", "refundSeriesDeclined", "refundSeriesReversed",
            "refundSeriesRevoked", "refundSeriesOpen",
        ]
        let answers = Self.answers(of: report)
        // A file has a column of plain numbers for each currency; on a page one cell has all of them.
        let currencies = visit.isForFile ? Set(answers.flatMap { $0.1.paid.keys }).sorted() : []
        let rows = answers.map { answer, sum -> DashboardTable.Row in
            let counts = [sum.cases, sum.refunded, sum.declined, sum.reversed, sum.revoked, sum.open]
            let sums = [sum.paid, sum.paidBack, sum.kept]
            let money: [DashboardTable.Cell] =
                visit.isForFile
                ? currencies.flatMap { currency in
                    sums.map { .amount(Int64(clamping: $0[currency] ?? 0), in: currency) }
                } : sums.map { .init(DashboardRefundPhrases.amounts($0)) }
            return DashboardTable.Row(
                cells: [.init(phrases.answer(answer), value: answer.rawValue)]
                    + counts.map { .count($0) } + money
            )
        }
        let amounts: [DashboardTable.Column] =
            visit.isForFile
            ? currencies.flatMap { currency in
                ["paid", "refunded", "kept"].map {
                    DashboardTable.Column($0 + currency, isNumber: true, title: $0 + currency)
                }
            } : ["refundAsked", "refundPaidBack", "refundKept"].map { DashboardTable.Column($0, isNumber: true) }
        return DashboardTable(
            name: "refundReport",
            columns: [.init("refundSaid")] + numbers.map { .init($0, isNumber: true) } + amounts,
            empty: "refundReportEmpty",
            of: rows
        ) { $0 }
    }

    private static func addMoney(of report: RefundReport, to values: inout [String: Any]) {
        let (asked, lost, unasked) = (report.asked, report.unconsented.paidBack, report.unasked.paidBack)
        let currencies = Set(asked.paid.keys).union(lost.keys).union(unasked.keys).sorted()
        values["hasMoney"] = !currencies.isEmpty
        values["money"] = currencies.map { currency -> [String: Any] in
            func amount(_ sums: [String: Int128]) -> String {
                DashboardRefundPhrases.amounts([currency: sums[currency] ?? 0])
            }
            return [
                "currency": currency, "asked": amount(asked.paid), "paidBack": amount(asked.paidBack),
                "kept": amount(asked.kept), "lost": amount(lost), "unasked": amount(unasked),
            ]
        }
    }

    // MARK: Refunds that version 1 reported

    private func reported(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let table = DashboardTable(
            name: "refundsReported",
            columns: [
                .init("refundReportedAt"), .init("transaction"), .init("customer"), .init("refundProduct"),
                .init("state"), .init("refundTreatment"),
            ],
            empty: "refundsReportedEmpty",
            load: { cursor, limit in
                let position = try DashboardTable.position(cursor)
                let found = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
                    try await self.services.refunds.reported(after: position, limit: limit + 1, in: app.app.name)
                }
                let page = found.prefix(limit)
                return DashboardTable.Page(
                    rows: page.filter { $0.positioned.environment == app.environment }
                        .map { Self.cells(of: $0, visit, app) },
                    next: found.count > limit ? page.last.map { "\($0.positioned.position)" } : nil
                )
            }
        )
        return try await visit.page(
            title: "refundsReported",
            table: table,
            ["about": visit.text("refundsReportedAbout")]
        )
    }

    private static func cells(
        of reported: RefundService.Reported,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable.Row {
        let report = reported.positioned.report
        let (key, chip) =
            switch reported.state {
            case .purchaseUnknown: ("refundReportUnknown", "warn")
            case .refundReported: ("refundReportInForce", "warn")
            case .refunded: ("refundReportSigned", "")
            case .undone: ("refundReportUndone", "")
            }
        let treatment =
            switch report.treatment {
            case .show: "refundTreatmentShow"
            case .freeze: "refundTreatmentFreeze"
            case .act: "refundTreatmentAct"
            }
        let id = report.transactionID.rawValue
        return DashboardTable.Row(cells: [
            .init(report.reportedAt), .init(id, link: app.path("transactions", id), isID: true),
            app.cell(of: reported.customer),
            .init(report.productID.rawValue),
            .init(visit.text(key), value: reported.state.rawValue, chip: chip),
            .init(visit.text(treatment), value: report.treatment.rawValue),
        ])
    }
}
