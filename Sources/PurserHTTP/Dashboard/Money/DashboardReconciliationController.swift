import Hummingbird
import Ledger
import PurserService

/// The page with the days of a month as a calendar and as a list: which agree with Apple's reports, and which do not.
struct DashboardReconciliationController: Sendable {
    /// The use cases of reconciliation.
    let service: ReconciliationService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "reconciliation", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let typed = visit.query["month"].trimmed
        let month = typed.isEmpty ? DashboardDays.month(of: self.service.usualDays.upperBound) : typed
        let query = DashboardQuery(fields: [
            DashboardQuery.Field("month", label: "moneyMonth", type: "month", hint: "2026-03", initial: month)
        ])
        return try await query.page(visit, title: "reconciliation") {
            let period = try visit.period(month)
            let service = self.service
            let overview = try await Problem.explaining(by: Problem.reconciliation) {
                () async throws(ReconciliationError) in
                try await service.overview(of: app.app.name, days: period.days)
            }
            var values = query.values(for: visit)
            values["actions"] = self.actions(period, visit, app)
            values["months"] = DashboardDays.months(around: month) { app.path("reconciliation", query: ["month": $0]) }
            values["counts"] = Self.counts(overview, visit)
            values["weekdays"] = [
                visit.text("moneyMonday"), visit.text("moneyTuesday"), visit.text("moneyWednesday"),
                visit.text("moneyThursday"), visit.text("moneyFriday"), visit.text("moneySaturday"),
                visit.text("moneySunday"),
            ]
            values["weeks"] = Self.weeks(overview, visit, app)
            var table = Self.table(of: overview, visit, app)
            table.part = period.text
            return try await visit.page("reconciliation", title: "reconciliation", table: table, values)
        }
    }

    private func actions(
        _ period: ProceedsPeriod,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [[String: Any]] {
        var actions: [[String: Any]] = []
        if visit.mayUseMoney(.write) {
            let days: KeyValuePairs = ["from": period.days.lowerBound.text, "to": period.days.upperBound.text]
            let path = app.path("reconciliation", "compare", query: days)
            actions.append(visit.link("reconciliationCompare", to: path))
        }
        let fiscal = FiscalMonth(of: period.days.lowerBound + 14).text
        actions.append(visit.link("settlement", to: app.path("reconciliation", "months", fiscal)))
        actions.append(visit.link("proceeds", to: app.path("reports", "proceeds", query: ["month": period.text])))
        return actions
    }

    /// Returns the number of days in each state, for the line above the calendar.
    private static func counts(_ overview: ReconciliationOverview, _ visit: DashboardVisit) -> [[String: Any]] {
        let states = overview.days.map { DashboardDayState(overview.state($0), overview.gaps[$0]).state }
        return DashboardDayState.State.allCases.compactMap { state in
            let count = states.count { $0 == state }
            guard count > 0 else { return nil }
            let shown = DashboardDayState(state)
            return ["count": "\(count)", "color": shown.color, "state": shown.word(visit)]
        }
    }

    /// Returns the weeks from Monday to Sunday; a day of another month is empty.
    private static func weeks(
        _ overview: ReconciliationOverview,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [[String: Any]] {
        let first = overview.span.lowerBound.monday
        return stride(from: first.number, through: overview.span.upperBound.number, by: 7).map { monday in
            let days = (monday..<monday + 7).map { number -> [String: Any] in
                let day = PacificDay(number: number)
                guard overview.span.contains(day) else { return ["day": false] }
                let state = DashboardDayState(overview.state(day), overview.gaps[day])
                return [
                    "day": [
                        "number": "\(Int(day.text.suffix(2)) ?? 0)", "date": day.text, "color": state.color,
                        "state": state.word(visit), "path": app.path("reconciliation", day.text),
                    ]
                ]
            }
            return ["days": days]
        }
    }

    private static func table(
        of overview: ReconciliationOverview,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable {
        let days = overview.days
        return DashboardTable(
            name: "reconciliationDays",
            columns: [
                DashboardTable.Column("reconciliationDay"), DashboardTable.Column("state"),
                DashboardTable.Column("reconciliationMatchedGroups", isNumber: true),
                DashboardTable.Column("reconciliationExplainedCount", isNumber: true),
                DashboardTable.Column("reconciliationUnexplainedCount", isNumber: true),
                DashboardTable.Column("reconciliationOurUnits", isNumber: true),
                DashboardTable.Column("reconciliationTheirUnits", isNumber: true),
                DashboardTable.Column("reconciliationComparedAt"),
            ],
            empty: "emptyPage",
            of: days
        ) { day in
            let state = overview.state(day)
            let shown = DashboardDayState(state, overview.gaps[day])
            let summary = state.summary
            return DashboardTable.Row(cells: [
                DashboardTable.Cell(day.text, link: app.path("reconciliation", day.text)),
                DashboardTable.Cell(
                    shown.word(visit),
                    value: "\(shown.state)",
                    note: state.acceptance.map { "\($0.by): \($0.reason)" },
                    chip: shown.color
                ),
                DashboardTable.Cell(summary.map { "\($0.matchedGroupCount)" } ?? ""),
                DashboardTable.Cell(summary.map { "\($0.explainedCount)" } ?? ""),
                DashboardTable.Cell(summary.map { "\($0.unexplainedCount)" } ?? ""),
                summary.map { .units($0.ourUnitsThousandths) } ?? DashboardTable.Cell(""),
                summary.map { .units($0.theirUnitsThousandths) } ?? DashboardTable.Cell(""),
                DashboardTable.Cell(summary?.comparedAt),
            ])
        }
    }
}
