import Foundation

/// How many notifications of an app should have come in the whole hours since the last one, however few it has.
///
/// What is usual is frozen at the last notification: the weeks before it count, and up to two years where it has few.
/// Each hour expects as much as it had in the four weeks before the silence, rather too little than too much. As long
/// as only few were counted, their rate is not well known; then more have to be missing. Where many come together and
/// none for weeks, as of subscribers that all renew on one day of the month, a silence is longer than all gaps before
/// but one.
struct LongTermSilence: Sendable {
    /// How many notifications come together: so many times more have to be missing.
    private static let clump = 2.0
    /// So many hours are compared at least, and more until there were so many notifications.
    private static let leastHours = 28.0 * 24
    private static let leastCount = 60.0
    /// After so many hours it is known what is usual.
    private static let youngHours = 7.0 * 24
    private static let week = 7 * 24
    private static let weekCount = 4
    /// The hours on each side that say what is usual in one.
    private static let reach = 3
    /// The last hours before the silence, which may have had less than is usual.
    private static let levelHours: Set<Int> = [6, 24, 72, 168]
    private static let leastLevel = 0.1
    /// By how much a silence is longer than gaps that were there before.
    private static let gapFactor = 1.5

    /// How many are missing, in groups that come together.
    private(set) var missing = 0.0
    /// The share of the limit that has to be missing: chance has fewer occasions in an app that has fewer.
    private(set) var share = 1.0
    /// For how many whole hours nothing came.
    private(set) var hours = 0

    private let past: LongTermCounts
    // How many came in an hour, as a mean of all that is compared.
    private let mean: Double
    // The newest hour with a notification.
    private let last: Int

    /// Looks back from the present hour, which is not over.
    init(_ series: [Int], _ metrics: AlarmMetrics) {
        let past = LongTermCounts(series, metrics)
        let last = past.last ?? 0
        var hours = 0.0
        var count = 0.0
        // While something comes there is nothing to compare.
        if last > 1 {
            for index in last..<past.counts.count where !past.counts[index].isNaN {
                if hours >= Self.leastHours, count >= Self.leastCount { break }
                hours += past.hours(index)
                count += past.counts[index]
            }
        }
        self.past = past
        self.last = last
        self.mean = hours > 0 ? count / hours : 0
        guard hours >= Self.youngHours, count > 0 else { return }
        var expected = 0.0
        for index in 1..<last where past.hours(index) > 0 {
            expected += past.hours(index) * (index < past.hourCount ? self.least(index) : self.mean)
            self.hours += index < past.hourCount ? 1 : 24
        }
        guard Double(self.hours) > Self.gapFactor * past.secondGap else { return }
        expected *= self.level()
        self.missing = count * log(1 + expected / count) / Self.clump
        let inYear = max(1, self.mean * 365.25 * 24)
        self.share = min(1, (log(inYear) + 7) / 24)
    }

    /// What is usual in an hour of the silence, by the same hour of the weeks before it and those beside.
    private func least(_ index: Int) -> Double {
        var same = index + Self.week
        while same - Self.reach < self.last { same += Self.week }
        let near = (same - 1...same + 1).map { self.expected($0, reach: 0) }
        return near.reduce(self.expected(same, reach: Self.reach)) { min($0, $1) }
    }

    /// The mean of an hour and those around it in four weeks; where few were counted nearly the mean of all.
    private func expected(_ index: Int, reach: Int) -> Double {
        var hours = 0.0
        var count = 0.0
        for week in 0..<Self.weekCount {
            let middle = index + week * Self.week
            let first = max(self.last, middle - reach)
            let end = min(self.past.hourCount, middle + reach + 1)
            guard first < end else { continue }
            for hour in first..<end where !self.past.counts[hour].isNaN {
                hours += 1
                count += self.past.counts[hour]
            }
        }
        return (count + 2) / (hours + 2 / self.mean)
    }

    /// How the last hours and days before the silence compare with what was usual: 1, or less where they had less.
    private func level() -> Double {
        var level = 1.0
        var expected = 0.0
        var count = 0.0
        for back in 0..<Self.week {
            let index = self.last + back
            guard index < self.past.hourCount else { break }
            if !self.past.counts[index].isNaN {
                expected += self.expected(index + Self.week, reach: Self.reach)
                count += self.past.counts[index]
            }
            guard Self.levelHours.contains(back + 1), expected >= 5 else { continue }
            level = min(level, (count + 2 * (2 * count).squareRoot() + 3) / expected)
        }
        return max(Self.leastLevel, level)
    }
}
