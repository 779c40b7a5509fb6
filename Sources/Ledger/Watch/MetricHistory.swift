/// The newest metrics in memory, which the alarm rules read: a day by minutes, five weeks by hours, and two years by
/// days.
///
/// Values have 32 bits: counts are exact up to 16 million an hour.
package struct MetricHistory: Sendable {
    /// The number of minutes in memory.
    package static let minuteCount = 1440
    /// The number of hours in memory: five weeks.
    package static let hourCount = 5 * 7 * 24
    /// The number of days in memory, as far as their hours were added: as many as are stored as hours.
    package static let dayCount = 731
    /// The metrics for which rules read all days; for the others the days of the hours in memory are enough.
    package static let longTermMetrics: Set<String> = [
        "purser_notification_types_total", "purser_subscription_purchases_total",
    ]

    /// The maximum number of series with a stored history.
    package static let greatestSeriesCount = 1000
    /// The maximum number of bytes of all stored rows, including the overhead of a database for each, so that the file
    /// grows by less than 50 MB: beyond it the oldest hours are dropped.
    package static let greatestByteCount = 38_500_000
    /// The number of bytes that a database needs for a row besides its points.
    package static let bytesPerRow = 50

    /// The points of one resolution in a ring: the newest replaces the oldest.
    private struct Ring: Sendable {
        private var points: [Float]
        private var newest: Int64

        /// Creates a ring without known values up to a point.
        init(count: Int, newest: Int64) {
            self.points = Array(repeating: .nan, count: count)
            self.newest = newest
        }

        /// Returns the value of a point; `nil` where nothing is known.
        func value(at point: Int64) -> Double? {
            guard point <= self.newest, point > self.newest - Int64(self.points.count) else { return nil }
            let value = self.points[MetricHistory.place(of: point, self.points.count)]
            return value.isNaN ? nil : Double(value)
        }

        /// Adds the known points up to one to numbers, that of the newest first; replaces `nan`.
        func add(to totals: inout [Double], through point: Int64) {
            let count = self.points.count
            var place = MetricHistory.place(of: point, count)
            for back in 0..<min(totals.count, count) {
                let past = point - Int64(back)
                if past <= self.newest, past > self.newest - Int64(count) {
                    let value = Double(self.points[place])
                    if !value.isNaN { totals[back] = totals[back].isNaN ? value : totals[back] + value }
                }
                place = place == 0 ? count - 1 : place - 1
            }
        }

        /// Adds a value to a point, unless the point is too old.
        mutating func add(_ value: Double, at point: Int64, _ kind: MetricKind) {
            let count = Int64(self.points.count)
            guard !value.isNaN, point > self.newest - count else { return }
            if point > self.newest {
                // The points in between are unknown; they replace points that are too old.
                for passed in max(self.newest + 1, point - count + 1)...point {
                    self.points[MetricHistory.place(of: passed, self.points.count)] = .nan
                }
                self.newest = point
            }
            let place = MetricHistory.place(of: point, self.points.count)
            let known = self.points[place]
            self.points[place] = known.isNaN ? Float(value) : Float(kind.combined(Double(known), value))
        }
    }

    private struct Series: Sendable {
        var kind: MetricKind
        var minutes: Ring
        var hours: Ring
        var days: Ring
    }

    private var numbers: [MetricKey: Int] = [:]
    private var series: [Series] = []
    private var byMetric: [String: [MetricKey]] = [:]
    // The minutes, hours and days with known values, each by its number.
    private var minutes = Array(repeating: Int64.min, count: Self.minuteCount)
    private var hours = Array(repeating: Int64.min, count: Self.hourCount)
    private var days = Array(repeating: Int64.min, count: Self.dayCount)
    /// The newest added minute; `nil` at first.
    package private(set) var newest: Int64?

    /// Creates an empty history.
    package init() {}

    /// Returns every series of a metric, sorted.
    package func keys(of metric: String) -> [MetricKey] { self.byMetric[metric] ?? [] }

    /// Adds the values of all nodes in a minute.
    ///
    /// The caller adds minutes in ascending order; minutes that are left out are unknown. A minute without values is
    /// unknown too.
    package mutating func add(_ values: [MetricSample.Value], atMinute minute: Int64) {
        self.newest = max(self.newest ?? minute, minute)
        let hour = Self.hour(of: minute)
        for value in values {
            let number = self.make(value.key, value.kind, minute: minute, hour: hour)
            self.addMinute(value.value, at: minute, toSeries: number)
            self.addHour(value.value, at: hour, toSeries: number)
        }
    }

    /// Adds the points of a stored row, when a node begins to evaluate; rows of `minute` and of `hour` are used.
    ///
    /// The caller adds the rows of both resolutions: a row of minutes contributes nothing to its hour.
    package mutating func add(_ row: MetricRow) {
        let first = row.id.number * Int64(row.id.resolution.pointsPerRow)
        for (index, point) in row.points.enumerated() where !point.isNaN {
            let number = first + Int64(index)
            switch row.id.resolution {
            case .minute:
                let series = self.make(row.id.key, row.kind, minute: number, hour: Self.hour(of: number))
                self.addMinute(Double(point), at: number, toSeries: series)
                self.newest = max(self.newest ?? number, number)
            case .hour:
                let minute = MetricResolution.minute.point(of: MetricResolution.hour.begin(ofPoint: number))
                let series = self.make(row.id.key, row.kind, minute: minute, hour: number)
                self.addHour(Double(point), at: number, toSeries: series)
            case .fiveMinutes: return
            }
        }
    }

    /// The number of series; they are numbered from 0, and keep their numbers.
    package var seriesCount: Int { self.series.count }

    /// Returns the number of a series, by which it can be read faster; `nil` where there is none.
    package func number(of key: MetricKey) -> Int? { self.numbers[key] }

    /// Returns the value of a series in a minute; `nil` where nothing is known.
    package func value(of key: MetricKey, atMinute minute: Int64) -> Double? {
        self.numbers[key].flatMap { self.value(ofSeries: $0, atMinute: minute) }
    }

    /// Returns the value of a series in an hour, including the current hour so far; `nil` where nothing is known.
    package func value(of key: MetricKey, atHour hour: Int64) -> Double? {
        self.numbers[key].flatMap { self.value(ofSeries: $0, atHour: hour) }
    }

    /// Returns the value of a series by its number in a minute; `nil` where nothing is known.
    package func value(ofSeries number: Int, atMinute minute: Int64) -> Double? {
        self.series[number].minutes.value(at: minute)
    }

    /// Returns the value of a series by its number in an hour; `nil` where nothing is known.
    package func value(ofSeries number: Int, atHour hour: Int64) -> Double? {
        self.series[number].hours.value(at: hour)
    }

    /// Returns the value of a series by its number in a day, counted from 1970; `nil` where nothing is known.
    package func value(ofSeries number: Int, atDay day: Int64) -> Double? {
        self.series[number].days.value(at: day)
    }

    /// Adds the known values of a series in the hours up to one to numbers, those of the newest hour first; replaces
    /// `nan`.
    package func addHours(ofSeries number: Int, through hour: Int64, to totals: inout [Double]) {
        self.series[number].hours.add(to: &totals, through: hour)
    }

    /// Returns whether any metric is known of a minute.
    package func isKnown(minute: Int64) -> Bool { self.minutes[Self.place(of: minute, Self.minuteCount)] == minute }

    /// Returns whether any metric is known of an hour.
    package func isKnown(hour: Int64) -> Bool { self.hours[Self.place(of: hour, Self.hourCount)] == hour }

    /// Returns whether any metric is known of a day, counted from 1970.
    package func isKnown(day: Int64) -> Bool { self.days[Self.place(of: day, Self.dayCount)] == day }

    /// Returns the sum of a series over so many minutes up to one; unknown values count as 0.
    package func sum(of key: MetricKey, overMinutes count: Int, through minute: Int64) -> Double {
        guard let number = self.numbers[key] else { return 0 }
        return (0..<Int64(count)).reduce(0) { $0 + (self.value(ofSeries: number, atMinute: minute - $1) ?? 0) }
    }

    /// Returns the newest known value of a series within so many minutes up to one; `nil` where there is none.
    package func last(of key: MetricKey, withinMinutes count: Int, through minute: Int64) -> Double? {
        self.numbers[key].flatMap { self.last(ofSeries: $0, withinMinutes: count, through: minute) }
    }

    /// Returns the newest known value of a series by its number within so many minutes up to one; `nil` where there is
    /// none.
    package func last(ofSeries number: Int, withinMinutes count: Int, through minute: Int64) -> Double? {
        for offset in 0..<Int64(count) {
            if let value = self.value(ofSeries: number, atMinute: minute - offset) { return value }
        }
        return nil
    }

    private static func hour(of minute: Int64) -> Int64 {
        MetricResolution.hour.point(of: MetricResolution.minute.begin(ofPoint: minute))
    }

    /// Returns the index of a point in a ring of so many.
    private static func place(of point: Int64, _ count: Int) -> Int {
        let rest = Int(point % Int64(count))
        return rest < 0 ? rest + count : rest
    }

    private mutating func addMinute(_ value: Double, at minute: Int64, toSeries number: Int) {
        let place = Self.place(of: minute, Self.minuteCount)
        self.minutes[place] = max(self.minutes[place], minute)
        self.series[number].minutes.add(value, at: minute, self.series[number].kind)
    }

    private mutating func addHour(_ value: Double, at hour: Int64, toSeries number: Int) {
        let place = Self.place(of: hour, Self.hourCount)
        self.hours[place] = max(self.hours[place], hour)
        self.series[number].hours.add(value, at: hour, self.series[number].kind)
        let day = Self.day(of: hour)
        let dayPlace = Self.place(of: day, Self.dayCount)
        self.days[dayPlace] = max(self.days[dayPlace], day)
        self.series[number].days.add(value, at: day, self.series[number].kind)
    }

    /// Returns the number of the day of an hour.
    private static func day(of hour: Int64) -> Int64 { hour >= 0 ? hour / 24 : (hour - 23) / 24 }

    /// Returns the number of a series; a new series, or one with another kind than before, begins at a minute and an
    /// hour.
    private mutating func make(_ key: MetricKey, _ kind: MetricKind, minute: Int64, hour: Int64) -> Int {
        let known = self.numbers[key]
        if let known, self.series[known].kind == kind { return known }
        let new = Series(
            kind: kind,
            minutes: Ring(count: Self.minuteCount, newest: minute),
            hours: Ring(count: Self.hourCount, newest: hour),
            days: Ring(count: Self.dayCount, newest: Self.day(of: hour))
        )
        if let known {
            self.series[known] = new
            return known
        }
        self.series.append(new)
        self.numbers[key] = self.series.count - 1
        var keys = self.byMetric[key.metric] ?? []
        keys.append(key)
        self.byMetric[key.metric] = keys.sorted()
        return self.series.count - 1
    }
}
