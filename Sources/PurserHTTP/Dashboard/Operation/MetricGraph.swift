import Foundation
import Ledger
import PurserService

/// The history of a metric over a day or a week, as a chart and as a table.
struct MetricGraph: Sendable {
    /// A span of time up to now.
    enum Period: String, CaseIterable {
        /// The last 24 hours, in points of five minutes.
        case day
        /// The last seven days, in points of an hour.
        case week

        /// The points of the chart.
        var resolution: MetricResolution { self == .day ? .fiveMinutes : .hour }
        /// The number of points.
        var count: Int { self == .day ? 288 : 168 }
        /// The number of points in one row of the table: an hour, or six.
        var pointsPerRow: Int { self == .day ? 12 : 6 }
        /// The key of the name.
        var name: String { self == .day ? "graphDay" : "graphWeek" }
        /// The distance between two labels of the time axis.
        fileprivate var labels: Span { self == .day ? .hours(4) : .days(1) }
    }

    /// One series.
    struct Line: Sendable {
        /// The labels that tell it from the others.
        let name: String
        /// The way in which values of several times are combined.
        let kind: MetricKind
        /// The values.
        let points: [Double?]
    }

    /// The metric.
    let metric: String
    /// The span of time.
    let period: Period
    /// The series with the greatest values, at most as many as a chart has lines.
    let lines: [Line]
    /// The number of series that are left out.
    let leftOut: Int
    /// When the first point begins.
    let begin: Instant

    /// Reads the history of a metric.
    ///
    /// - Parameters:
    ///   - metric: The metric; of a timer, the mean is read.
    ///   - query: The query that reads the history.
    ///   - app: The app whose series are read, beside those of the whole server.
    ///   - period: The span of time.
    ///   - isWanted: Whether a series belongs to the graph.
    /// - Throws: The reason why nothing could be read.
    init(
        _ metric: String,
        from query: MetricQuery,
        app: AppName,
        _ period: Period,
        where isWanted: (MetricKey) -> Bool = { _ in true }
    ) async throws(RepositoryError) {
        let resolution = period.resolution
        let last = resolution.point(of: query.now())
        let points = (last - Int64(period.count) + 1)...last
        var found = try await Self.lines(query.series(of: metric, app: app, resolution, points))
        if found.isEmpty {
            let sums = try await query.series(of: "\(metric)_sum", app: app, resolution, points)
            let counts = try await query.series(of: "\(metric)_count", app: app, resolution, points)
            found = Self.means(sums, counts)
        }
        let wanted = found.filter { isWanted($0.key) }.sorted { Self.most($0.line) > Self.most($1.line) }
        self.metric = metric
        self.period = period
        self.lines = wanted.prefix(DashboardChart.maximumSeries).map(\.line)
        self.leftOut = wanted.count - self.lines.count
        self.begin = resolution.begin(ofPoint: points.lowerBound)
    }

    /// The period that a query names; a day by default.
    static func period(_ visit: DashboardVisit) -> Period { Period(rawValue: visit.query["period"]) ?? .day }

    /// Returns the values of the template `metric-graph`.
    ///
    /// - Parameters:
    ///   - limit: The value from which an alarm fires, in the metric's unit; `nil` for none.
    ///   - visit: The request.
    /// - Returns: The choices of the period, the chart, and the table of the same values.
    /// - Throws: Nothing of its own: the values are in memory.
    func values(limit: Double? = nil, for visit: DashboardVisit) async throws -> [String: Any] {
        var values: [String: Any] = [
            "leftOut": false, "chart": false, "isOpen": !visit.query["cursor"].isEmpty,
            "periods": Period.allCases.map { period -> [String: Any] in
                [
                    "name": visit.text(period.name), "isCurrent": period == self.period,
                    "path": visit.address(with: ["period": period.rawValue, "cursor": ""]),
                ]
            },
            "table": try await self.table.values(for: visit),
        ]
        if !self.lines.isEmpty {
            values["chart"] = self.chart(limit, visit).values(for: visit)
        }
        if self.leftOut > 0 { values["leftOut"] = visit.text("graphLeftOut", "\(self.leftOut)") }
        return values
    }

