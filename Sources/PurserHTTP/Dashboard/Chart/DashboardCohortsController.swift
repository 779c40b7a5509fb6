import Hummingbird
import Ledger
import PurserService

/// The pages about the subscriptions that began in one month: how many stayed, and what they have paid.
struct DashboardCohortsController: Sendable {
    /// The number of paid periods that have a column.
    private static let periods = 12
    /// The number of months that a chart shows.
    private static let months = 24

    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "charts/cohorts", for: .scope(.read)) { visit, app in try await self.retention(visit, app) }
        routes.get(app: "charts/lifetime-value", for: .scope(.read)) { visit, app in try await self.value(visit, app) }
    }

    // MARK: Retention

    /// Returns the cohorts: of the subscriptions that began in a month, how many reached each paid period.
    private func retention(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let all = try await self.read(app)
        let products = Array(Set(all.map(\.product.rawValue))).sorted()
        let chosen = products.contains(visit.query["product"]) ? visit.query["product"] : products.first ?? ""
        let shown = all.filter { $0.product.rawValue == chosen }.sorted { $0.month > $1.month }
        let count = min(Self.periods, shown.map(\.periods.count).max() ?? 0)
        let columns = (0..<count).map { DashboardTable.Column("\($0 + 1)", isNumber: true, title: "\($0 + 1)") }
        let table = DashboardTable(
            name: "cohorts",
            columns: [DashboardTable.Column("cohortMonth"), DashboardTable.Column("cohortStarts", isNumber: true)]
                + columns + [DashboardTable.Column("cohortComplete", isNumber: true)],
            empty: "cohortEmpty"
        ) { _, _ in
            let rows = shown.map { cohort in
                let head = [DashboardTable.Cell(cohort.month), Self.count(cohort.starts)]
                let end = DashboardTable.Cell(cohort.time.map { "\($0.complete)" } ?? "")
                return DashboardTable.Row(cells: head + (0..<count).map { Self.cell(of: cohort, $0) } + [end])
            }
            return DashboardTable.Page(rows: rows, next: nil)
        }
        let filter = DashboardFilter(field: "product", choices: products.map { ($0, $0) }, initial: chosen)
        var values = DashboardChartPages.values(filter, about: "cohortDefinition", visit, app)
        let isTimed = shown.contains { $0.time != nil }
        if isTimed { values["hatched"] = visit.text("cohortIncomplete") }
        if !isTimed, !shown.isEmpty { values["untimed"] = visit.text("cohortPeriodUnknown") }
        return try await visit.page("chart-table", title: "cohorts", table: table, values)
    }

    /// Returns the cell of a paid period: empty before anybody can have reached it, and hatched until everybody can.
    private static func cell(of cohort: FigureCohort, _ place: Int) -> DashboardTable.Cell {
        let isKnown = place < cohort.periods.count
        let (complete, possible) = (cohort.time?.complete ?? 0, cohort.time?.possible ?? 0)
        guard cohort.starts > 0, isKnown || place < possible else { return DashboardTable.Cell("") }
        let reached = isKnown ? cohort.periods[place] : 0
        var cell = DashboardTable.Cell(
            FigureSeries.text(Double(reached) / Double(cohort.starts) * 100, .share),
            value: "\(reached)",
            note: DashboardNumbers.count(reached)
        )
        cell.isIncomplete = cohort.time != nil && place >= complete
        return cell
    }

    // MARK: Lifetime value

    /// Returns what the subscriptions that began in a month have paid so far, divided by their number.
    private func value(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let all = try await self.read(app)
        let products = Array(Set(all.map(\.product.rawValue))).sorted()
        let product = products.contains(visit.query["product"]) ? visit.query["product"] : ""
        let counted = all.filter { product.isEmpty || $0.product.rawValue == product }
        let starts = Dictionary(counted.flatMap(\.values).map { ($0.currency, $0.starts) }) { $0 &+ $1 }
        let currencies = starts.keys.sorted()
        let largest = currencies.max { starts[$0, default: 0] < starts[$1, default: 0] }
        let wanted = visit.query["currency"]
        let currency = currencies.contains(wanted) ? wanted : largest ?? ""
        let months = Dictionary(grouping: counted, by: \.month)
            .map { (month: $0.key, value: FigureCohort.value(of: $0.value, in: currency)) }
            .filter { $0.value.starts > 0 || $0.value.amountMilliunits != 0 }
            .sorted { $0.month < $1.month }
        let current = String(CivilDay(of: self.services.ambient.now()).text.prefix(7))
        let title = currency.isEmpty ? visit.text("lifetimeValue") : "\(visit.text("lifetimeValue")), \(currency)"
        var values = DashboardChartPages.values(
            DashboardFilter(
                field: "product",
                choices: [("", visit.text("chartAll"))] + products.map { ($0, $0) }
            ),
            about: "lifetimeDefinition",
            visit,
            app
        )
        values["heading"] = ["title": title]
        if !months.isEmpty {
            values["chart"] = Self.chart(months.suffix(Self.months), title, current, visit).values(for: visit)
        }
        DashboardChartPages.add(currencies, chosen: currency, to: &values, visit)
        DashboardChartPages.add(
            [.subscriptionStarted, .transactionRecorded, .transactionRefunded],
            to: &values,
            visit,
            app
        )
        if months.last?.month == current { values["hatched"] = visit.text("lifetimeIncomplete") }
        let table = Self.table(months.reversed(), current)
        return try await visit.page("chart-table", title: "lifetimeValue", table: table, values)
    }

    private static func chart(
        _ months: ArraySlice<(month: String, value: FigureCohort.Value)>,
        _ title: String,
        _ current: String,
        _ visit: DashboardVisit
    ) -> DashboardChart {
        let places = months.map(\.month)
        return DashboardChart(
            title: title,
            form: .bars,
            places: places,
            series: [
                DashboardChart.Series(
                    name: visit.text("lifetimeValue"),
                    values: months.map { $0.value.averageMilliunits.map(Double.init) },
                    incomplete: Set(places.indices.filter { places[$0] == current })
                )
            ],
            hasTable: false,
            format: { FigureSeries.text($0, .money) }
        )
    }

    private static func table(
        _ months: [(month: String, value: FigureCohort.Value)],
        _ current: String
    ) -> DashboardTable {
        DashboardTable(
            name: "lifetimeValue",
            columns: [DashboardTable.Column("cohortMonth")]
                + ["cohortStarts", "lifetimeRevenue", "lifetimeValue"].map { .init($0, isNumber: true) },
            empty: "cohortEmpty"
        ) { _, _ in
            let rows = months.map { month, value in
                var average = value.averageMilliunits.map(Self.money) ?? DashboardTable.Cell("–", value: "")
                average.isIncomplete = month == current
                return DashboardTable.Row(cells: [
                    DashboardTable.Cell(month), Self.count(value.starts), Self.money(value.amountMilliunits), average,
                ])
            }
            return DashboardTable.Page(rows: rows, next: nil)
        }
    }

    // MARK: Parts

    private func read(_ app: DashboardApp) async throws -> [FigureCohort] {
        try await Problem.explaining(by: Problem.storage) {
            () throws(RepositoryError) in
            try await self.services.figures.cohorts(of: app.app, in: app.environment)
        }
    }

    private static func count(_ number: Int64) -> DashboardTable.Cell {
        DashboardTable.Cell(DashboardNumbers.count(number), value: "\(number)")
    }

    private static func money(_ amount: Int64) -> DashboardTable.Cell {
        DashboardTable.Cell(DashboardNumbers.amount(amount), value: "\(Double(amount) / 1000)")
    }
}
