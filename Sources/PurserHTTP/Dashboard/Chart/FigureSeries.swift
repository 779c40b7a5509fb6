import Foundation
import Ledger
import Notation
import PurserService

/// The figures of a time, from which all charts of a page are drawn.
struct FigureSeries: Sendable {
    /// The name of a span, in the time zone of the app.
    struct Name: Hashable, Sendable {
        /// On an axis, which has no room for the year: `03-01`.
        let short: String
        /// In a table: `2026-03-01 09:00`, `2026-03-01`, or `2026-03`.
        let long: String
        /// In a file: the same, but an hour is RFC 3339 with its offset.
        let value: String
    }

    /// What a page reads besides the choice.
    struct Needs: Sendable {
        /// What the charts are split by.
        var split: FigureQuery.Split?
        /// The sizes of the products or storefronts in each chart.
        var sizes: [ChartParts.Size] = []
        /// Whether to read stocks.
        var hasStocks = true
        /// Whether to read numbers.
        var hasCounts = true
        /// Whether to read amounts.
        var hasAmounts = true
        /// Whether to read which currencies there are.
        var hasCurrencies = true

        /// Creates what charts of the same split need.
        init(_ charts: [FigureChart]) {
            self.split = charts.first?.split
            self.sizes = self.split == nil ? [] : charts.compactMap(\.size)
            self.hasStocks = charts.contains(where: \.hasStocks)
            self.hasCounts = charts.contains { $0.unit != .money }
            self.hasAmounts = charts.contains { $0.unit == .money }
        }

        /// Creates the need for everything, without a split.
        init() {}
    }

    /// A span, with the figures of each cell.
    private struct Span: Sendable {
        let name: Name
        let figures: FigureService.ChartReport.Span
        let isIncomplete: Bool

        /// The cells whose values are of a unit.
        func cells(_ unit: FigureChart.Unit) -> [FigureCell: FigureValues] {
            unit == .money ? self.figures.amounts : self.figures.counts
        }
    }

    /// The currency whose amounts are shown: the chosen one, or the one with the most sales.
    let currency: String
    /// All currencies with money in this time.
    let currencies: [String]
    /// The time zone of the app.
    let timeZone: String
    /// The days in UTC of which a part belongs to the time.
    let days: ClosedRange<CivilDay>
    /// Whether hours were chosen, and days are shown.
    let isByDay: Bool
    /// What each currency has in this time.
    private let sums: [String: FigureValues]
    /// What the charts are split by.
    private let parts: (counts: ChartParts, amounts: ChartParts)
    /// The spans; the first one lies before the time, because shares need its stocks.
    private let spans: [Span]
    /// The instant of the figures.
    private let at: Instant
    /// The number of days for which the last trial that began in a span can run after it.
    private let trialDays: Int64

    /// Reads figures; `nil` where the time has too many spans or figures.
    static func read(
        _ choice: Choice,
        of app: DashboardApp,
        from service: FigureService,
        _ needs: Needs
    ) async throws(RepositoryError) -> Self? {
        // Hours are kept of everything only, and not of each product and storefront.
        let isOfEverything = needs.split == nil && choice.product.isEmpty && choice.storefront.isEmpty
        let isByDay = choice.unit == .hour && !isOfEverything
        var request = FigureService.ChartRequest(
            environment: app.environment,
            days: choice.first...choice.last,
            unit: isByDay ? .day : choice.unit
        )
        request.hours = choice.hours
        request.product = choice.product.isEmpty ? nil : ProductID(choice.product)
        request.storefront = choice.storefront.isEmpty ? nil : choice.storefront
        request.currency = choice.currency.isEmpty ? nil : choice.currency
        (request.split, request.sizes) = (needs.split, needs.sizes)
        (request.hasStocks, request.hasCounts) = (needs.hasStocks, needs.hasCounts)
        (request.hasAmounts, request.hasCurrencies) = (needs.hasAmounts, needs.hasCurrencies)
        do throws(FigureError) {
            let report = try await service.charts(of: app.app, request)
            // In the Sandbox trials take minutes.
            let days = app.environment == .production ? app.app.catalog.longestTrialDays : 0
            return Self(report, choice, isByDay: isByDay, trialDays: days)
        } catch {
            guard case .storage(let cause) = error else { return nil }
            throw cause
        }
    }

