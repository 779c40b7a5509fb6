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
    /// The maximum number of rows of a table that lead to their events.
    private static let maximumLinks = 100
    /// The number of spans that one chart has at most: fewer than figures have, because the days before the first one are
    /// read too.
    private static let maximumSpansOfOne = Int64(FigureSpans.maximumCount) - 30
    /// The keys of the names of fields.
    private static let labels = [
        "from": "chartFrom", "to": "chartTo", "by": "chartBy", "storefront": "chartStorefront",
        "currency": "proceedsCurrency",
    ]
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
        if let problem = self.problem(visit, app) { return self.refused(problem, chosen, visit, app) }
        guard let whole = try await self.read(choice, app, needs) else {
            return self.refused(Self.tooMany(visit), chosen, visit, app)
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
        values["whole"] = choice.addedDays(today: self.today(app), visit) ?? false as Any
        values["nothing"] = self.nothing(chosen, whole, isEmpty: isNothing, visit, app)
        values["others"] = Self.others.map { path, title, definition in
            let query: KeyValuePairs<String, String> = [
                "product": path == "proceeds" ? "" : choice.product,
                "currency": path == "cohorts" ? "" : whole.currency,
            ]
            return [
                "path": app.path("charts", path, query: query), "title": visit.text(title),
                "definition": visit.text(definition),
            ]
        }
        return visit.page("charts", title: "charts", values)
    }

    /// Returns the page of one chart, or its numbers as a file.
    private func one(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        guard let chart = FigureChart.all.first(where: { $0.address == visit.parameters.get("chart") }) else {
            return visit.message(.notFound, title: "notFound", visit.text("notFoundText"))
        }
        let chosen = self.choice(visit, app)
        if let problem = self.problem(visit, app) { return self.refused(problem, chosen, of: chart, visit, app) }
        var needs = FigureSeries.Needs([chart])
        // Numbers are those of all currencies.
        needs.hasCurrencies = chart.unit == .money
        var choice = chosen
        var found = try await self.read(choice, app, needs)
        if found == nil {
            choice = chosen.coarse(maximumSpans: Self.maximumSpansOfOne)
            if !choice.hasSpans(of: chosen) { found = try await self.read(choice, app, needs) }
        }
        guard let figures = found else {
            return self.refused(Self.tooMany(visit), chosen, of: chart, visit, app)
        }
        let table = Self.table(chart, figures, choice, visit, app)
        if let file = try await table.file(for: visit) { return file }
        var values = self.controls(chosen, figures, visit, app)
        if chart.unit != .money { values["hasCurrencies"] = false }
        var drawing = figures.chart(chart, visit, hasTable: false)
        drawing.isCompact = drawing.places.count * drawing.series.count > Self.maximumBars
        values["chart"] = drawing.values(for: visit)
        values["nothing"] = self.nothing(chosen, figures, isEmpty: drawing.isEmpty, visit, app)
        values["table"] = try await table.values(for: visit)
        values["heading"] = figures.title(chart, visit)
        values["definition"] = visit.text(chart.definition)
        values["byDay"] = figures.isByDay ? visit.text("chartByDayOnly") : false as Any
        values["coarse"] = choice.hasSpans(of: chosen) ? false as Any : visit.text("chartCoarseOne")
        values["whole"] = choice.addedDays(today: self.today(app), visit) ?? false as Any
        values["back"] = self.path("", visit, app)
        let behind = DashboardChartEvents(choice, chart, figures)
        values["behind"] = behind.values(of: chart.events, in: figures.days, visit, app)
        return visit.page("chart-page", title: chart.title, values)
    }

    /// Returns the numbers of a chart as a table, in which each span leads to its events.
    private static func table(
        _ chart: FigureChart,
        _ figures: FigureSeries,
        _ choice: FigureSeries.Choice,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable {
        let series = figures.series(chart, visit)
        let currency: String? = chart.unit == .money ? figures.currency : nil
        var columns = [DashboardTable.Column("when")]
        columns += series.map { DashboardTable.Column($0.fileName, isNumber: true, title: $0.name) }
        if currency != nil { columns.append(DashboardTable.Column("proceedsCurrency")) }
        // Lists of events are of whole days, and a link for each day of a year would double the page.
        let isByHour = choice.unit == .hour && !figures.isByDay
        let hasLinks = !isByHour && !chart.events.isEmpty && figures.spanDays.count <= Self.maximumLinks
        let behind = DashboardChartEvents(choice, chart, figures)
        let links = figures.spanDays.map { !hasLinks ? nil : behind.path(to: chart.events, in: $0, app) }
        let suffix = currency.map { FigureSeries.Choice.isCurrency($0) ? "-\($0)" : "" } ?? ""
        // Only a time that has not begun has no rows.
        return DashboardTable(name: chart.address + suffix, columns: columns, empty: "chartEmptyFuture") { _, _ in
            let incomplete = figures.incomplete(of: chart)
            let rows = figures.names.enumerated().map { place, name in
                var cells = series.map { one -> DashboardTable.Cell in
                    var cell = DashboardTable.Cell("–", value: "")
                    if let value = one.values[place] {
                        cell.text = FigureSeries.text(value, chart.unit, in: figures.currency)
                        cell.value = Self.plain(value, chart.unit, in: figures.currency)
                    }
                    cell.isIncomplete = incomplete.contains(place)
                    return cell
                }
                if let currency { cells.append(DashboardTable.Cell(currency)) }
                let head = DashboardTable.Cell(name.long, value: name.value, link: links[place])
                return DashboardTable.Row(cells: [head] + cells)
            }
            return DashboardTable.Page(rows: rows, next: nil)
        }
    }

    // MARK: What was chosen

    private func today(_ app: DashboardApp) -> CivilDay {
        let calendar = FigureCalendar(timeZone: app.app.catalog.timeZone)
        return calendar.day(of: FigureBucket(self.services.ambient.now()))
    }

    private func choice(_ visit: DashboardVisit, _ app: DashboardApp) -> FigureSeries.Choice {
        FigureSeries.Choice(visit.query, today: self.today(app))
    }

    private func problem(_ visit: DashboardVisit, _ app: DashboardApp) -> Problem? {
        FigureSeries.Choice.problem(of: visit, today: self.today(app))
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

    private static func tooMany(_ visit: DashboardVisit) -> Problem {
        Problem(.unprocessableContent, code: "figures_too_many", visit.text("chartTooMany"))
    }

    /// Returns the page with all charts, or with one, that has no chart but what is wrong with the choice, which can be
    /// corrected there.
    private func refused(
        _ problem: Problem,
        _ choice: FigureSeries.Choice,
        of chart: FigureChart? = nil,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> Response {
        var values = self.controls(choice, nil, visit, app)
        let label = problem.field.flatMap { Self.labels[$0] }.map { visit.text($0) }
        values["error"] = label.map { "\($0): \(problem.detail)" } ?? problem.detail
        for field in ["from", "to", "storefront"] {
            let typed = visit.query[field]
            if !typed.isEmpty { values[field] = typed }
            values["\(field)IsWrong"] = problem.field == field
        }
        values["currency"] = problem.field == "currency" ? "" : choice.currency
        values["coarse"] = false
        guard let chart else {
            values["charts"] = [String]()
            values["others"] = [String]()
            return visit.page("charts", title: "charts", values, status: problem.status)
        }
        values["heading"] = visit.text(chart.title)
        values["definition"] = visit.text(chart.definition)
        values["back"] = app.path("charts")
        for name in ["chart", "table", "behind", "byDay"] { values[name] = false }
        return visit.page("chart-page", title: chart.title, values, status: problem.status)
    }

    /// Returns why there is nothing to see; false where there is something.
    private func nothing(
        _ choice: FigureSeries.Choice,
        _ figures: FigureSeries,
        isEmpty: Bool,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> Any {
        let currencies = figures.currencies
        if !choice.currency.isEmpty, !currencies.isEmpty, !currencies.contains(choice.currency) {
            return visit.text("chartEmptyCurrency", choice.currency, currencies.joined(separator: ", "))
        }
        guard isEmpty else { return false }
        if !choice.product.isEmpty, app.app.catalog.products[ProductID(choice.product)] == nil {
            return visit.text("chartProductUnknown", choice.product)
        }
        if choice.first > self.today(app) { return visit.text("chartEmptyFuture") }
        guard choice.product.isEmpty, choice.storefront.isEmpty else { return visit.text("chartEmptyChoice") }
        return visit.text(app.environment == .production ? "chartEmpty" : "chartEmptySandbox")
    }

    /// Returns the values of the filters: the named times, the currencies, and the products.
    private func controls(
        _ choice: FigureSeries.Choice,
        _ figures: FigureSeries?,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [String: Any] {
        let range = FigureSeries.Choice.Range(rawValue: visit.query["range"]) ?? .month
        let today = self.today(app)
        let usual = FigureSeries.Choice(DashboardForm("range=\(range.rawValue)") ?? DashboardForm(), today: today)
        // A product that the catalog has no longer stays chosen.
        let products = Set(app.app.catalog.products.keys.map(\.rawValue) + [choice.product]).filter { !$0.isEmpty }
            .sorted()
        let currencies = figures?.currencies ?? []
        return [
            "hasFilters": true, "nothing": false, "error": false, "isOpen": figures == nil, "whole": false,
            "fromIsWrong": false, "toIsWrong": false, "storefrontIsWrong": false,
            "filters": FigureSeries.Choice.Range.allCases.map { one -> [String: Any] in
                [
                    "name": visit.text(one.name), "isCurrent": one == range && choice.days == usual.days,
                    "path": visit.address(with: ["range": one.rawValue, "from": "", "to": "", "by": ""]),
                ]
            },
            "hasCurrencies": currencies.count > 1,
            "currencies": currencies.map { currency -> [String: Any] in
                [
                    "name": currency, "isCurrent": currency == figures?.currency,
                    "path": visit.address(with: ["currency": currency]),
                ]
            },
            "products": products.map { ["name": $0, "isCurrent": $0 == choice.product] as [String: Any] },
            "from": choice.first.text, "to": choice.last.text, "storefront": choice.storefront,
            "currency": choice.currency, "range": range.rawValue,
            "zone": visit.text("chartZone", app.app.catalog.timeZone),
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
        let currency = (try? visit.currency("currency")) ?? ""
        let back = app.path("charts", query: ["product": visit.query["product"], "currency": currency])
        let about: [String: Any] = [
            "about": visit.text(definition), "back": back, "heading": false, "chart": false,
            "hasCurrencies": false, "behind": false, "hatched": false, "untimed": false, "nothing": false,
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

    /// Returns a value for a program.
    private static func plain(_ value: Double, _ unit: FigureChart.Unit, in currency: String) -> String {
        switch unit {
        case .money: DecimalText.amount(Int64(value.rounded()), in: currency)
        case .count: "\(Int64(value))"
        case .share: "\(value)"
        }
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
