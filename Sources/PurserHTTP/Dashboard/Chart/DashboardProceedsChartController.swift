import Hummingbird
import Ledger
import PurserService

/// The chart of what Apple pays for each day of a month, from its reports or as an estimate.
struct DashboardProceedsChartController: Sendable {
    /// The number of months from which people choose.
    private static let months = 12

    /// The use cases of the server.
    let services: Services

    /// Adds the route.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "charts/proceeds", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        guard app.environment == .production else {
            let none = DashboardFilter(field: "month", choices: [])
            var values = DashboardChartPages.values(none, about: "chartProceedsDefinition", visit, app)
            (values["hasFilters"], values["table"]) = (false, false)
            values["untimed"] = visit.text("chartProceedsSandbox")
            return visit.page("chart-table", title: "chartProceeds", values)
        }
        let today = PacificDay(of: self.services.ambient.now())
        let current = DashboardDays.month(of: today + -1)
        let months = (0..<Self.months).compactMap { DashboardDays.month(-$0, after: current) }
        let chosen = visit.query["month"].isEmpty ? current : visit.query["month"]
        let period = try visit.period(chosen)
        let wanted = try visit.currency("currency")
        let (proceeds, name) = (self.services.proceeds, app.app.name)
        let terms = proceeds.terms(of: name)
        let maximum = ProceedsService.pageSales
        let (report, tooMany) = try await Problem.explaining(
            by: Problem.proceeds
        ) { () async throws(ProceedsError) -> (ProceedsReport, Int?) in
            do throws(ProceedsError) {
                return (try await proceeds.proceeds(of: name, in: period, by: terms, maximumSales: maximum), nil)
            } catch {
                guard case .estimateTooLarge(let count) = error else { throw error }
                // What Apple reported is worth showing without the days that it has not reported yet.
                return (try await proceeds.proceeds(of: name, in: period, by: terms, isEstimated: false), count)
            }
        }
        let currencies = Array(Set(report.days.values.flatMap(\.keys))).sorted()
        func dayCount(_ currency: String) -> Int { report.days.values.count { $0[currency] != nil } }
        // The first of those with the most days.
        let usual = currencies.max { dayCount($0) < dayCount($1) }
        let largest = wanted.isEmpty ? try await self.largestCurrency(app, in: chosen) : ""
        let currency = wanted.isEmpty ? (currencies.contains(largest) ? largest : usual ?? "") : wanted
        let heading = FigureSeries.title(visit.text("chartProceeds"), in: currency, visit)
        // A day has an amount in a currency, so without one there is nothing to list.
        let days = currencies.contains(currency) ? (report.reportedDays + report.estimate.days).sorted() : []
        let isReported = Set(report.reportedDays)
        var values = DashboardChartPages.values(
            DashboardFilter(field: "month", choices: months.map { ($0, $0) }, initial: current),
            about: "chartProceedsDefinition",
            visit,
            app
        )
        values["heading"] = ["title": heading]
        if !currencies.isEmpty, !currencies.contains(currency) {
            values["nothing"] = visit.text("chartEmptyCurrency", currency, currencies.joined(separator: ", "))
        }
        let leftOut = report.estimate.leftOutCount
        if let tooMany {
            values["untimed"] = visit.text("proceedsNotEstimated", DashboardNumbers.count(tooMany))
        } else if leftOut > 0 {
            values["untimed"] = visit.text("proceedsLeftOut", DashboardNumbers.count(leftOut))
        }
        func series(_ name: String, _ isCounted: (PacificDay) -> Bool) -> DashboardChart.Series {
            DashboardChart.Series(
                name: visit.text(name),
                values: days.map { day in isCounted(day) ? report.days[day]?[currency].map(Double.init) : nil }
            )
        }
        if !days.isEmpty {
            values["chart"] = DashboardChart(
                title: heading,
                form: .bars,
                places: days.map(\.text),
                series: [
                    series("proceedsReported") { isReported.contains($0) },
                    series("proceedsEstimated") { !isReported.contains($0) },
                ],
                hasTable: false,
                format: { FigureSeries.text($0, .money, in: currency) }
            ).values(for: visit)
        }
        DashboardChartPages.add(currencies, chosen: currency, to: &values, visit)
        let table = DashboardTable(
            name: "chartProceeds",
            columns: [DashboardTable.Column("when"), DashboardTable.Column("proceedsBasis")]
                + [DashboardTable.Column("proceedsNet", isNumber: true), DashboardTable.Column("proceedsCurrency")],
            empty: chosen > DashboardDays.month(of: today) ? "proceedsFuture" : "proceedsEmpty"
        ) { _, _ in
            let rows = days.map { day in
                let amount = report.days[day]?[currency] ?? 0
                return DashboardTable.Row(cells: [
                    DashboardTable.Cell(day.text, link: app.path("reconciliation", day.text)),
                    DashboardStatement.cell(
                        ofBasis: isReported.contains(day) ? "proceedsReported" : "proceedsEstimated",
                        visit
                    ),
                    .amount(amount, in: currency),
                    DashboardTable.Cell(currency),
                ])
            }
            return DashboardTable.Page(rows: rows, next: nil)
        }
        return try await visit.page("chart-table", title: "chartProceeds", table: table, values)
    }

    /// Returns the currency in which the other charts of a month are unless one is chosen; empty where nothing was sold.
    private func largestCurrency(_ app: DashboardApp, in month: String) async throws -> String {
        guard let first = CohortMonths.month(month).map({ CivilDay(firstOf: $0) }) else { return "" }
        var request = FigureService.ChartRequest(environment: app.environment, days: first...first, unit: .month)
        (request.hasStocks, request.hasCounts, request.hasAmounts) = (false, false, false)
        let report = try await Problem.explaining(by: Problem.figures) { () throws(FigureError) in
            try await self.services.figures.charts(of: app.app, request)
        }
        return report.currency
    }
}