    private init(
        _ report: FigureService.ChartReport,
        _ choice: Choice,
        isByDay: Bool,
        trialDays: Int64
    ) {
        (self.at, self.trialDays) = (report.at, trialDays)
        self.sums = report.currencies
        self.parts = (report.counts, report.amounts)
        self.currencies = report.soldCurrencies
        // Without any, a chart of money is empty.
        self.currency = report.currency
        self.timeZone = report.timeZone
        self.isByDay = isByDay
        let zone = TimeZone(identifier: report.timeZone) ?? .gmt
        let time = report.spans.dropFirst().map { Self.days(of: $0) }
        self.days = time.first.map { first in first.lowerBound...(time.last ?? first).upperBound } ?? choice.days
        self.spans = report.spans.map { span in
            Span(
                name: Self.name(of: span.from, isByDay ? .day : choice.unit, zone),
                figures: span,
                isIncomplete: span.to > report.at
            )
        }
    }

    /// The names of the spans.
    var names: [Name] { self.spans.dropFirst().map(\.name) }

    /// The days in UTC of which a part belongs to each span.
    var spanDays: [ClosedRange<CivilDay>] { self.spans.dropFirst().map { Self.days(of: $0.figures) } }

    /// The names of the spans on an axis.
    var places: [String] { self.names.map(\.short) }

    /// The places of the spans that are not over.
    var incomplete: Set<Int> {
        Set(self.spans.dropFirst().enumerated().filter(\.element.isIncomplete).map(\.offset))
    }

    /// Returns the places of the spans whose values of a chart can still grow.
    func incomplete(of chart: FigureChart) -> Set<Int> {
        guard chart.isOfTrials else { return self.incomplete }
        let spans = self.spans.dropFirst().enumerated()
        return Set(spans.filter { $0.element.figures.to + .days(self.trialDays) > self.at }.map(\.offset))
    }

    /// Returns a chart of these figures.
    func chart(_ chart: FigureChart, _ visit: DashboardVisit, hasTable: Bool = true) -> DashboardChart {
        let (incomplete, currency) = (self.incomplete(of: chart), self.currency)
        let series = self.series(chart, visit).map { one in
            DashboardChart.Series(name: one.name, values: one.values, incomplete: incomplete)
        }
        return DashboardChart(
            id: chart.address,
            title: self.title(chart, visit),
            form: chart.form,
            places: self.places,
            series: series,
            hasTable: hasTable,
            isWhole: chart.unit == .count,
            format: { Self.text($0, chart.unit, in: currency) }
        )
    }

    /// The title of a chart, with the currency of its amounts.
    func title(_ chart: FigureChart, _ visit: DashboardVisit) -> String {
        Self.title(visit.text(chart.title), in: chart.unit == .money ? self.currency : "", visit)
    }

    /// Returns a title with the currency of the amounts, unless that is empty.
    static func title(_ title: String, in currency: String, _ visit: DashboardVisit) -> String {
        currency.isEmpty ? title : visit.text("chartInCurrency", title, currency)
    }

    /// Returns a chart's series: the name in the language of the page, the English one for files, and the values.
    func series(
        _ chart: FigureChart,
        _ visit: DashboardVisit
    ) -> [(name: String, fileName: String, values: [Double?])] {
        func english(_ key: String, _ arguments: [String] = []) -> String {
            DashboardFiles.shared.text(key, in: .english, arguments)
        }
        guard let split = chart.split, let part = chart.parts.first else {
            let sums = self.spans.map { Self.sum($0, chart.unit) }
            return chart.parts.map { part in
                (visit.text(part.name), english(part.name), zip(sums.dropFirst(), sums).map { part.value($0, $1) })
            }
        }
        guard let size = chart.size else { return [] }
        let parts = chart.unit == .money ? self.parts.amounts : self.parts.counts
        let all = parts.ranked(by: size)
        // Besides those that are named, there are purchases whose storefront is not known.
        let unknownCount = parts.hasOthers(by: size) ? 1 : 0
        let isTooMany = all.count + unknownCount > DashboardChart.maximumSeries
        let shown = isTooMany ? all.prefix(DashboardChart.maximumSeries - 1) : all[...]
        let none = FigureValues()
        func values(_ value: (Span) -> FigureValues) -> [Double?] {
            let sums = self.spans.map(value)
            return zip(sums.dropFirst(), sums).map { part.value($0, $1) }
        }
        let series = shown.map { cell -> (name: String, fileName: String, values: [Double?]) in
            let name = Self.name(of: cell, split) ?? ""
            return (name, name, values { $0.cells(chart.unit)[cell] ?? none })
        }
        let others = values { span in
            var rest = Self.sum(span, chart.unit)
            for cell in shown { rest.add(span.cells(chart.unit)[cell] ?? none, times: -1) }
            return rest
        }
        if isTooMany {
            let count = "\(all.count - shown.count + unknownCount)"
            return series + [(visit.text("chartOthers", count), english("chartOthers", [count]), others)]
        }
        return unknownCount == 0 ? series : series + [(visit.text("chartUnknown"), english("chartUnknown"), others)]
    }

