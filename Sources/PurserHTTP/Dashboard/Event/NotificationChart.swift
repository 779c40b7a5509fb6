import Ledger
import PurserService

/// Notifications by day and outcome, as stacked bars with the same numbers in a table.
struct NotificationChart {
    private static let left = 52.0
    private static let width = 708.0
    private static let top = 14.0
    private static let bottom = 168.0

    /// The days.
    let days: NotificationDays
    /// The counts of each outcome, by day.
    let series: [(outcome: EvidenceOutcome, counts: [Int64])]

    /// Returns the values for the template.
    func values(_ visit: DashboardVisit) -> [String: Any] {
        let totals = (0..<NotificationDays.count).map { day in self.series.reduce(0) { $0 + $1.counts[day] } }
        let most = Self.ceiling(of: totals.max() ?? 0)
        let slot = (Self.width - Self.left) / Double(NotificationDays.count)
        let scale = (Self.bottom - Self.top) / Double(most)
        var bars: [[String: Any]] = []
        for day in 0..<NotificationDays.count {
            var base = Self.bottom
            for (outcome, counts) in self.series where counts[day] > 0 {
                let height = Double(counts[day]) * scale
                base -= height
                let text = "\(self.days.names[day]): \(DashboardNumbers.count(counts[day]))"
                bars.append([
                    "x": Self.text(Self.left + (Double(day) + 0.2) * slot), "y": Self.text(base),
                    "w": Self.text(slot * 0.6), "h": Self.text(max(height - 1, 0.5)), "color": outcome.color,
                    "says": "\(text) \(visit.text(outcome.textKey))",
                ])
            }
        }
        let labels = self.days.names.enumerated().filter { $0.offset.isMultiple(of: 2) }.map { day, name in
            ["x": Self.text(Self.left + (Double(day) + 0.5) * slot), "name": String(name.suffix(5))]
        }
        let lines = [0, most / 2, most].filter { $0 == 0 || $0 * 2 == most || $0 == most }.map { count in
            let y = Self.bottom - Double(count) * scale
            return ["y": Self.text(y), "textY": Self.text(y + 4), "name": DashboardNumbers.count(count)]
        }
        return [
            "hasNotifications": totals.contains { $0 > 0 }, "bars": bars, "dayLabels": labels, "lines": lines,
            "outcomes": self.series.map { outcome, counts -> [String: Any] in
                [
                    "name": visit.text(outcome.textKey), "color": outcome.color,
                    "count": DashboardNumbers.count(counts.reduce(0, +)),
                ]
            },
            "dayRows": self.days.names.enumerated().reversed().map { day, name -> [String: Any] in
                ["day": name, "counts": self.series.map { ["count": DashboardNumbers.count($0.counts[day])] }]
            },
        ]
    }

    /// Returns the end of the scale: an even number with one leading digit.
    private static func ceiling(of count: Int64) -> Int64 {
        var unit: Int64 = 1
        while count / unit >= 10 { unit *= 10 }
        let digit = (count + unit - 1) / unit
        return max(2, (digit + digit % 2) * unit)
    }

    /// Returns a coordinate with one digit after the point.
    private static func text(_ value: Double) -> String {
        let tenths = Int64((value * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}

/// The last fourteen days in UTC, today included.
struct NotificationDays {
    /// The number of days.
    static let count = 14

    /// The hours of the days, as numbers of points.
    let points: ClosedRange<Int64>

    /// Creates the days that end with that of an instant.
    init(endingAt now: Instant) {
        let hoursOfDay: Int64 = 24
        let last = MetricResolution.hour.point(of: now)
        let today = last - ((last % hoursOfDay) + hoursOfDay) % hoursOfDay
        self.points = (today - Int64(Self.count - 1) * hoursOfDay)...(today + hoursOfDay - 1)
    }

    /// The days as texts: `2026-11-27`.
    var names: [String] {
        (0..<Self.count).map { day in
            let point = self.points.lowerBound + Int64(day) * 24
            return String(MetricResolution.hour.begin(ofPoint: point).rfc3339.prefix(10))
        }
    }

    /// Returns the sum of series for each day; hours without a value count nothing.
    func counts(in series: [MetricQuery.Series]) -> [Int64] {
        (0..<Self.count).map { day in
            let hours = series.flatMap { $0.points.dropFirst(day * 24).prefix(24) }
            return Int64(hours.reduce(0.0) { $0 + Double($1 ?? 0) }.rounded())
        }
    }
}

extension EvidenceOutcome {
    /// The key of the name.
    var textKey: String {
        switch self {
        case .recorded: "notificationRecorded"
        case .duplicate: "notificationDuplicate"
        case .held: "notificationHeld"
        case .forged: "notificationForged"
        case .refused: "notificationRefused"
        }
    }

    /// The class of the color.
    var color: String {
        switch self {
        case .recorded: "s1"
        case .duplicate: "s6"
        case .held: "s2"
        case .forged: "sbad"
        case .refused: "s4"
        }
    }
}
