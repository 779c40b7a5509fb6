import Foundation
import Ledger
import Notation
import PurserService

/// The figures of a time, from which all charts of a page are drawn.
struct FigureSeries: Sendable {
    /// What an operator chose: the time, the length of its spans, and what counts.
    struct Choice: Sendable {
        /// A time that has a name.
        enum Range: String, CaseIterable, Sendable {
            /// The last seven days, by hour.
            case week = "7"
            /// The last 30 days, by day.
            case month = "30"
            /// The last twelve weeks, by week.
            case quarter = "84"
            /// The last twelve months, by month.
            case year = "365"

            /// The key of the name.
            var name: String {
                switch self {
                case .week: "chartLastWeek"
                case .month: "chartLastMonth"
                case .quarter: "chartLastQuarter"
                case .year: "chartLastYear"
                }
            }

            fileprivate var unit: FigureSpans.Unit {
                switch self {
                case .week: .hour
                case .month: .day
                case .quarter: .week
                case .year: .month
                }
            }
        }

        /// The first day; that of the range where the query names none.
        let first: CivilDay
        /// The last day.
        let last: CivilDay
        /// The length of a span.
        let unit: FigureSpans.Unit
        /// The only product, storefront and currency that count; empty for all.
        let product: String
        let storefront: String
        var currency: String

        /// Reads the choice in a query; what cannot be read counts as not chosen.
        init(_ query: DashboardForm, today: CivilDay) {
            let range = Range(rawValue: query["range"]) ?? .month
            let last = CivilDay(text: query["to"]) ?? today
            let days = Int64(range.rawValue) ?? 30
            self.last = last
            self.first = min(CivilDay(text: query["from"]) ?? last + (1 - days), last)
            self.unit = FigureSpans.Unit(rawValue: query["by"]) ?? range.unit
            self.product = query["product"]
            self.storefront = query["storefront"]
            self.currency = query["currency"]
        }
    }

    /// The name of a span, in the time zone of the app.
    struct Name: Hashable, Sendable {
        /// On an axis, which has no room for the year: `03-01`.
        let short: String
        /// In a table: `2026-03-01 09:00`, `2026-03-01`, or `2026-03`.
        let long: String
        /// In a file: the same, but an hour is RFC 3339 with its offset.
        let value: String
    }

    /// A span, with the figures of each cell.
    private struct Span: Sendable {
        let name: Name
        let cells: [(cell: FigureCell, values: FigureValues)]
        let isIncomplete: Bool
    }

    /// The currency whose amounts are shown: the chosen one, or the one with the most sales.
    let currency: String
    /// All currencies with money in this time.
    let currencies: [String]
    /// The time zone of the app.
    let timeZone: String
    /// The last day in UTC of which a part belongs to the time.
    let lastDay: CivilDay
    /// The spans; the first one lies before the time, because shares need its stocks.
    private let spans: [Span]

    /// Reads figures, with or without stocks; `nil` where the time has too many spans or figures.
    static func read(
        _ choice: Choice,
        of app: DashboardApp,
        from service: FigureService,
        splits: Set<FigureQuery.Split> = [],
        hasStocks: Bool = true
    ) async throws(RepositoryError) -> Self? {
        let (year, month, _) = choice.first.date
        let before: CivilDay =
            switch choice.unit {
            case .hour, .day: choice.first + -1
            case .week: choice.first + -7
            case .month: CivilDay(year: year, month: month) + -1
            }
        let request = FigureService.Request(
            environment: app.environment,
            first: before,
            last: choice.last,
            unit: choice.unit,
            product: choice.product.isEmpty ? nil : ProductID(choice.product),
            storefront: choice.storefront.isEmpty ? nil : choice.storefront,
            splits: splits,
            hasStocks: hasStocks
        )
        do throws(FigureError) {
            return Self(try await service.figures(of: app.app, request), choice)
        } catch {
            guard case .storage(let cause) = error else { return nil }
            throw cause
        }
    }

    private init(_ report: FigureService.Report, _ choice: Choice) {
        var money: [String: Int64] = [:]
        for span in report.spans {
            for (cell, values) in span.cells {
                guard let currency = cell.currency else { continue }
                // Amounts of different currencies cannot be compared, numbers of sales can.
                let counts: [Figure] = [.newSales, .renewalSales, .oneTimeSales, .refunds]
                let sum = counts.reduce(0) { $0 + values[$1] }
                if sum > 0 || values[.recurring] > 0 { money[currency, default: 0] += sum }
            }
        }
        self.currencies = money.keys.sorted()
        // Without any, a chart of money is empty.
        let largest = money.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        self.currency = choice.currency.isEmpty ? largest ?? "" : choice.currency
        self.timeZone = report.timeZone
        let calendar = FigureCalendar(timeZone: report.timeZone)
        let zone = TimeZone(identifier: report.timeZone) ?? .gmt
        // What runs ends with the current quarter of an hour.
        self.lastDay = report.spans.last.map { CivilDay(of: $0.to - FigureBucket.length) } ?? choice.last
        let begin = calendar.begin(of: choice.first).begin
        // Hours are counted from the first day on; the day before it is there for the stocks.
        let skipped = max(0, report.spans.count { $0.from < begin } - 1)
        self.spans = report.spans.dropFirst(choice.unit == .hour ? skipped : 0).map { span in
            Span(
                name: Self.name(of: span.from, choice.unit, zone),
                cells: span.cells,
                isIncomplete: span.to > report.at
            )
        }
    }

