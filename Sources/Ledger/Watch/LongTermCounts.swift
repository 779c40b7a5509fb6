/// The sums of counters, hour by hour for five weeks and day by day before them, the current hour first.
struct LongTermCounts: Sendable {
    /// The count of each hour, and then of each day; `nan` where nothing is known.
    let counts: [Double]
    /// The number of hours at the beginning of `counts`.
    let hourCount: Int
    /// The known share of each of the last 24 hours, the current hour first.
    private let knownShare: [Double]

    /// Creates the sum of these counters.
    ///
    /// A counter that does not exist at a time when others are known counts as zero, unless none existed before.
    init(_ series: [Int], _ metrics: AlarmMetrics) {
        let history = metrics.history
        let hour = metrics.hour
        let kept = Int64(MetricHistory.hourCount)
        // Days begin with the first whole one that is older than the hours.
        let firstDay = (max(0, hour - kept + 1) + 23) / 24
        let hourCount = Int(max(1, min(kept, hour - firstDay * 24 + 1)))
        var counts = Array(repeating: Double.nan, count: hourCount)
        for number in series { history.addHours(ofSeries: number, through: hour, to: &counts) }
        // The oldest stored hours belong to a day whose other hours are stored as days only.
        let dayCount = MetricHistory.dayCount - Int(kept / 24) - 2
        for back in 1...Int64(dayCount) {
            let values = series.compactMap { history.value(ofSeries: $0, atDay: firstDay - back) }
            counts.append(values.isEmpty ? .nan : values.reduce(0, +))
        }
        let oldest = counts.lastIndex { !$0.isNaN } ?? -1
        for index in counts.indices where index <= oldest && counts[index].isNaN {
            let isKnown =
                index < hourCount
                ? history.isKnown(hour: hour - Int64(index))
                : history.isKnown(day: firstDay - 1 - Int64(index - hourCount))
            if isKnown { counts[index] = 0 }
        }
        self.counts = counts
        self.hourCount = hourCount
        self.knownShare = (0...ExpectedCounts.hourCount).map { back in
            let first = (hour - Int64(back)) * 60
            return Double((first..<(first + 60)).count { history.isKnown(minute: $0) }) / 60
        }
    }

    /// Returns the number of known hours of a part.
    func hours(_ index: Int) -> Double {
        if self.counts[index].isNaN { return 0 }
        if self.knownShare.indices.contains(index) { return self.knownShare[index] }
        return index < self.hourCount ? 1 : 24
    }

    /// The second longest time, in known hours before the newest count, of which no day had more than half of the mean;
    /// 0 where there is none.
    ///
    /// One long gap may be a failure of its own, and a few single counts do not end a gap.
    var secondGap: Double {
        guard let last = self.last else { return 0 }
        var days: [(hours: Double, count: Double)] = []
        var begin = last
        while begin < self.counts.count {
            let end = begin < self.hourCount ? min(begin + 24, self.hourCount) : begin + 1
            var day = (hours: 0.0, count: 0.0)
            for index in begin..<end where !self.counts[index].isNaN {
                day.hours += self.hours(index)
                day.count += self.counts[index]
            }
            days.append(day)
            begin = end
        }
        let hours = days.reduce(0) { $0 + $1.hours }
        guard hours > 0 else { return 0 }
        let mean = days.reduce(0) { $0 + $1.count } / hours
        var longest = 0.0
        var second = 0.0
        var gap = 0.0
        for day in days {
            guard day.count > mean * day.hours / 2 else {
                gap += day.hours
                continue
            }
            second = max(second, min(longest, gap))
            longest = max(longest, gap)
            gap = 0
        }
        return second
    }

    /// The newest part with a count; `nil` where there never was one.
    var last: Int? { self.counts.firstIndex { $0 > 0 } }
}
