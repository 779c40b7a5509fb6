import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The page with the close of a month: what is open, the proceeds, and the files for bookkeeping.
struct DashboardProceedsController: Sendable {
    /// The use cases of proceeds.
    let proceeds: ProceedsService
    /// Returns the present day of the ledger's time.
    let today: @Sendable () -> PacificDay

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "reports/proceeds", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
        routes.get(app: "reports/exports/:form", for: .scope(.read)) { visit, app in
            try await self.export(visit, app)
        }
    }

    // MARK: The month

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let typed = visit.query["month"].trimmed
        let month = typed.isEmpty ? DashboardDays.month(of: self.today() + -1) : typed
        let query = DashboardQuery(fields: [
            DashboardQuery.Field("month", label: "moneyMonth", type: "month", hint: "2026-03", initial: month)
        ])
        return try await query.page(visit, title: "proceeds") {
            let period = try visit.period(month)
            // A file has all sums, or an error that says why not.
            let isPage = visit.query["export"].isEmpty
            let close = try await self.close(period, app, maximumSales: isPage ? ProceedsService.pageSales : nil)
            var values = query.values(for: visit)
            values["months"] = DashboardDays.months(around: month) {
                app.path("reports", "proceeds", query: ["month": $0])
            }
            values["actions"] = [
                visit.link("reconciliation", to: app.path("reconciliation", query: ["month": period.text]))
            ]
            values.merge(self.openPoints(close, visit, app)) { $1 }
            values["totals"] = Self.totals(close.proceeds, visit)
            values["files"] = Self.files(period, visit, app)
            values["finance"] = Self.finance(close, visit)
            values["accepted"] = close.accepted.map { day -> [String: Any] in
                [
                    "day": day.day.text, "path": app.path("reconciliation", day.day.text), "by": day.acceptance.by,
                    "reason": day.acceptance.reason,
                ]
            }
            values["hasAccepted"] = !close.accepted.isEmpty
            let report = close.proceeds
            let rows =
                DashboardStatement.rows(of: report.reported, basis: "proceedsReported")
                + DashboardStatement.rows(of: report.estimate.statement, basis: "proceedsEstimated")
            return try await visit.page(
                "proceeds",
                title: "proceeds",
                table: DashboardStatement.table(of: rows, visit),
                values
            )
        }
    }

    /// Returns the open points, each with the pages where it is worked on.
    private func openPoints(
        _ close: MonthClose,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [String: Any] {
        let words = MonthClosePage(close, in: visit.language)
        let month = close.proceeds.period.text
        let canFetch = visit.mayUseMoney(.admin)
        let points = close.openPoints.map { point -> [String: Any] in
            let reports =
                canFetch
                ? visit.link("reportFetch", to: app.path("reports", "fetch"))
                : visit.link("reports", to: app.path("reports"))
            let ways: [[String: Any]] =
                switch point {
                case .daysNotCompared, .daysUnexplained:
                    [visit.link("reconciliation", to: app.path("reconciliation", query: ["month": month]))]
                case .daysWithoutReport: [reports]
                case .financeReportMissing:
                    [visit.link("settlement", to: app.path("reconciliation", "months", close.fiscalMonth.text))]
                        // Before Apple makes the report there is nothing to fetch.
                        + (close.financeReportDay <= self.today() ? [reports] : [])
                default: []
                }
            let unestimated = close.proceeds.unestimatedDays
            guard point.name == .daysWithoutReport, !unestimated.isEmpty else {
                return ["says": words.sentence(point), "ways": ways]
            }
            let limit = DashboardNumbers.count(ProceedsService.pageSales)
            return ["says": visit.text("proceedsDaysLeftOut", "\(unestimated.count)", limit), "ways": ways]
        }
        return [
            "points": points, "isOpen": !points.isEmpty,
            "openSays": points.isEmpty
                ? visit.text("proceedsNothingOpen") : visit.text("proceedsOpen", "\(points.count)"),
        ]
    }

    /// Returns the proceeds by currency, those of reports and those that are estimated.
    private static func totals(_ report: ProceedsReport, _ visit: DashboardVisit) -> [[String: Any]] {
        let reported = report.reported.netProceeds
        let estimated = report.estimate.statement.netProceeds
        return Set(reported.keys).union(estimated.keys).sorted().map { currency in
            func money(_ amount: Int64) -> String { HTMLText.money(amount, in: currency) }
            var notes: [String] = []
            if let amount = reported[currency], !report.reportedDays.isEmpty {
                notes.append(visit.text("proceedsFromReports", money(amount), "\(report.reportedDays.count)"))
            }
            if let amount = estimated[currency], !report.estimate.days.isEmpty {
                notes.append(visit.text("proceedsFromEstimate", money(amount), "\(report.estimate.days.count)"))
            }
            return [
                "sum": money((reported[currency] ?? 0) &+ (estimated[currency] ?? 0)),
                "notes": notes.joined(separator: " "),
            ]
        }
    }

    private static func files(
        _ period: ProceedsPeriod,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [[String: Any]] {
        ProceedsService.Form.allCases.map { form in
            let says =
                switch form {
                case .csv: visit.text("proceedsFileCSV")
                case .jsonl: visit.text("proceedsFileJSONL")
                case .bill: visit.text("proceedsFileBill")
                case .journal: visit.text("proceedsFileJournal")
                case .close: visit.text("proceedsFileClose")
                }
            return [
                "name": Self.fileName(form, period, app), "says": says,
                "path": app.path("reports", "exports", form.rawValue, query: ["month": period.text]),
            ]
        }
    }

    private static func finance(_ close: MonthClose, _ visit: DashboardVisit) -> Any {
        guard let finance = close.finance else { return false }
        let says =
            switch finance.basis {
            case .detail: visit.text("proceedsFinanceDetail")
            case .fiscalMonth(let month): visit.text("proceedsFinanceFiscal", month.text)
            }
        let rows = finance.lines.map { line -> [String: Any] in
            func money(_ amount: Int64) -> String { HTMLText.money(amount, in: line.currency) }
            return [
                "sales": money(line.salesMilliunits), "settled": money(line.settledMilliunits),
                "transit": money(line.inTransitMilliunits),
            ]
        }
        return [
            "says": says, "lines": rows,
            "days": visit.text("settlementDays", finance.days.lowerBound.text, finance.days.upperBound.text),
        ] as [String: Any]
    }

    // MARK: Files

    private func export(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        guard let form = ProceedsService.Form(rawValue: visit.parameters.get("form") ?? "") else {
            return visit.message(.notFound, title: "notFound", visit.text("notFoundText"))
        }
        let period = try visit.period(visit.query["month"].trimmed)
        let (proceeds, name) = (self.proceeds, app.app.name)
        let slot = try DashboardTable.slot(for: visit)
        let body: ResponseBody
        switch form {
        case .close:
            let page = MonthClosePage(try await self.close(period, app), in: visit.language)
            body = ResponseBody(byteBuffer: ByteBuffer(string: page.html))
        case .journal:
            let file = try await Problem.explaining(by: Problem.proceeds) { () async throws(ProceedsError) in
                try await proceeds.journalFile(of: name, in: period, by: proceeds.terms(of: name))
            }
            body = .parts(from: file) { try await $0.next() }
        case .csv, .jsonl, .bill:
            let file = try await Problem.explaining(by: Problem.proceeds) { () async throws(ProceedsError) in
                try await proceeds.salesFile(as: form, of: name, in: period)
            }
            body = .parts(from: file) { try await $0.next() }
        }
        // The close has a style of its own, which no page of the dashboard may have: it is always a file.
        let headers: HTTPFields = [
            .contentType: form.mediaType,
            .contentDisposition: "attachment; filename=\"\(Self.fileName(form, period, app))\"",
        ]
        return Response(status: .ok, headers: headers, body: body.keeping(slot))
    }

    private static func fileName(
        _ form: ProceedsService.Form,
        _ period: ProceedsPeriod,
        _ app: DashboardApp
    ) -> String {
        let end =
            switch form {
            case .csv: ".csv"
            case .jsonl: ".jsonl"
            case .bill: "-bill.json"
            case .journal: "-journal.csv"
            case .close: "-close.html"
            }
        return "\(app.app.name.rawValue)-\(period.text)\(end)"
    }

    private func close(
        _ period: ProceedsPeriod,
        _ app: DashboardApp,
        maximumSales: Int? = nil
    ) async throws -> MonthClose {
        let (proceeds, name) = (self.proceeds, app.app.name)
        return try await Problem.explaining(by: Problem.proceeds) { () async throws(ProceedsError) in
            try await proceeds.close(
                period,
                of: name,
                by: proceeds.terms(of: name),
                maximumSales: maximumSales
            )
        }
    }
}
