/// The counts that are expected around one hour, by the hours and days of the last four weeks.
///
/// For each hour of the week the median of the earlier weeks is used, so that one bad day does not become the norm. For
/// an hour and its neighbors the least and the greatest are stored: a rule that detects too few compares with `least`,
/// one that detects too many with `greatest`, and a change to daylight saving time affects neither.
package struct ExpectedCounts: Sendable {
    /// The number of hours before the current one that are described.
    package static let hourCount = 24
    private static let week = 7 * 24
    private static let weekCount = 4

    /// The lower estimate of an hour, the current one first; `nan` where nothing is known of earlier weeks.
    package let least: [Double]
    /// The upper estimate of an hour, the current one first.
    package let greatest: [Double]
    /// The expected number of a day: the mean without the tenth of the days with the most, and that with the fewest;
    /// `nil` where less than a week is known.
    package let day: Double?
    /// The count of each hour, the current one first; `nan` where nothing is known.
    package let counted: [Double]
    /// Whether every minute of an hour is known, the current one first.
    let isWhole: [Bool]

    /// Creates the expected counts of the sum of these series around the current hour.
    ///
    /// The series count as zero while others of `beside` existed, and they did not.
    package init(_ series: [Int], beside others: [Int] = [], _ metrics: AlarmMetrics) {
        let length = Self.weekCount * Self.week + Self.hourCount + 2
        let totals = Self.totals(series, beside: others, metrics, length)
        var least: [Double] = []
        var greatest: [Double] = []
        for back in 0...Self.hourCount {
            var low = Double.infinity
            var high = -Double.infinity
            for near in -1...1 {
                guard let middle = Self.middle(totals, around: back - near) else { continue }
                low = min(low, middle.lower)
                high = max(high, middle.upper)
            }
            least.append(low == .infinity ? .nan : low)
            greatest.append(high == -.infinity ? .nan : high)
        }
        self.least = least
        self.greatest = greatest
        self.day = Self.day(totals)
        self.counted = Array(totals[...Self.hourCount])
        self.isWhole = metrics.isWhole
    }

    /// Returns the two middle values of the same hour of the earlier weeks; `nil` where none is known.
    private static func middle(_ totals: [Double], around back: Int) -> (lower: Double, upper: Double)? {
        var sorted = SIMD4<Double>(repeating: .infinity)
        var count = 0
        for week in 1...Self.weekCount {
            var value = totals[back + week * Self.week]
            guard !value.isNaN else { continue }
            for place in 0..<count where value < sorted[place] { swap(&value, &sorted[place]) }
            sorted[count] = value
            count += 1
        }
        return count == 0 ? nil : (sorted[(count - 1) / 2], sorted[count / 2])
    }

    /// Whether enough is known: the same hour of an earlier week, and a week of days.
    package var isKnown: Bool { self.day != nil && !self.least[0].isNaN }

    /// Returns the count of so many whole hours before the current one.
    package func came(hours: Int) -> Double { self.counted[1...hours].reduce(0) { $1.isNaN ? $0 : $0 + $1 } }

    /// Returns the lower estimate of so many whole hours before the current one, without hours that are not fully
    /// known.
    func least(hours: Int) -> Double {
        (1...hours).reduce(0) { $0 + (self.isWhole[$1] && !self.least[$1].isNaN ? self.least[$1] : 0) }
    }

    /// Returns the upper estimate of the current hour and so many before it.
    func greatest(hours: Int) -> Double {
        (0...hours).reduce(0) { $0 + (self.greatest[$1].isNaN ? 0 : self.greatest[$1]) }
    }

    /// The ratio of the last day to the expected counts: 1, or less after a day with few.
    ///
    /// Hours without any count are ignored: they may belong to a silence.
    var level: Double {
        var came = 0.0
        var expected = 0.0
        for hour in 1...Self.hourCount where self.counted[hour] > 0 && self.least[hour] > 0 {
            came += self.counted[hour]
            expected += self.least[hour]
        }
        return expected > 0 ? min(1, max(0.3, came / expected)) : 1
    }

    /// Returns the count of each hour, the current one first.
    ///
    /// A counter that does not exist at a time when others are known counts as zero, unless it never existed before.
    private static func totals(
        _ series: [Int],
        beside others: [Int],
        _ metrics: AlarmMetrics,
        _ length: Int
    ) -> [Double] {
        let history = metrics.history
        let hour = metrics.hour
        var totals = Array(repeating: Double.nan, count: length)
        for number in series { history.addHours(ofSeries: number, through: hour, to: &totals) }
        var existing = totals
        for number in others { history.addHours(ofSeries: number, through: hour, to: &existing) }
        guard let first = existing.lastIndex(where: { !$0.isNaN }) else { return totals }
        for back in 0...first where totals[back].isNaN && history.isKnown(hour: hour - Int64(back)) {
            totals[back] = 0
        }
        return totals
    }

    private static func day(_ totals: [Double]) -> Double? {
        var days: [Double] = []
        for day in 0..<(Self.weekCount * 7) {
            let known = totals[(1 + day * 24)..<(25 + day * 24)].filter { !$0.isNaN }
            if known.count >= 20 { days.append(known.reduce(0, +) * 24 / Double(known.count)) }
        }
        guard days.count >= 7 else { return nil }
        let dropped = (days.count + 9) / 10
        let kept = days.sorted().dropFirst(dropped).dropLast(dropped)
        return kept.reduce(0, +) / Double(kept.count)
    }
}

/// The expected share of a part, by the days of the last four weeks.
enum ExpectedShare {
    /// Returns the median of the shares of one part on each day.
    ///
    /// - Parameters:
    ///   - part: The series of the part.
    ///   - whole: The series of the whole.
    ///   - history: The history of the series.
    ///   - hour: The current hour.
    ///   - quiet: The share that is returned where seven days are known, and the whole had counts on fewer of them.
    /// - Returns: The median; `nil` where fewer than seven days are known, or, without `quiet`, had counts.
    static func of(
        _ part: [Int],
        in whole: [Int],
        _ history: MetricHistory,
        atHour hour: Int64,
        quiet: Double? = nil
    ) -> Double? {
        var parts = Array(repeating: Double.nan, count: 28 * 24 + 1)
        var wholes = parts
        for number in part { history.addHours(ofSeries: number, through: hour, to: &parts) }
        for number in whole { history.addHours(ofSeries: number, through: hour, to: &wholes) }
        var shares: [Double] = []
        var knownCount = 0
        for day in 0..<28 {
            let hours = (1 + day * 24)..<(25 + day * 24)
            let sum = wholes[hours].reduce(0) { $1.isNaN ? $0 : $0 + $1 }
            knownCount += wholes[hours].contains { !$0.isNaN } ? 1 : 0
            guard sum > 0 else { continue }
            shares.append(min(1, parts[hours].reduce(0) { $1.isNaN ? $0 : $0 + $1 } / sum))
        }
        guard shares.count >= 7 else { return knownCount >= 7 ? quiet : nil }
        return shares.sorted()[shares.count / 2]
    }
}
