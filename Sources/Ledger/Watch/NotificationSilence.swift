/// The time for which no notification of an app has arrived, and the number that should have.
///
/// It processes the minutes of a day, for apps that have several notifications in most hours; `LongTermSilence` is for
/// the others.
struct NotificationSilence: Sendable {
    /// The minimum number of silent minutes, however busy the app is: one sample may be late.
    private static let leastMinutes: Int64 = 2
    /// The minimum share of the expectation that calm minutes, or a bad day, are assumed to have.
    private static let leastShare = 0.3

    /// The number of notifications that arrive together: as many times more have to be missing.
    private static let clump = 1.5
    /// The number of notifications a minute from which the pace before the silence is used.
    private static let busy = 3.0
    /// The number of minutes for which the counts are unknown after the loss of a node.
    private static let lossMinutes: Int64 = 3
    /// The number of minutes over which the pace is averaged.
    private static let paceMinutes = 30.0

    private let counted: AlarmMetrics.Counted
    private let lostNodes: [Int]
    private let hour: Int64
    // The share of an hour's expectation in a minute, by the number of hours ago; `nil` where nothing is expected.
    private let perMinute: [Double?]
    private let longTerm: LongTermSilence
    private var minute: Int64?
    private var expected = 0.0
    private var silentMinutes: Int64 = 0
    // The mean number of notifications in a minute before the silence, exponentially weighted; `nil` at first.
    private var pace: Double?

    /// Creates the silence of these counters in one hour.
    init(_ counted: AlarmMetrics.Counted, _ metrics: AlarmMetrics) {
        self.counted = counted
        self.lostNodes = metrics.all("purser_nodes_lost")
        self.hour = metrics.hour
        let counts = counted.expected
        self.longTerm = LongTermSilence(counted.group.series, metrics)
        let calm = Self.calmShare(counted.group.series, metrics.history, endingBeforeHour: metrics.hour)
        let level = counts.level
        self.perMinute = (0...ExpectedCounts.hourCount).map { back in
            let least = counts.least[back]
            return least.isNaN ? nil : least * calm * level / 60
        }
    }

    /// Processes one more minute, or the last day where minutes were left out, and returns the bad reading.
    mutating func read(_ context: AlarmContext) -> AlarmReading? {
        let setting = context.thresholds[.notificationsSilent]
        guard setting.isEnabled else { return nil }
        guard self.counted.expected.isKnown else { return self.readHours(context, setting.limit) }
        if self.minute == context.minute - 1 {
            self.follow(context.minute, context)
        } else {
            self.followDay(context)
        }
        self.minute = context.minute
        // At busy times one minute expects so many that a single silent one would exceed the limit; twice the limit has
        // to be missing.
        let missing = self.expected / Self.clump
        let isLong = self.silentMinutes >= Self.leastMinutes || missing >= 2 * setting.limit
        guard isLong, missing >= setting.limit else { return self.readHours(context, setting.limit) }
        return AlarmReading(
            self.counted.group.key(.notificationsSilent),
            severity: .critical,
            value: missing,
            limit: setting.limit,
            facts: ["minutes": "\(self.silentMinutes)"]
        )
    }

    /// Processes whole hours: the last notification arrived before the current hour.
    private func readHours(_ context: AlarmContext, _ greatest: Double) -> AlarmReading? {
        let limit = greatest * self.longTerm.share
        guard self.longTerm.missing >= limit, context.hourSoFar(self.counted.group.series) == 0 else { return nil }
        return AlarmReading(
            self.counted.group.key(.notificationsSilent),
            severity: .critical,
            value: self.longTerm.missing,
            limit: limit,
            facts: ["hours": "\(self.longTerm.hours)"]
        )
    }

    private mutating func follow(_ minute: Int64, _ context: AlarmContext) {
        guard context.history.isKnown(minute: minute) else { return }
        let count = context.count(self.counted.group.series, minutesAgo: context.minute - minute)
        if count > 0 {
            // The minutes of a silence that ended count for the pace.
            for _ in 0..<min(60, self.silentMinutes) { self.pace = self.pace.map { $0 * (1 - 1 / Self.paceMinutes) } }
            self.pace = self.pace.map { $0 + (count - $0) / Self.paceMinutes } ?? count
            self.expected = 0
            self.silentMinutes = 0
            return
        }
        // The counts of a lost node's last minutes are unknown; afterwards Apple reaches the other nodes.
        let back = context.minute - minute
        let lost = context.count(self.lostNodes, minutesAgo: back)
        guard lost <= context.count(self.lostNodes, minutesAgo: back + Self.lossMinutes) else { return }
        let hours = Int(self.hour) - Int(minute.hourOfMinute)
        guard self.perMinute.indices.contains(hours), let expected = self.perMinute[hours] else { return }
        // Where half of a busy app's notifications are not counted, only the others can be missing.
        let pace = expected >= Self.busy ? self.pace ?? expected : expected
        self.expected += min(expected, max(pace, expected * Self.leastShare))
        self.silentMinutes += 1
    }

    private mutating func followDay(_ context: AlarmContext) {
        self.expected = 0
        self.silentMinutes = 0
        let day = Int64(MetricHistory.minuteCount)
        var first = context.minute - day + 1
        for back in 0..<day where context.count(self.counted.group.series, minutesAgo: back) > 0 {
            first = context.minute - back
            break
        }
        self.pace = nil
        let before = max(context.minute - day + 1, first - 60)
        for minute in min(first, before)...context.minute { self.follow(minute, context) }
    }

    /// Returns the share of the mean that calm minutes of an hour have: notifications arrive in bursts, such as at full
    /// hours.
    private static func calmShare(_ series: [Int], _ history: MetricHistory, endingBeforeHour hour: Int64) -> Double {
        var byMinute = Array(repeating: 0.0, count: 60)
        for number in series {
            for back in 1...(Int64(MetricHistory.minuteCount) - 60) {
                let minute = hour * 60 - back
                guard let value = history.value(ofSeries: number, atMinute: minute) else { continue }
                byMinute[Int(minute - minute.hourOfMinute * 60)] += value
            }
        }
        let sum = byMinute.reduce(0, +)
        guard sum > 0 else { return Self.leastShare }
        return min(1, max(Self.leastShare, byMinute.sorted()[15] * 60 / sum))
    }
}

extension Int64 {
    /// The number of the hour that contains the minute of this number.
    fileprivate var hourOfMinute: Int64 { self >= 0 ? self / 60 : (self - 59) / 60 }
}
