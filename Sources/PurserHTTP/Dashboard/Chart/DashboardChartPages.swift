import Hummingbird
import Ledger
import PurserService

/// The pages with charts: all of them over one time, and each by itself with its numbers.
struct DashboardChartPages: DashboardPages {
    /// The charts that are not of one time: the end of the address, the title and the definition.
    private static let others = [
        ("cohorts", "cohorts", "cohortDefinition"), ("lifetime-value", "lifetimeValue", "lifetimeDefinition"),
        ("proceeds", "chartProceeds", "chartProceedsDefinition"),
    ]

    /// The number of spans of a chart that the page with all charts shows at most, so that it stays small on a phone.
    private static let maximumSpans: Int64 = 62
    /// The number of bars from which on those of a series are one shape, without the value of each.
    private static let maximumBars = 250

    /// The use cases of the server.
    let services: Services

    static let entries = [DashboardNavigation.Page(path: "charts", name: "charts", group: .money, letter: "g")]

    func add(to routes: DashboardRoutes) {
        routes.get(app: "charts", for: .scope(.read)) { visit, app in try await self.all(visit, app) }
        DashboardCohortsController(services: self.services).add(to: routes)
        DashboardProceedsChartController(services: self.services).add(to: routes)
        routes.get(app: "charts/:chart", for: .scope(.read)) { visit, app in try await self.one(visit, app) }
    }

    /// Returns the page with all charts.
    private func all(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let chosen = self.choice(visit, app)
        let choice = chosen.coarse(maximumSpans: Self.maximumSpans)
        let needs = FigureSeries.Needs(FigureChart.all.filter { $0.split == nil })
        guard let whole = try await self.read(choice, app, needs) else {
            return self.tooMany(visit)
        }
        // The currencies are known now.
        var same = choice
        same.currency = whole.currency
        var series: [FigureQuery.Split?: FigureSeries] = [nil: whole]
        for split in Set(FigureChart.all.compactMap(\.split)) {
            var needs = FigureSeries.Needs(FigureChart.all.filter { $0.split == split })
            needs.hasCurrencies = false
            series[split] = try await self.read(same, app, needs)
        }
        var isNothing = true
        let charts = FigureChart.all.map { chart -> [String: Any] in
            var values: [String: Any] = [
                "title": whole.title(chart, visit), "definition": visit.text(chart.definition),
                "path": self.path(chart.address, visit, app), "chart": false, "missing": false, "byDay": false,
            ]
            guard let figures = series[chart.split] else {
                isNothing = false
                values["missing"] = visit.text("chartTooMany")
                return values
            }
            var drawing = figures.chart(chart, visit, hasTable: false)
            drawing.isCompact = true
            drawing.patternOf = FigureChart.all.first?.address
            if figures.isByDay { values["byDay"] = visit.text("chartByDayOnly") }
            if !drawing.isEmpty { isNothing = false }
            values["chart"] = drawing.values(for: visit)
            return values
        }
        var values = self.controls(chosen, whole, visit, app)
        values["charts"] = charts
        values["coarse"] = choice.hasSpans(of: chosen) ? false as Any : visit.text("chartCoarse")
        if isNothing { values["nothing"] = visit.text("chartEmpty") }
        values["others"] = Self.others.map { path, title, definition in
            ["path": app.path("charts", path), "title": visit.text(title), "definition": visit.text(definition)]
        }
        return visit.page("charts", title: "charts", values)
    }

    /// Returns the page of one chart, or its numbers as a file.
    private func one(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        guard let chart = FigureChart.all.first(where: { $0.address == visit.parameters.get("chart") }) else {
            return visit.message(.notFound, title: "notFound", visit.text("notFoundText"))
        }
        let choice = self.choice(visit, app)
        guard let figures = try await self.read(choice, app, FigureSeries.Needs([chart])) else {
            return self.tooMany(visit)
        }
        let table = self.table(chart, figures, visit)
        if let file = try await table.file(for: visit) { return file }
        var values = self.controls(choice, figures, visit, app)
        var drawing = figures.chart(chart, visit, hasTable: false)
        drawing.isCompact = drawing.places.count * drawing.series.count > Self.maximumBars
        values["chart"] = drawing.values(for: visit)
        if drawing.isEmpty { values["nothing"] = visit.text("chartEmpty") }
        values["table"] = try await table.values(for: visit)
        values["heading"] = figures.title(chart, visit)
        values["definition"] = visit.text(chart.definition)
        values["byDay"] = figures.isByDay ? visit.text("chartByDayOnly") : false as Any
        values["back"] = self.path("", visit, app)
        values["events"] = Self.links(to: chart.events, until: figures.lastDay.text, visit, app)
        return visit.page("chart-page", title: chart.title, values)
    }

    /// Returns the numbers of a chart as a table.
    private func table(_ chart: FigureChart, _ figures: FigureSeries, _ visit: DashboardVisit) -> DashboardTable {
        let series = figures.series(chart, visit)
        let columns = series.map { DashboardTable.Column($0.fileName, isNumber: true, title: $0.name) }
        return DashboardTable(
            name: chart.address,
            columns: [DashboardTable.Column("when")] + columns,
            empty: "chartEmpty"
        ) { _, _ in
            let incomplete = figures.incomplete
            let rows = figures.names.enumerated().map { place, name in
                let cells = series.map { one -> DashboardTable.Cell in
                    var cell = DashboardTable.Cell("–", value: "")
                    if let value = one.values[place] {
                        cell.text = FigureSeries.text(value, chart.unit)
                        cell.value = Self.plain(value, chart.unit)
                    }
                    cell.isIncomplete = incomplete.contains(place)
                    return cell
                }
                return DashboardTable.Row(cells: [DashboardTable.Cell(name.long, value: name.value)] + cells)
            }
            return DashboardTable.Page(rows: rows, next: nil)
        }
    }

