/// How much of something is usual around one hour, by the hours and days of the last four weeks.
///
/// Of each hour of the week the median of the earlier weeks counts, so that one bad day does not become the norm. Of an
/// hour and its neighbors the least and the greatest are kept apart: a rule that looks for too little compares with
/// `least`, one that looks for too much with `greatest`, and neither minds that clocks are put forward.
package struct ExpectedCounts: Sendable {
    /// How many hours before the present one are described.
    package static let hourCount = 24
    private static let week = 7 * 24
    private static let weekCount = 4

    /// The lower estimate of an hour, the present one first; `nan` where nothing is known of earlier weeks.
    package let least: [Double]
    /// The upper estimate of an hour, the present one first.
    package let greatest: [Double]
    /// The usual number of a day: the mean without the tenth of the days with the most, and that with the fewest; `nil`
    /// where less than a week is known.
    package let day: Double?
    /// What was counted in each hour, the present one first; `nan` where nothing is known.
    package let counted: [Double]
    /// Whether every minute of an hour is known, the present one first.
    let isWhole: [Bool]

    /// What is usual of the sum of these series around the present hour.
    ///
    /// They have counted nothing while others of `beside` existed, and they did not.
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

    /// The two middle ones of what the same hour of the earlier weeks had; `nil` where none is known.
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

    /// What was counted in so many whole hours before the present one.
    package func came(hours: Int) -> Double { self.counted[1...hours].reduce(0) { $1.isNaN ? $0 : $0 + $1 } }

    /// At least how much is usual in so many whole hours before the present one, those left out that are not fully
    /// known.
    func least(hours: Int) -> Double {
        (1...hours).reduce(0) { $0 + (self.isWhole[$1] && !self.least[$1].isNaN ? self.least[$1] : 0) }
    }

    /// At most how much is usual in the present hour and so many before it.
    func greatest(hours: Int) -> Double {
        (0...hours).reduce(0) { $0 + (self.greatest[$1].isNaN ? 0 : self.greatest[$1]) }
    }

    /// How the last day compares with what is usual: 1, or less after a day with little.
    ///
    /// Hours without anything say nothing: they may belong to a silence.
    var level: Double {
        var came = 0.0
        var expected = 0.0
        for hour in 1...Self.hourCount where self.counted[hour] > 0 && self.least[hour] > 0 {
            came += self.counted[hour]
            expected += self.least[hour]
        }
        return expected > 0 ? min(1, max(0.3, came / expected)) : 1
    }

    /// What was counted in each hour, the present one first.
    ///
    /// A counter that does not exist at a time when others are known has counted nothing, unless it never existed
    /// before.
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

/// Which share of something is usual, by the days of the last four weeks.
enum ExpectedShare {
    /// Takes the median of the shares that one part had on each day.
    ///
    /// - Parameters:
    ///   - part: The series of the part.
    ///   - whole: The series of the whole.
    ///   - history: Where they are.
    ///   - hour: The present hour.
    ///   - quiet: The share that is taken where seven days are known, and the whole had something on fewer of them.
    /// - Returns: The median; `nil` where fewer than seven days are known, or, without `quiet`, had anything.
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
