import Foundation

/// The number of notifications of an app that should have arrived in the whole hours since the last one, even for apps
/// with few.
///
/// The expectation is fixed at the last notification: the weeks before it count, and up to two years where it has few.
/// Each hour expects as many as it had in the four weeks before the silence, rather too few than too many. As long as
/// only few were counted, their rate is uncertain; then more have to be missing. Where many arrive together and none
/// for weeks, as for subscribers who all renew on one day of the month, a silence has to be longer than all earlier
/// gaps but one.
struct LongTermSilence: Sendable {
    /// The number of notifications that arrive together: as many times more have to be missing.
    private static let clump = 2.0
    /// The minimum number of hours that are compared; more are compared until they contain as many notifications.
    private static let leastHours = 28.0 * 24
    private static let leastCount = 60.0
    /// The number of hours after which the expectation is reliable.
    private static let youngHours = 7.0 * 24
    private static let week = 7 * 24
    private static let weekCount = 4
    /// The number of hours on each side that determine the expectation of one hour.
    private static let reach = 3
    /// The last hours before the silence, which may have had fewer than expected.
    private static let levelHours: Set<Int> = [6, 24, 72, 168]
    private static let leastLevel = 0.1
    /// The factor by which a silence has to be longer than earlier gaps.
    private static let gapFactor = 1.5

    /// The number of missing notifications, in groups that arrive together.
    private(set) var missing = 0.0
    /// The share of the limit that has to be missing: an app with fewer notifications has fewer chance deviations.
    private(set) var share = 1.0
    /// The number of whole hours without a notification.
    private(set) var hours = 0

    private let past: LongTermCounts
    // The mean number of notifications in an hour, over all hours that are compared.
    private let mean: Double
    // The newest hour with a notification.
    private let last: Int

    /// Reads the hours before the current one, which is not over.
    init(_ series: [Int], _ metrics: AlarmMetrics) {
        let past = LongTermCounts(series, metrics)
        let last = past.last ?? 0
        var hours = 0.0
        var count = 0.0
        // While notifications arrive, no comparison is necessary.
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

    /// Returns the expectation of an hour of the silence, by the same hour of the weeks before it and its neighbors.
    private func least(_ index: Int) -> Double {
        var same = index + Self.week
        while same - Self.reach < self.last { same += Self.week }
        let near = (same - 1...same + 1).map { self.expected($0, reach: 0) }
        return near.reduce(self.expected(same, reach: Self.reach)) { min($0, $1) }
    }

    /// Returns the mean of an hour and those around it in four weeks; with few counts nearly the mean of all hours.
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

    /// Returns the ratio of the last hours and days before the silence to the expectation: 1, or less where they had
    /// fewer.
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
