/// Follows for how long no notification of an app came, and how many should have come.
///
/// It follows the minutes of a day, for apps that have several in most hours; `LongSilence` is for the others.
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

    private let counted: AlarmFigures.Counted
    private let lostNodes: [Int]
    private let hour: Int64
    // How much of an hour's usual number is expected in a minute, by how many hours ago; `nil` where nothing is expected.
    private let perMinute: [Double?]
    private let long: LongSilence
    private var minute: Int64?
    private var expected = 0.0
    private var silentMinutes: Int64 = 0
    // How many came in a minute before the silence, as a mean that forgets; `nil` at first.
    private var pace: Double?

    /// Follows these counters through one hour.
    init(_ counted: AlarmFigures.Counted, _ figures: AlarmFigures) {
        self.counted = counted
        self.lostNodes = figures.all("purser_nodes_lost")
        self.hour = figures.hour
        let usual = counted.usual
        self.long = LongSilence(counted.group.series, figures)
        let calm = Self.calmShare(counted.group.series, figures.history, endingBeforeHour: figures.hour)
        let level = usual.level
        self.perMinute = (0...UsualCounts.hourCount).map { back in
            let least = usual.least[back]
            return least.isNaN ? nil : least * calm * level / 60
        }
    }

    /// Follows one more minute, or the last day where minutes were left out, and returns what is bad.
    mutating func read(_ scope: AlarmScope) -> AlarmReading? {
        let setting = scope.thresholds[.notificationsSilent]
        guard setting.isEnabled else { return nil }
        guard self.counted.usual.isKnown else { return self.readHours(scope, setting.limit) }
        if self.minute == scope.minute - 1 {
            self.follow(scope.minute, scope)
        } else {
            self.followDay(scope)
        }
        self.minute = scope.minute
        // So much is expected of one minute at busy times that a single one would do; twice the limit has to be missing.
        let missing = self.expected / Self.clump
        let isLong = self.silentMinutes >= Self.leastMinutes || missing >= 2 * setting.limit
        guard isLong, missing >= setting.limit else { return self.readHours(scope, setting.limit) }
        return AlarmReading(
            self.counted.group.key(.notificationsSilent),
            severity: .critical,
            value: missing,
            limit: setting.limit,
            facts: ["minutes": "\(self.silentMinutes)"]
        )
    }

    /// Looks at whole hours: the last notification came before the present hour.
    private func readHours(_ scope: AlarmScope, _ greatest: Double) -> AlarmReading? {
        let limit = greatest * self.long.share
        guard self.long.missing >= limit, scope.hourSoFar(self.counted.group.series) == 0 else { return nil }
        return AlarmReading(
            self.counted.group.key(.notificationsSilent),
            severity: .critical,
            value: self.long.missing,
            limit: limit,
            facts: ["hours": "\(self.long.hours)"]
        )
    }

    private mutating func follow(_ minute: Int64, _ scope: AlarmScope) {
        guard scope.history.isKnown(minute: minute) else { return }
        let count = scope.count(self.counted.group.series, minutesAgo: scope.minute - minute)
        if count > 0 {
            // The minutes of a silence that ended count for the pace.
            for _ in 0..<min(60, self.silentMinutes) { self.pace = self.pace.map { $0 * (1 - 1 / Self.paceMinutes) } }
            self.pace = self.pace.map { $0 + (count - $0) / Self.paceMinutes } ?? count
            self.expected = 0
            self.silentMinutes = 0
            return
        }
        // What a node has counted in its last minutes is not known; afterwards Apple reaches the others.
        let back = scope.minute - minute
        let lost = scope.count(self.lostNodes, minutesAgo: back)
        guard lost <= scope.count(self.lostNodes, minutesAgo: back + Self.lossMinutes) else { return }
        let hours = Int(self.hour) - Int(minute.hourOfMinute)
        guard self.perMinute.indices.contains(hours), let expected = self.perMinute[hours] else { return }
        // Where half of a busy app's notifications are not seen, only the others can be missed.
        let pace = expected >= Self.busy ? self.pace ?? expected : expected
        self.expected += min(expected, max(pace, expected * Self.leastShare))
        self.silentMinutes += 1
    }

    private mutating func followDay(_ scope: AlarmScope) {
        self.expected = 0
        self.silentMinutes = 0
        let day = Int64(FigureHistory.minuteCount)
        var first = scope.minute - day + 1
        for back in 0..<day where scope.count(self.counted.group.series, minutesAgo: back) > 0 {
            first = scope.minute - back
            break
        }
        self.pace = nil
        let before = max(scope.minute - day + 1, first - 60)
        for minute in min(first, before)...scope.minute { self.follow(minute, scope) }
    }

    /// The share of the mean that calm minutes of an hour have: notifications come in bursts, such as at full hours.
    private static func calmShare(_ series: [Int], _ history: FigureHistory, endingBeforeHour hour: Int64) -> Double {
        var byMinute = Array(repeating: 0.0, count: 60)
        for number in series {
            for back in 1...(Int64(FigureHistory.minuteCount) - 60) {
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
