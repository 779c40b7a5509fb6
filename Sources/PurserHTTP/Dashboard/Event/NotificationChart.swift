import Ledger
import PurserService

/// Notifications by day and outcome.
struct NotificationChart {
    /// The days.
    let days: NotificationDays
    /// The counts of each outcome, by day.
    let series: [(outcome: EvidenceOutcome, counts: [Int64])]

    /// Returns the values for the template.
    func values(_ visit: DashboardVisit) -> [String: Any] {
        let chart = DashboardChart(
            title: visit.text("notificationsChart"),
            form: .bars,
            places: self.days.names.map { String($0.suffix(5)) },
            series: self.series.map { outcome, counts in
                DashboardChart.Series(
                    name: visit.text(outcome.textKey),
                    values: counts.map(Double.init),
                    color: outcome.color
                )
            },
            isWhole: true,
            format: { DashboardNumbers.count(Int64($0)) }
        )
        return [
            "hasNotifications": self.series.contains { $0.counts.contains { $0 > 0 } },
            "chart": chart.values(for: visit),
        ]
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
            return MetricResolution.hour.begin(ofPoint: point).dayText
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

    /// The key of the sentence about a refusal of this class.
    var refusalKey: String {
        switch self {
        case .forged, .held: "notificationForgedMeans"
        case .recorded, .duplicate, .refused: "notificationRefusedMeans"
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
