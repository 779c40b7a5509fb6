/// Follows for how long no notification of an app came, and how many should have come.
///
/// It follows the minutes of a day, for apps that have several in most hours; `LongTermSilence` is for the others.
struct NotificationSilence: Sendable {
    /// How many silent minutes there are at least, however busy the app is: one sample may be late.
    private static let leastMinutes: Int64 = 2
    /// The least share of the usual that calm minutes, or a bad day, are believed to have.
    private static let leastShare = 0.3

    /// How many notifications come together: so many times more have to be missing.
    private static let clump = 1.5
    /// From how many a minute on the pace before the silence is known well enough to count.
    private static let busy = 3.0
    /// For how many minutes a loss of a node leaves unknown what came.
    private static let lossMinutes: Int64 = 3
    /// Over how many minutes the pace is taken.
    private static let paceMinutes = 30.0

    private let counted: AlarmMetrics.Counted
    private let lostNodes: [Int]
    private let hour: Int64
    // How much of an hour's usual number is expected in a minute, by how many hours ago; `nil` where nothing is
    // expected.
    private let perMinute: [Double?]
    private let longTerm: LongTermSilence
    private var minute: Int64?
    private var expected = 0.0
    private var silentMinutes: Int64 = 0
    // How many came in a minute before the silence, as a mean that forgets; `nil` at first.
    private var pace: Double?

    /// Follows these counters through one hour.
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

    /// Follows one more minute, or the last day where minutes were left out, and returns what is bad.
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
        // So much is expected of one minute at busy times that a single one would do; twice the limit has to be
        // missing.
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

    /// Looks at whole hours: the last notification came before the present hour.
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
        // What a node has counted in its last minutes is not known; afterwards Apple reaches the others.
        let back = context.minute - minute
        let lost = context.count(self.lostNodes, minutesAgo: back)
        guard lost <= context.count(self.lostNodes, minutesAgo: back + Self.lossMinutes) else { return }
        let hours = Int(self.hour) - Int(minute.hourOfMinute)
        guard self.perMinute.indices.contains(hours), let expected = self.perMinute[hours] else { return }
        // Where half of a busy app's notifications are not seen, only the others can be missed.
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

    /// The share of the mean that calm minutes of an hour have: notifications come in bursts, such as at full hours.
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
    /// The number of the hour in which the minute of this number lies.
    fileprivate var hourOfMinute: Int64 { self >= 0 ? self / 60 : (self - 59) / 60 }
}
