import Ledger

/// A line chart of metrics over time, whose shapes the template `metric-chart` draws as SVG.
struct MetricChart: Sendable {
    /// One series.
    struct Line: Sendable {
        /// The name in the legend.
        let name: String
        /// The values of consecutive points; `nil` where one is unknown.
        let points: [Double?]
    }

    /// The maximum number of lines, each with its color of the style sheet: `s1` to `s6`.
    static let maximumLines = 6
    /// The size in the units of the SVG.
    private static let size = (width: 720.0, height: 220.0)
    /// The place of the area with the lines.
    private static let (left, right, top, bottom) = (64.0, 712.0, 10.0, 192.0)

    /// The lines, at most six.
    let lines: [Line]
    /// The value from which an alarm fires, in the unit of the lines; `nil` for none.
    var limit: Double?
    /// When the first point begins.
    let begin: Instant
    /// The length of time of a point.
    let step: Span
    /// The number of points.
    let count: Int
    /// The distance between two labels of the time axis.
    let labels: Span
    /// Whether a label states the day, otherwise the time of the day.
    let labelsDays: Bool

    /// Returns the values for the template.
    func values(label: String, limitName: String) -> [String: Any] {
        let most = max(self.lines.flatMap(\.points).compactMap(\.self).max() ?? 0, self.limit ?? 0)
        let unit = Self.roundUnit(of: most)
        let top = max(1, (most / unit).rounded(.up)) * unit
        var values: [String: Any] = [
            "label": label, "width": Self.text(Self.size.width), "height": Self.text(Self.size.height),
            "left": Self.text(Self.left), "right": Self.text(Self.right), "limit": false,
            "grid": stride(from: 0, through: top * 1.0001, by: unit).map { value -> [String: Any] in
                let y = Self.y(of: value, top)
                return ["y": Self.text(y), "labelY": Self.text(y + 4), "text": Self.amount(value)]
            },
            "times": self.timeLabels,
            "lines": self.lines.prefix(Self.maximumLines).enumerated().map { place, line -> [String: Any] in
                ["color": "s\(place + 1)", "name": line.name, "path": self.path(line.points, top)]
            },
        ]
        if let limit, limit.isFinite, limit >= 0 {
            let y = Self.y(of: limit, top)
            values["limit"] = ["y": Self.text(y), "name": limitName, "text": Self.amount(limit)] as [String: Any]
        }
        return values
    }

    /// The data of a path, interrupted where values are unknown; a single point is a short dash.
    private func path(_ points: [Double?], _ top: Double) -> String {
        var path = ""
        var isOpen = false
        for (place, point) in points.enumerated() {
            guard let point, point.isFinite else {
                isOpen = false
                continue
            }
            let hasNext = place + 1 < points.count && points[place + 1] != nil
            let position = "\(Self.text(self.x(of: place))) \(Self.text(Self.y(of: max(0, point), top)))"
            path += isOpen ? "L\(position)" : "M\(position)\(hasNext ? "" : "h2")"
            isOpen = true
        }
        return path
    }

    private var timeLabels: [[String: Any]] {
        let end = self.begin + Span(milliseconds: self.step.milliseconds * Int64(self.count))
        let first = (self.begin.milliseconds + self.labels.milliseconds - 1) / self.labels.milliseconds
        return stride(from: first * self.labels.milliseconds, to: end.milliseconds, by: Int(self.labels.milliseconds))
            .compactMap { milliseconds -> [String: Any]? in
                let place = Double(milliseconds - self.begin.milliseconds) / Double(self.step.milliseconds)
                let iso = Instant(milliseconds: milliseconds).rfc3339
                let text = self.labelsDays ? iso.prefix(10).suffix(5) : iso.prefix(16).suffix(5)
                // A label at the end would be cut off.
                guard self.x(of: place) < Self.right - 12 else { return nil }
                return ["x": Self.text(self.x(of: place)), "text": String(text)]
            }
    }

    private func x(of place: Int) -> Double { self.x(of: Double(place) + 0.5) }

    private func x(of place: Double) -> Double {
        Self.left + place / Double(max(1, self.count)) * (Self.right - Self.left)
    }

    private static func y(of value: Double, _ top: Double) -> Double {
        Self.bottom - value / top * (Self.bottom - Self.top)
    }

    /// Returns a round distance between grid lines, of which about four lie below a value.
    private static func roundUnit(of most: Double) -> Double {
        guard most > 0, most.isFinite else { return 1 }
        var unit = 1.0
        while unit * 4 < most { unit *= 10 }
        while unit * 0.4 >= most { unit /= 10 }
        for part in [0.1, 0.2, 0.5] where unit * part * 4 >= most { return unit * part }
        return unit
    }

    /// Returns a value with at most three digits and the sign of its thousands: `1.5k`, `23M`, `0.25`.
    static func amount(_ value: Double) -> String {
        var rest = value
        var sign = ""
        for next in ["k", "M", "G", "T"] where abs(rest) >= 1000 { (rest, sign) = (rest / 1000, next) }
        return Self.text(rest, decimals: abs(rest) >= 100 ? 0 : abs(rest) >= 10 ? 1 : 3) + sign
    }

    private static func text(_ value: Double, decimals: Int = 1) -> String {
        let factor = [1.0, 10, 100, 1000][decimals]
        let scaled = (value * factor).rounded()
        guard abs(scaled) < 1e15 else { return "\(value)" }
        let number = Int64(scaled)
        let digits = String(abs(number) % Int64(factor))
        var fraction = String(repeating: "0", count: max(0, decimals - digits.count)) + digits
        while fraction.last == "0" { fraction.removeLast() }
        let whole = "\(number < 0 ? "-" : "")\(abs(number) / Int64(factor))"
        return decimals == 0 || fraction.isEmpty ? whole : "\(whole).\(fraction)"
    }
}
