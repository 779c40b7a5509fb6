import Hummingbird
import Ledger
import PurserService

/// The pages about the subscriptions that began in one month: how many stayed, and what they have paid.
///
/// A page reads and shows 24 months; its cursor is the last of them. A file has all months, as many at a time.
struct DashboardCohortsController: Sendable {
    /// The number of paid periods that have a column.
    private static let periods = 12

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
        let (wanted, cursor) = (visit.query["product"].trimmed, visit.query["cursor"])
        // The products of the newest months decide about the first one, on the pages of earlier months too. Where nothing
        // began in them, those of the page do, or of the months before.
        let newest = try await self.read(app, until: "", product: wanted)
        var first = newest.products.first
        let other = cursor.isEmpty ? Self.next(after: newest) : cursor
        if wanted.isEmpty, first == nil, let other {
            first = try await self.read(app, until: other, product: wanted).products.first
        }
        let chosen = wanted.isEmpty ? first?.rawValue ?? "" : wanted
        let isNewest = cursor.isEmpty && chosen == wanted
        let page = isNewest ? newest : try await self.read(app, until: cursor, product: chosen)
        let products = Self.choices(page.products, chosen)
        let unknown = Self.unknown(wanted, page, visit, app)
        let hasNone = page.rows.isEmpty && Self.hasNone(chosen, app)
        // The cohorts of earlier months, which a file has too, may have reached more periods.
        let isWhole = visit.query["export"].isEmpty || page.earlierMonth == nil
        let count = isWhole ? min(Self.periods, page.rows.map(\.periods.count).max() ?? 0) : Self.periods
        let columns = (0..<count).map { DashboardTable.Column("\($0 + 1)", isNumber: true, title: "\($0 + 1)") }
        let table = DashboardTable(
            name: "cohorts",
            columns: [DashboardTable.Column("cohortMonth"), DashboardTable.Column("cohortStarts", isNumber: true)]
                + columns + [DashboardTable.Column("cohortComplete", isNumber: true)],
            empty: unknown == nil ? Self.empty(page, of: chosen, app) : "chartEmptyChoice"
        ) { asked, _ in
            let cohorts = asked == cursor ? page : try await self.read(app, until: asked, product: chosen)
            let rows = cohorts.rows.sorted { $0.month > $1.month }.map { cohort in
                let head = [Self.month(cohort.month, product: chosen, app), Self.count(cohort.starts)]
                let end = DashboardTable.Cell(cohort.time.map { "\($0.complete)" } ?? "")
                return DashboardTable.Row(cells: head + (0..<count).map { Self.cell(of: cohort, $0) } + [end])
            }
            return DashboardTable.Page(rows: rows, next: hasNone ? nil : Self.next(after: cohorts))
        }
        let filter = DashboardFilter(field: "product", choices: products.map { ($0, $0) }, initial: chosen)
        var values = DashboardChartPages.values(filter, about: "cohortDefinition", visit, app)
        let isTimed = page.rows.contains { $0.time != nil }
        if isTimed { values["hatched"] = visit.text("cohortIncomplete") }
        if !isTimed, !page.rows.isEmpty { values["untimed"] = visit.text("cohortPeriodUnknown") }
        if let unknown { values["nothing"] = unknown }
        return try await visit.page("chart-table", title: "cohorts", table: table, values)
    }

    /// Returns the cell of a paid period: empty before anybody can have reached it, and hatched until everybody can.
    private static func cell(of cohort: FigureCohort, _ place: Int) -> DashboardTable.Cell {
        let isKnown = place < cohort.periods.count
        let (complete, possible) = (cohort.time?.complete ?? 0, cohort.time?.possible ?? 0)
        guard cohort.starts > 0, isKnown || place < possible else { return DashboardTable.Cell("") }
        let reached = isKnown ? cohort.periods[place] : 0
        var cell = DashboardTable.Cell(
            FigureSeries.share(Double(reached) / Double(cohort.starts) * 100),
            value: "\(reached)",
            note: DashboardNumbers.count(reached)
        )
        cell.isIncomplete = cohort.time != nil && place >= complete
        return cell
    }

    // MARK: Lifetime value

    /// Returns what the subscriptions that began in a month have paid so far, divided by their number.
    private func value(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let (product, cursor) = (visit.query["product"].trimmed, visit.query["cursor"])
        let asked = try visit.currency("currency")
        let page = try await self.read(
            app,
            until: cursor,
            product: product.isEmpty ? nil : product,
            hasPeriods: false
        )
        let products = Self.choices(page.products, product)
        let unknown = Self.unknown(product, page, visit, app)
        let currency =
            asked.isEmpty ? try await self.largestCurrency(app, product: product.isEmpty ? nil : product) ?? "" : asked
        let currencies = Set(page.rows.flatMap(\.values).map(\.currency)).union([currency]).filter { !$0.isEmpty }
            .sorted()
        let months = Self.months(of: page, in: currency)
        let current = String(CivilDay(of: self.services.ambient.now()).text.prefix(7))
        let title = FigureSeries.title(visit.text("lifetimeValue"), in: currency, visit)
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
            values["chart"] = Self.chart(months, title, currency, current, visit).values(for: visit)
        }
        DashboardChartPages.add(currencies, chosen: currency, to: &values, visit)
        let isOneOfSeveral = !asked.isEmpty || currencies.count > 1
        let behind = DashboardChartEvents(product: product, currency: isOneOfSeveral ? currency : "")
        values["behind"] = behind.values(
            of: [.subscriptionStarted, .transactionRecorded, .transactionRefunded],
            in: nil,
            visit,
            app
        )
        if let unknown { values["nothing"] = unknown }
        if months.last?.month == current { values["hatched"] = visit.text("lifetimeIncomplete") }
        let hasNone = page.rows.isEmpty && Self.hasNone(product, app)
        let isOtherCurrency = months.isEmpty && !page.rows.isEmpty
        let empty = unknown == nil ? Self.empty(page, of: product, app) : "chartEmptyChoice"
        let shown = isOtherCurrency ? "cohortEmptyCurrency" : empty
        let table = Self.table(current, currency, product: product, app, empty: shown) { asked in
            guard asked != cursor else { return (months, hasNone ? nil : Self.next(after: page)) }
            let earlier = try await self.read(
                app,
                until: asked,
                product: product.isEmpty ? nil : product,
                hasPeriods: false
            )
            return (Self.months(of: earlier, in: currency), Self.next(after: earlier))
        }
        return try await visit.page("chart-table", title: "lifetimeValue", table: table, values)
    }

    /// Returns the currency in which most subscriptions of the newest months began, or of the months before where nothing
    /// did; so all pages and a file are in the same one.
    private func largestCurrency(_ app: DashboardApp, product: String?) async throws -> String? {
        var cohorts = try await self.read(app, until: "", product: product, hasPeriods: false)
        if cohorts.rows.isEmpty, let earlier = Self.next(after: cohorts) {
            cohorts = try await self.read(app, until: earlier, product: product, hasPeriods: false)
        }
        let starts = Dictionary(cohorts.rows.flatMap(\.values).map { ($0.currency, $0.starts) }) { $0 &+ $1 }
        return starts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// The money of the cohorts of one month.
    private typealias Month = (month: String, value: FigureCohort.Value)

    /// Returns the money of each month in a currency, in order.
    private static func months(of cohorts: FigureCohorts, in currency: String) -> [Month] {
        Dictionary(grouping: cohorts.rows, by: \.month)
            .map { (month: $0.key, value: FigureCohort.value(of: $0.value, in: currency)) }
            .filter { $0.value.starts > 0 || $0.value.amountMilliunits != 0 }
            .sorted { $0.month < $1.month }
    }

    private static func chart(
        _ months: [Month],
        _ title: String,
        _ currency: String,
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
            format: { FigureSeries.text($0, .money, in: currency) }
        )
    }

    private static func table(
        _ current: String,
        _ currency: String,
        product: String,
        _ app: DashboardApp,
        empty: String,
        _ load: @escaping @Sendable (_ cursor: String) async throws -> (months: [Month], next: String?)
    ) -> DashboardTable {
        DashboardTable(
            name: "lifetimeValue",
            columns: [DashboardTable.Column("cohortMonth")]
                + ["cohortStarts", "lifetimeRevenue", "lifetimeValue"].map { .init($0, isNumber: true) }
                + [DashboardTable.Column("proceedsCurrency")],
            empty: empty
        ) { asked, _ in
            let (months, next) = try await load(asked)
            let rows = months.reversed().map { month, value in
                let known = value.averageMilliunits.map { DashboardTable.Cell.amount($0, in: currency) }
                var average = known ?? DashboardTable.Cell("–", value: "")
                average.isIncomplete = month == current
                return DashboardTable.Row(cells: [
                    Self.month(month, product: product, app), Self.count(value.starts),
                    .amount(value.amountMilliunits, in: currency), average, DashboardTable.Cell(currency),
                ])
            }
            return DashboardTable.Page(rows: rows, next: next)
        }
    }

    // MARK: Parts

    /// Reads the cohorts of the months that end with a cursor, or with the current month; of a product, or of all.
    ///
    /// A product that is unknown has no cohorts.
    private func read(
        _ app: DashboardApp,
        until cursor: String,
        product: String?,
        hasPeriods: Bool = true
    ) async throws -> FigureCohorts {
        let last = CohortMonths.month(cursor)
        guard cursor.isEmpty || last != nil else {
            throw RequestQuery.foreignCursor
        }
        let request = FigureService.CohortRequest(
            environment: app.environment,
            last: last,
            product: product.map { ProductID($0) },
            hasPeriods: hasPeriods
        )
        return try await Problem.explaining(by: Problem.figures) { () throws(FigureError) in
            try await self.services.figures.cohorts(of: app.app, request)
        }
    }

    /// Returns the products from which people choose: those of a page, and the one that is chosen.
    private static func choices(_ products: [ProductID], _ chosen: String) -> [String] {
        Set(products.map(\.rawValue) + [chosen]).filter { !$0.isEmpty }.sorted()
    }

    /// Returns what is said about a chosen product that neither the catalog nor these months have; `nil` for others.
    private static func unknown(
        _ product: String,
        _ cohorts: FigureCohorts,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> String? {
        let id = ProductID(product)
        guard !product.isEmpty, !cohorts.products.contains(id), app.app.catalog.products[id] == nil else { return nil }
        return visit.text("chartProductUnknown", product)
    }

    /// Returns the key of the sentence of a table without rows.
    private static func empty(_ cohorts: FigureCohorts, of product: String, _ app: DashboardApp) -> String {
        guard !Self.hasNone(product, app) else { return "cohortEmptyProduct" }
        return cohorts.earlierMonth == nil ? "cohortEmpty" : "cohortEmptyMonths"
    }

    /// Returns whether no subscription can begin with a product, because the catalog has it as another kind.
    private static func hasNone(_ product: String, _ app: DashboardApp) -> Bool {
        app.app.catalog.products[ProductID(product)].map { $0.kind != .autoRenewable } ?? false
    }

    /// Returns the cursor of the page before some cohorts.
    private static func next(after cohorts: FigureCohorts) -> String? {
        cohorts.earlierMonth.map(CohortMonths.text(of:))
    }

    /// Returns the cell of a month, which leads to the subscriptions that began in it.
    private static func month(_ text: String, product: String, _ app: DashboardApp) -> DashboardTable.Cell {
        let days = CohortMonths.month(text).map { CivilDay(firstOf: $0)...(CivilDay(firstOf: $0 + 1) + -1) }
        let path = DashboardChartEvents(product: product).path(to: [.subscriptionStarted], in: days, app)
        return DashboardTable.Cell(text, link: path)
    }

    private static func count(_ number: Int64) -> DashboardTable.Cell {
        DashboardTable.Cell(DashboardNumbers.count(number), value: "\(number)")
    }
}