    /// The names of the spans.
    var names: [Name] { self.spans.dropFirst().map(\.name) }

    /// The names of the spans on an axis.
    var places: [String] { self.names.map(\.short) }

    /// The places of the spans that are not over.
    var incomplete: Set<Int> {
        Set(self.spans.dropFirst().enumerated().filter(\.element.isIncomplete).map(\.offset))
    }

    /// Returns a chart of these figures.
    func chart(_ chart: FigureChart, _ visit: DashboardVisit, hasTable: Bool = true) -> DashboardChart {
        let incomplete = self.incomplete
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
            format: { Self.text($0, chart.unit) }
        )
    }

    /// The title of a chart, with the currency of its amounts.
    func title(_ chart: FigureChart, _ visit: DashboardVisit) -> String {
        let title = visit.text(chart.title)
        return chart.unit == .money && !self.currency.isEmpty ? "\(title), \(self.currency)" : title
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
            let sums = self.spans.map { self.sum($0, chart.unit) { _ in true } }
            return chart.parts.map { part in
                (visit.text(part.name), english(part.name), zip(sums.dropFirst(), sums).map { part.value($0, $1) })
            }
        }
        // One pass over the cells, however many names there are.
        let none = FigureValues()
        let sums = self.spans.map { span -> [String: FigureValues] in
            var sums: [String: FigureValues] = [:]
            for (cell, values) in span.cells where chart.unit != .money || cell.currency == self.currency {
                guard let name = Self.name(of: cell, split) else { continue }
                sums[name, default: none].add(values)
            }
            return sums
        }
        let all = Set(sums.flatMap(\.keys)).map { name -> (name: String, fileName: String, values: [Double?]) in
            (name, name, zip(sums.dropFirst(), sums).map { part.value($0[name] ?? none, $1[name] ?? none) })
        }
        .filter { $0.values.contains { ($0 ?? 0) != 0 } }
        .sorted { (Self.total($1.values), $0.name) < (Self.total($0.values), $1.name) }
        guard all.count > DashboardChart.maximumSeries else { return all }
        let shown = all.prefix(DashboardChart.maximumSeries - 1)
        let others = self.places.indices.map { place in
            all.dropFirst(shown.count).reduce(0.0) { $0 + ($1.values[place] ?? 0) }
        }
        let count = "\(all.count - shown.count)"
        return shown + [(visit.text("chartOthers", count), english("chartOthers", [count]), others)]
    }

    /// Returns the sum of some figures over the whole time.
    func total(_ figures: [Figure], _ unit: FigureChart.Unit = .count) -> Int64 {
        self.spans.dropFirst().reduce(0) { sum, span in
            let values = self.sum(span, unit) { _ in true }
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
        let values = self.sum(span, unit) { _ in true }
        return figures.reduce(0) { $0 + values[$1] }
    }

    /// The number of spans that are over.
    var completeCount: Int { self.spans.dropFirst().count { !$0.isIncomplete } }

    /// Returns the sum of amounts over the whole time in each currency but the one that is shown.
    func otherAmounts(_ figures: [Figure], less: [Figure]) -> [(currency: String, amount: Int64)] {
        var sums: [String: Int64] = [:]
        for span in self.spans.dropFirst() {
            for (cell, values) in span.cells {
                guard let currency = cell.currency, currency != self.currency else { continue }
                let sum = figures.reduce(0) { $0 + values[$1] } - less.reduce(0) { $0 + values[$1] }
                if sum != 0 { sums[currency, default: 0] += sum }
            }
        }
        return sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns the sum of some figures over the first spans.
    func total(_ figures: [Figure], _ unit: FigureChart.Unit, first count: Int) -> Int64 {
        self.spans.dropFirst().prefix(count).reduce(0) { sum, span in
            let values = self.sum(span, unit) { _ in true }
            return sum + figures.reduce(0) { $0 + values[$1] }
        }
    }

    // MARK: Parts

    private func sum(_ span: Span, _ unit: FigureChart.Unit, _ isCounted: (FigureCell) -> Bool) -> FigureValues {
        var sum = FigureValues()
        for (cell, values) in span.cells where isCounted(cell) {
            guard unit != .money || cell.currency == self.currency else { continue }
            sum.add(values)
        }
        return sum
    }

    private static func total(_ values: [Double?]) -> Double { values.reduce(0) { $0 + abs($1 ?? 0) } }

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

    /// Returns a value as a person reads it.
    static func text(_ value: Double, _ unit: FigureChart.Unit) -> String {
        switch unit {
        case .money: DashboardNumbers.amount(Int64(value.rounded()))
        case .count: value == value.rounded() ? DashboardNumbers.count(Int64(value)) : "\(value)"
        case .share: "\(DecimalText.shortPercent(Int64((value * 10).rounded())))"
        }
    }
}