    // MARK: What was chosen

    private func choice(_ visit: DashboardVisit, _ app: DashboardApp) -> FigureSeries.Choice {
        let calendar = FigureCalendar(timeZone: app.app.catalog.timeZone)
        let today = calendar.day(of: FigureBucket(self.services.ambient.now()))
        return FigureSeries.Choice(visit.query, today: today)
    }

    /// Reads the figures of charts, which have the same split.
    private func read(
        _ choice: FigureSeries.Choice,
        _ app: DashboardApp,
        _ needs: FigureSeries.Needs
    ) async throws -> FigureSeries? {
        try await Problem.explaining(by: Problem.storage) {
            () throws(RepositoryError) in
            try await FigureSeries.read(choice, of: app, from: self.services.figures, needs)
        }
    }

    private func tooMany(_ visit: DashboardVisit) -> Response {
        visit.message(.unprocessableContent, title: "troubleTitle", visit.text("chartTooMany"))
    }

    /// Returns the values of the filters: the named times, the currencies, and the products.
    private func controls(
        _ choice: FigureSeries.Choice,
        _ figures: FigureSeries,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [String: Any] {
        let range = visit.query["range"].isEmpty ? FigureSeries.Choice.Range.month.rawValue : visit.query["range"]
        let products = app.app.catalog.products.keys.map(\.rawValue).sorted()
        return [
            "hasFilters": true, "nothing": false,
            "filters": FigureSeries.Choice.Range.allCases.map { one -> [String: Any] in
                [
                    "name": visit.text(one.name), "isCurrent": one.rawValue == range,
                    "path": visit.address(with: ["range": one.rawValue, "from": "", "to": "", "by": ""]),
                ]
            },
            "hasCurrencies": figures.currencies.count > 1,
            "currencies": figures.currencies.map { currency -> [String: Any] in
                [
                    "name": currency, "isCurrent": currency == figures.currency,
                    "path": visit.address(with: ["currency": currency]),
                ]
            },
            "products": products.map { ["name": $0, "isCurrent": $0 == choice.product] as [String: Any] },
            "from": choice.first.text, "to": choice.last.text, "storefront": choice.storefront,
            "currency": choice.currency, "range": range, "zone": visit.text("chartZone", figures.timeZone),
            "units": FigureSpans.Unit.allCases.map { unit -> [String: Any] in
                ["value": unit.rawValue, "name": visit.text(unit.textKey), "isCurrent": unit == choice.unit]
            },
        ]
    }

    private func path(_ chart: String, _ visit: DashboardVisit, _ app: DashboardApp) -> String {
        let names = ["range", "from", "to", "by", "product", "storefront", "currency"]
        let fields = names.map { ($0, visit.query[$0]) }.filter { !$0.1.isEmpty }
        let path = app.path("charts", chart)
        guard !fields.isEmpty else { return path }
        let query = fields.map { "\($0.0)=\($0.1.asQueryValue)" }.joined(separator: "&")
        return path + (path.contains("?") ? "&" : "?") + query
    }

    // MARK: The template for charts that are not of one time

    /// Returns the values of the template `chart-table` without a chart.
    static func values(
        _ filter: DashboardFilter,
        about definition: String,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [String: Any] {
        let about: [String: Any] = [
            "about": visit.text(definition), "back": app.path("charts"), "heading": false, "chart": false,
            "hasCurrencies": false, "behind": false, "hatched": false, "untimed": false,
        ]
        return filter.values(for: visit).merging(about) { $1 }
    }

    /// Adds the currencies from which people choose.
    static func add(
        _ currencies: [String],
        chosen: String,
        to values: inout [String: Any],
        _ visit: DashboardVisit
    ) {
        values["hasCurrencies"] = currencies.count > 1
        values["currencies"] = currencies.map { one -> [String: Any] in
            ["name": one, "isCurrent": one == chosen, "path": visit.address(with: ["currency": one])]
        }
    }

    /// Adds the events behind a chart.
    static func add(
        _ events: [EventName],
        to values: inout [String: Any],
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) {
        values["behind"] = ["events": Self.links(to: events, until: "", visit, app)]
    }

    /// Returns links to lists of events, which begin with a day; with the newest event where none is given.
    private static func links(
        to events: [EventName],
        until day: String,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [[String: String]] {
        events.map { event in
            [
                "name": visit.text(event.textKey),
                "path": app.path("events", query: ["type": event.rawValue, "until": day]),
            ]
        }
    }

    /// Returns a value for a program.
    private static func plain(_ value: Double, _ unit: FigureChart.Unit) -> String {
        unit == .count ? "\(Int64(value))" : unit == .money ? "\(value / 1000)" : "\(value)"
    }
}

extension FigureSpans.Unit {
    /// The key of the name.
    fileprivate var textKey: String {
        switch self {
        case .hour: "chartByHour"
        case .day: "chartByDay"
        case .week: "chartByWeek"
        case .month: "chartByMonth"
        }
    }
}