    private func chart(_ limit: Double?, _ visit: DashboardVisit) -> DashboardChart {
        let step = self.period.resolution.step.milliseconds
        let instants = (0..<self.period.count).map { self.begin + Span(milliseconds: step * Int64($0)) }
        let span = self.period.labels.milliseconds
        return DashboardChart(
            title: visit.text("graphLabel", self.metric, visit.text(self.period.name)),
            form: .lines,
            places: instants.map { instant in
                let iso = instant.rfc3339
                return String(self.period == .week ? iso.prefix(10).suffix(5) : iso.prefix(16).suffix(5))
            },
            series: self.lines.map { DashboardChart.Series(name: $0.name, values: $0.points) },
            labeled: instants.indices.filter { instants[$0].milliseconds % span < step },
            hasTable: false,
            threshold: limit.flatMap { limit in
                limit.isFinite && limit >= 0 ? (limit, "\(visit.text("graphLimit")) \(Self.amount(limit))") : nil
            },
            format: { Self.amount($0) }
        )
    }

    /// The values as a table, newest first: counts added up, states at their greatest.
    var table: DashboardTable {
        DashboardTable(
            name: "graphTable",
            columns: [
                DashboardTable.Column("graphTime"), DashboardTable.Column("graphSeries"),
                DashboardTable.Column("graphValue", isNumber: true),
            ],
            empty: "graphEmpty",
            of: self.rows
        ) { $0 }
    }

    private var rows: [DashboardTable.Row] {
        let step = self.period.resolution.step.milliseconds
        return stride(from: 0, to: self.period.count, by: self.period.pointsPerRow).reversed().flatMap { first in
            self.lines.compactMap { line -> DashboardTable.Row? in
                let known = line.points[first..<min(first + self.period.pointsPerRow, line.points.count)]
                    .compactMap(\.self)
                guard var value = known.first else { return nil }
                for other in known.dropFirst() { value = line.kind.combined(value, other) }
                return DashboardTable.Row(cells: [
                    DashboardTable.Cell(self.begin + Span(milliseconds: step * Int64(first))),
                    DashboardTable.Cell(line.name),
                    DashboardTable.Cell(Self.amount(value), value: "\(value)"),
                ])
            }
        }
    }

    private static func most(_ line: Line) -> Double { line.points.compactMap(\.self).max() ?? 0 }

    private static func lines(_ series: [MetricQuery.Series]) -> [(key: MetricKey, line: Line)] {
        series.map { one in
            (one.key, Line(name: Self.name(one.key), kind: one.kind, points: one.points.map { $0.map(Double.init) }))
        }
    }

    /// Returns the mean of each time: the sum divided by the number of times.
    private static func means(
        _ sums: [MetricQuery.Series],
        _ counts: [MetricQuery.Series]
    ) -> [(key: MetricKey, line: Line)] {
        sums.compactMap { sum in
            guard let count = counts.first(where: { $0.key.labels == sum.key.labels }) else { return nil }
            let points = zip(sum.points, count.points).map { sum, count -> Double? in
                guard let sum, let count, count > 0 else { return nil }
                return Double(sum) / Double(count)
            }
            return (sum.key, Line(name: Self.name(sum.key), kind: .gauge, points: points))
        }
    }

    /// Returns the values of the labels, without the app, which the page is about.
    private static func name(_ key: MetricKey) -> String {
        let values = key.labels.filter { $0.name != "app" }.map(\.value)
        return values.isEmpty ? key.app?.rawValue ?? key.metric : values.joined(separator: " ")
    }

    /// The maximum number of decimal places.
    private static let maximumPlaces = 9

    /// Returns a value with three digits of it and the sign of its thousands: `1.5k`, `23M`, `0.25`, `0.0005`.
    static func amount(_ value: Double) -> String {
        var rest = value
        var sign = ""
        for next in ["k", "M", "G", "T"] where abs(rest) >= 1000 { (rest, sign) = (rest / 1000, next) }
        let places = abs(rest) > 0 && abs(rest) < 1 ? 2 - Int(floor(log10(abs(rest)))) : 3
        return Self.digits(rest, decimals: abs(rest) >= 100 ? 0 : abs(rest) >= 10 ? 1 : places) + sign
    }

    private static func digits(_ value: Double, decimals: Int) -> String {
        let decimals = min(decimals, Self.maximumPlaces)
        let factor = pow(10, Double(decimals))
        let scaled = (value * factor).rounded()
        guard abs(scaled) < 1e15 else { return "\(value)" }
        let number = Int64(scaled)
        let digits = String(abs(number) % Int64(factor))
        var fraction = String(repeating: "0", count: max(0, decimals - digits.count)) + digits
        while fraction.last == "0" { fraction.removeLast() }
        let whole = "\(number < 0 ? "\u{2212}" : "")\(abs(number) / Int64(factor))"
        return decimals == 0 || fraction.isEmpty ? whole : "\(whole).\(fraction)"
    }
}
