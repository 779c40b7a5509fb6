import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The pages with the stored reports, the state of the fetches, and one report with its totals.
struct DashboardReportsController: Sendable {
    /// The maximum number of reports that are read to be shown by their period.
    private static let orderedLimit = 2000
    private static let query = DashboardQuery(fields: [
        DashboardQuery.Field("month", label: "reportMonth", type: "month")
    ])

    /// The use cases of reports.
    let reports: ReportService
    /// The use cases of proceeds.
    let proceeds: ProceedsService
    /// The fetches of each app that has a key for App Store Connect.
    let fetches: [AppName: ReportFetch]

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "reports", for: .scope(.read)) { visit, app in try await self.list(visit, app) }
        routes.get(app: "reports/:number", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
        routes.get(app: "reports/:number/file", for: .money(.admin)) { visit, app in
            try await self.file(visit, app)
        }
    }

    // MARK: All reports

    private func list(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let isWithReplaced = visit.query["superseded"] == "true"
        let kinds =
            [(value: "", name: visit.text("reportAllKinds"))]
            + ReportKind.allCases.map { (value: $0.rawValue, name: visit.name(of: $0)) }
        var actions = [
            visit.link("proceeds", to: app.path("reports", "proceeds")),
            visit.link(
                isWithReplaced ? "reportWithoutReplaced" : "reportWithReplaced",
                to: visit.address(with: ["superseded": isWithReplaced ? "" : "true", "cursor": ""])
            ),
        ]
        if visit.mayUseMoney(.admin) {
            actions.append(visit.link("reportFetch", to: app.path("reports", "fetch")))
        }
        var values: [String: Any] = ["actions": actions, "heading": visit.text("reportStored")]
        values.merge(DashboardFilter(field: "kind", choices: kinds).values(for: visit)) { $1 }
        values.merge(try await self.schedule(visit, app)) { $1 }
        return try await Self.query.page(visit, title: "reports", values) {
            let filter = ReportFilter(
                kind: ReportKind(rawValue: visit.query["kind"]),
                begin: try Self.days(visit),
                isCurrentOnly: !isWithReplaced
            )
            let all = values.merging(Self.query.values(for: visit)) { $1 }
            let table = try await self.table(filter, visit, app)
            return try await visit.page("reports", title: "reports", table: table, all)
        }
    }

    /// Returns the days of the month in the query; `nil` where it has none.
    private static func days(_ visit: DashboardVisit) throws -> ClosedRange<CivilDay>? {
        let text = visit.query["month"].trimmed
        guard !text.isEmpty else { return nil }
        guard DashboardDays.months.contains(text), let first = CivilDay(text: "\(text)-01") else {
            throw RequestFields.invalid("month", visit.monthForm(in: DashboardDays.months))
        }
        return first...(CivilDay(firstOf: first.month + 1) + -1)
    }

    /// Returns what is due, what waits, and since when; the way to configure it where the app has no key.
    private func schedule(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> [String: Any] {
        guard let fetch = self.fetches[app.app.name] else { return ["hasSchedule": false] }
        let now = fetch.now
        let (statuses, entries) = try await Problem.explaining(by: Problem.storage) {
            () async throws(RepositoryError) -> ([ReportFetchStatus], [ReportSchedule.Entry]) in
            (try await fetch.status(), try await fetch.entries(at: now))
        }
        let due = Dictionary(grouping: entries.filter { $0.dueAt <= now }, by: \.slot.kind)
        let rows = statuses.map { status -> [String: Any] in
            let waiting = due[status.kind] ?? []
            var row: [String: Any] = [
                "kind": visit.name(of: status.kind), "newest": false, "next": false, "due": "0", "since": false,
                "failure": false, "color": "good", "word": visit.text("reportUpToDate"),
            ]
            if let newest = status.newest {
                row["newest"] = [
                    "period": newest.slot.period.text, "path": app.path("reports", "\(newest.number)"),
                ]
            }
            if let next = status.next { row["next"] = DashboardVisit.time(next) }
            if let oldest = waiting.map(\.dueAt).min() {
                row["due"] = DashboardNumbers.count(waiting.count)
                row["since"] = DashboardVisit.time(oldest)
                (row["color"], row["word"]) = ("warn", visit.text("reportWaits"))
            }
            if let backoff = status.backoff {
                let explanation = visit.explanation(code: backoff.failure.code, backoff.failure.detail)
                var failure = explanation.values("detail")
                failure["code"] = backoff.failure.code
                failure["at"] = DashboardVisit.time(backoff.at)
                row["failure"] = failure
                (row["color"], row["word"]) = ("bad", visit.text("reportFailed"))
            }
            return row
        }
        return ["hasSchedule": true, "schedule": rows]
    }

    /// Returns the table of reports, the newest period first.
    ///
    /// More reports than are read at once are in the order in which they were stored, the last one first.
    private func table(
        _ filter: ReportFilter,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> DashboardTable {
        let (reports, name) = (self.reports, app.app.name)
        let columns = [
            DashboardTable.Column("reportNumber", isNumber: true), DashboardTable.Column("kind"),
            DashboardTable.Column("reportPeriod"), DashboardTable.Column("reportRegion"),
            DashboardTable.Column("state"), DashboardTable.Column("reportRows", isNumber: true),
            DashboardTable.Column("reportImportedAt"), DashboardTable.Column("reportOrigin"),
        ]
        let all = try await Problem.explaining(by: Problem.report) { () async throws(ReportRefusal) in
            try await reports.reports(of: name, matching: filter, limit: Self.orderedLimit + 1)
        }
        guard all.count > Self.orderedLimit else {
            let ordered = all.sorted { left, right in
                let (one, other) = (left.slot.period.begin, right.slot.period.begin)
                return one == other ? left.number > right.number : one > other
            }
            return DashboardTable(name: "reports", columns: columns, empty: "reportEmpty", of: ordered) {
                Self.row($0, visit, app)
            }
        }
        return DashboardTable(name: "reports", columns: columns, empty: "reportEmpty") { cursor, limit in
            let found = try await Problem.explaining(by: Problem.report) { () async throws(ReportRefusal) in
                try await reports.reports(of: name, matching: filter, before: Int64(cursor), limit: limit + 1)
            }
            return DashboardTable.Page(found, limit: limit, cursor: { "\($0.number)" }) { Self.row($0, visit, app) }
        }
    }

    private static func row(
        _ report: ReportRecord,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable.Row {
        DashboardTable.Row(cells: [
            DashboardTable.Cell("\(report.number)", link: app.path("reports", "\(report.number)")),
            DashboardTable.Cell(visit.name(of: report.slot.kind), value: report.slot.kind.rawValue),
            DashboardTable.Cell(report.slot.period.text, note: visit.name(of: report.slot.period.length)),
            DashboardTable.Cell(report.slot.region), visit.state(of: report),
            .count(report.rowCount),
            DashboardTable.Cell(report.importedAt, note: report.importedBy),
            DashboardTable.Cell(
                visit.text(report.origin == .fetched ? "reportFetched" : "reportFromFile"),
                value: report.origin.rawValue
            ),
        ])
    }

    // MARK: One report

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let report = try await self.report(visit, app)
        let (proceeds, name) = (self.proceeds, app.app.name)
        var statement: ProceedsStatement?
        var trouble: DashboardExplanation?
        do throws(ProceedsError) {
            statement = try await proceeds.totals(of: report, app: name)
        } catch {
            guard case .reportUnreadable = error else { throw Problem.proceeds(error) }
            trouble = visit.explanation(code: error.code, error.remedy)
        }
        var actions: [[String: Any]] = []
        if visit.mayUseMoney(.admin) {
            actions.append(visit.link("reportDownload", to: app.path("reports", "\(report.number)", "file")))
        }
        if report.slot.kind == .sales, case .day(let day) = report.slot.period {
            actions.append(visit.link("reportCompare", to: app.path("reconciliation", day.text)))
        }
        let month = Self.comparisonPath(of: report, app)
        if let month { actions.append(visit.link("reportCompare", to: month)) }
        let state = visit.state(of: report)
        var values: [String: Any] = [
            "actions": actions, "number": "\(report.number)", "kind": visit.name(of: report.slot.kind),
            "period": report.slot.period.text, "length": visit.name(of: report.slot.period.length),
            "begin": report.slot.period.begin.text, "end": report.slot.period.end.text,
            "region": report.slot.region.isEmpty ? false : report.slot.region,
            "vendor": report.slot.vendor.isEmpty ? false : report.slot.vendor, "file": report.name,
            "state": state.text, "color": state.chip ?? "",
            "replacedBy": report.supersededBy.map { ["number": "\($0)", "path": app.path("reports", "\($0)")] }
                ?? false,
            "importedAt": DashboardVisit.time(report.importedAt), "importedBy": report.importedBy,
            "rowCount": DashboardNumbers.count(report.rowCount),
            "bytes": DashboardNumbers.count(report.byteCount), "digest": report.digest.hexadecimal,
            "unknownColumns": report.unknownColumns.isEmpty
                ? false : visit.text("reportUnknownColumns", report.unknownColumns.joined(separator: ", ")),
        ]
        if let trouble { values.merge(trouble.values("error")) { $1 } }
        guard let statement else {
            values["noTotals"] = trouble == nil ? visit.text("reportNoTotals") : false
            values["month"] = month.map { visit.link("reportFinanceMonth", to: $0) as Any } ?? false
            return visit.page("report", title: "reportTitle", values)
        }
        values["noTotals"] = false
        let rows = DashboardStatement.rows(of: statement, basis: nil)
        return try await visit.page(
            "report",
            title: "reportTitle",
            table: DashboardStatement.table(of: rows, visit),
            values
        )
    }

    /// Returns the page that compares the fiscal month of a finance report; `nil` for other reports.
    private static func comparisonPath(of report: ReportRecord, _ app: DashboardApp) -> String? {
        switch (report.slot.kind, report.slot.period) {
        case (.financial, .fiscalMonth(let month)), (.financeDetail, .fiscalMonth(let month)):
            app.path("reconciliation", "months", month.text)
        default: nil
        }
    }

    private func file(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let slot = try DashboardTable.slot(for: visit)
        let report = try await self.report(visit, app)
        var response: Response = try await self.reports.file(of: report, app: app.app.name)
        response.body = response.body.keeping(slot)
        return response
    }

    private func report(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> ReportRecord {
        let number = visit.number(inPath: "number")
        let reports = self.reports
        return try await Problem.explaining(by: Problem.report) { () async throws(ReportRefusal) in
            try await reports.report(number, of: app.app.name)
        }
    }
}

extension DashboardVisit {
    /// Returns the name of a kind of report.
    func name(of kind: ReportKind) -> String {
        switch kind {
        case .sales: self.text("reportSales")
        case .subscription: self.text("reportSubscription")
        case .subscriptionEvent: self.text("reportSubscriptionEvent")
        case .subscriber: self.text("reportSubscriber")
        case .financial: self.text("reportFinancial")
        case .financeDetail: self.text("reportFinanceDetail")
        }
    }

    /// Returns the name of a length of time that a report covers.
    fileprivate func name(of length: ReportPeriod.Length) -> String {
        switch length {
        case .day: self.text("reportDaily")
        case .week: self.text("reportWeekly")
        case .month: self.text("reportMonthly")
        case .year: self.text("reportYearly")
        case .fiscalMonth: self.text("reportFiscal")
        }
    }

    /// Returns the cell with the state of a report.
    fileprivate func state(of report: ReportRecord) -> DashboardTable.Cell {
        guard let number = report.supersededBy else {
            return DashboardTable.Cell(self.text("reportCurrent"), value: "current", chip: "good")
        }
        return DashboardTable.Cell(self.text("reportReplaced", "\(number)"), value: "superseded", chip: "")
    }
}