    /// Returns the sum of some figures over the whole time.
    func total(_ figures: [Figure], _ unit: FigureChart.Unit = .count) -> Int64 {
        self.spans.dropFirst().reduce(0) { sum, span in
            let values = Self.sum(span, unit)
            return sum + figures.reduce(0) { $0 + values[$1] }
        }
    }

    /// Returns stocks at the end of the time.
    func stock(_ figures: [Figure], _ unit: FigureChart.Unit = .count) -> Int64 {
        self.stock(figures, unit, of: self.spans.last)
    }

    /// Returns stocks at the end of the first spans; those at the beginning of the time for none of them.
    func stock(_ figures: [Figure], _ unit: FigureChart.Unit = .count, first count: Int) -> Int64 {
        self.stock(figures, unit, of: self.spans.prefix(count + 1).last)
    }

    private func stock(_ figures: [Figure], _ unit: FigureChart.Unit, of span: Span?) -> Int64 {
        guard let span else { return 0 }
        let values = Self.sum(span, unit)
        return figures.reduce(0) { $0 + values[$1] }
    }

    /// The number of spans that are over.
    var completeCount: Int { self.spans.dropFirst().count { !$0.isIncomplete } }

    /// Returns the sum of amounts over the whole time in each currency but the one that is shown.
    func otherAmounts(_ figures: [Figure], less: [Figure]) -> [(currency: String, amount: Int64)] {
        let others = self.sums.filter { $0.key != self.currency }
        let amounts = others.mapValues { values in
            figures.reduce(0) { $0 + values[$1] } - less.reduce(0) { $0 + values[$1] }
        }
        return amounts.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns the sum of some figures over the first spans.
    func total(_ figures: [Figure], _ unit: FigureChart.Unit, first count: Int) -> Int64 {
        self.spans.dropFirst().prefix(count).reduce(0) { sum, span in
            let values = Self.sum(span, unit)
            return sum + figures.reduce(0) { $0 + values[$1] }
        }
    }

    // MARK: Parts

    private static func days(of span: FigureService.ChartReport.Span) -> ClosedRange<CivilDay> {
        // What runs ends with the current quarter of an hour.
        let first = CivilDay(of: span.from)
        return first...max(first, CivilDay(of: span.to - FigureBucket.length))
    }

    private static func sum(_ span: Span, _ unit: FigureChart.Unit) -> FigureValues {
        var sum = FigureValues()
        for values in span.cells(unit).values { sum.add(values) }
        return sum
    }

    private static func name(of cell: FigureCell, _ split: FigureQuery.Split) -> String? {
        switch split {
        case .product: cell.product?.rawValue
        case .storefront: cell.storefront
        case .currency: cell.currency
        }
    }

    private static func name(of instant: Instant, _ unit: FigureSpans.Unit, _ zone: TimeZone) -> Name {
        let seconds = Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)))
        let text = (instant + .seconds(seconds)).rfc3339
        let (day, month) = (String(text.prefix(10)), String(text.prefix(7)))
        switch unit {
        case .hour:
            let time = text.dropFirst(11).prefix(5)
            return Name(
                short: "\(day.dropFirst(5)) \(time)",
                long: "\(day) \(time)",
                value: "\(text.prefix(19))\(Self.offset(seconds))"
            )
        case .day, .week: return Name(short: String(day.dropFirst(5)), long: day, value: day)
        case .month: return Name(short: month, long: month, value: month)
        }
    }

    /// Returns an offset from UTC as RFC 3339 spells it: `+08:00`.
    private static func offset(_ seconds: Int64) -> String {
        func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = abs(seconds) / 60
        return "\(seconds < 0 ? "-" : "+")\(digits(minutes / 60)):\(digits(minutes % 60))"
    }

    /// Returns a value as a person reads it; an amount is in a currency, which stands elsewhere.
    static func text(_ value: Double, _ unit: FigureChart.Unit, in currency: String) -> String {
        switch unit {
        case .money: HTMLText.amount(Int64(value.rounded()), in: currency)
        case .count: value == value.rounded() ? DashboardNumbers.count(Int64(value)) : HTMLText.grouped("\(value)")
        case .share: Self.share(value)
        }
    }

    /// Returns a share in percent as a person reads it.
    static func share(_ percent: Double) -> String {
        HTMLText.shortPercent(Int64((percent * 10).rounded()))
    }
}
