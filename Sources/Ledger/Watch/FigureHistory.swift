/// The newest figures in memory, as the rules of the alarms read them: a day by minutes and five weeks by hours.
package struct FigureHistory: Sendable {
    /// How many minutes are kept.
    package static let minuteCount = 1440
    /// How many hours are kept: five weeks.
    package static let hourCount = 5 * 7 * 24

    fileprivate struct Series: Sendable {
        let kind: FigureKind
        var minutes: [Float]
        var hours: [Float]
        var newestMinute: Int64
        var newestHour: Int64
    }

    private var numbers: [FigureKey: Int] = [:]
    private var series: [Series] = []
    private var byMetric: [String: [FigureKey]] = [:]
    // Which minutes and hours anything is known of, each by its number.
    private var minutes = Array(repeating: Int64.min, count: Self.minuteCount)
    private var hours = Array(repeating: Int64.min, count: Self.hourCount)
    /// The newest minute that was added; `nil` at first.
    package private(set) var newest: Int64?

    /// A history of nothing.
    package init() {}

    /// Every series of a metric, sorted.
    package func keys(of metric: String) -> [FigureKey] { self.byMetric[metric] ?? [] }

    /// Adds what all nodes have counted and measured in a minute.
    ///
    /// Minutes come in ascending order; those left out are unknown.
    package mutating func add(_ values: [FigureSample.Value], atMinute minute: Int64) {
        self.newest = max(self.newest ?? minute, minute)
        for value in values {
            self.add(value.value, of: value.key, value.kind, atMinute: minute)
            self.addHour(value.value, of: value.key, value.kind, atHour: Self.hour(of: minute))
        }
    }

    /// Adds the points of a stored row, when a node begins to evaluate; rows of `minute` and of `hour` count.
    package mutating func add(_ row: FigureRow) {
        let first = row.id.number * Int64(row.id.tier.pointsPerRow)
        for (index, point) in row.points.enumerated() where !point.isNaN {
            let number = first + Int64(index)
            switch row.id.tier {
            case .minute:
                self.add(Double(point), of: row.id.key, row.kind, atMinute: number)
                self.newest = max(self.newest ?? number, number)
            case .hour: self.addHour(Double(point), of: row.id.key, row.kind, atHour: number)
            case .fiveMinutes: continue
            }
        }
    }

    /// The value of a series in a minute; `nil` where nothing is known.
    package func value(of key: FigureKey, atMinute minute: Int64) -> Double? {
        self.numbers[key].flatMap { self.value(ofSeries: $0, atMinute: minute) }
    }

    /// The value of a series in an hour, that of the current hour so far included; `nil` where nothing is known.
    package func value(of key: FigureKey, atHour hour: Int64) -> Double? {
        self.numbers[key].flatMap { self.value(ofSeries: $0, atHour: hour) }
    }

    /// How many series there are; they are numbered from 0, and keep their numbers.
    package var seriesCount: Int { self.series.count }

    /// The number of a series, by which it is read faster; `nil` where there is none.
    package func number(of key: FigureKey) -> Int? { self.numbers[key] }

    /// The value of a series by its number in a minute; `nil` where nothing is known.
    package func value(ofSeries number: Int, atMinute minute: Int64) -> Double? {
        let newest = self.series[number].newestMinute
        guard minute <= newest, minute > newest - Int64(Self.minuteCount) else { return nil }
        let value = self.series[number].minutes[Self.index(minute, Self.minuteCount)]
        return value.isNaN ? nil : Double(value)
    }

    /// The value of a series by its number in an hour; `nil` where nothing is known.
    package func value(ofSeries number: Int, atHour hour: Int64) -> Double? {
        let newest = self.series[number].newestHour
        guard hour <= newest, hour > newest - Int64(Self.hourCount) else { return nil }
        let value = self.series[number].hours[Self.index(hour, Self.hourCount)]
        return value.isNaN ? nil : Double(value)
    }

    /// Adds what is known of a series in the hours up to one to numbers, those of the newest hour first; `nan` is replaced.
    package func addHours(ofSeries number: Int, through hour: Int64, to totals: inout [Double]) {
        let newest = self.series[number].newestHour
        var place = Self.index(hour, Self.hourCount)
        for back in 0..<min(totals.count, Self.hourCount) {
            let past = hour - Int64(back)
            if past <= newest, past > newest - Int64(Self.hourCount) {
                let value = Double(self.series[number].hours[place])
                if !value.isNaN { totals[back] = totals[back].isNaN ? value : totals[back] + value }
            }
            place = place == 0 ? Self.hourCount - 1 : place - 1
        }
    }

    /// Returns whether any figure is known of a minute.
    package func isKnown(minute: Int64) -> Bool { self.minutes[Self.index(minute, Self.minuteCount)] == minute }

    /// Returns whether any figure is known of an hour.
    package func isKnown(hour: Int64) -> Bool { self.hours[Self.index(hour, Self.hourCount)] == hour }

    /// The sum of a series over so many minutes up to one, what is unknown counting as 0.
    package func sum(of key: FigureKey, overMinutes count: Int, through minute: Int64) -> Double {
        guard let number = self.numbers[key] else { return 0 }
        return (0..<Int64(count)).reduce(0) { $0 + (self.value(ofSeries: number, atMinute: minute - $1) ?? 0) }
    }

    /// The newest known value of a series within so many minutes up to one; `nil` where there is none.
    package func last(of key: FigureKey, withinMinutes count: Int, through minute: Int64) -> Double? {
        self.numbers[key].flatMap { self.last(ofSeries: $0, withinMinutes: count, through: minute) }
    }

    /// The newest known value of a series by its number within so many minutes up to one; `nil` where there is none.
    package func last(ofSeries number: Int, withinMinutes count: Int, through minute: Int64) -> Double? {
        for offset in 0..<Int64(count) {
            if let value = self.value(ofSeries: number, atMinute: minute - offset) { return value }
        }
        return nil
    }

    private static func hour(of minute: Int64) -> Int64 {
        FigureTier.hour.point(of: FigureTier.minute.begin(ofPoint: minute))
    }

    private static func index(_ number: Int64, _ count: Int) -> Int {
        let rest = Int(number % Int64(count))
        return rest < 0 ? rest + count : rest
    }

    private mutating func add(_ value: Double, of key: FigureKey, _ kind: FigureKind, atMinute minute: Int64) {
        let place = Self.index(minute, Self.minuteCount)
        self.minutes[place] = max(self.minutes[place], minute)
        let number = self.make(key, kind, minute: minute)
        self.series[number].addMinute(value, minute)
    }

    private mutating func addHour(_ value: Double, of key: FigureKey, _ kind: FigureKind, atHour hour: Int64) {
        let place = Self.index(hour, Self.hourCount)
        self.hours[place] = max(self.hours[place], hour)
        let number = self.make(key, kind, hour: hour)
        self.series[number].addHour(value, hour)
    }

    private mutating func make(_ key: FigureKey, _ kind: FigureKind, minute: Int64? = nil, hour: Int64? = nil) -> Int {
        if let number = self.numbers[key] { return number }
        let begin = hour.map { FigureTier.minute.point(of: FigureTier.hour.begin(ofPoint: $0)) } ?? 0
        let minute = minute ?? begin
        self.series.append(
            Series(
                kind: kind,
                minutes: Array(repeating: .nan, count: Self.minuteCount),
                hours: Array(repeating: .nan, count: Self.hourCount),
                newestMinute: minute,
                newestHour: hour ?? Self.hour(of: minute)
            )
        )
        self.numbers[key] = self.series.count - 1
        var keys = self.byMetric[key.metric] ?? []
        keys.append(key)
        self.byMetric[key.metric] = keys.sorted()
        return self.series.count - 1
    }
}

extension FigureHistory.Series {
    fileprivate mutating func addMinute(_ value: Double, _ minute: Int64) {
        Self.add(value, at: minute, to: &self.minutes, newest: &self.newestMinute, self.kind)
    }

    fileprivate mutating func addHour(_ value: Double, _ hour: Int64) {
        Self.add(value, at: hour, to: &self.hours, newest: &self.newestHour, self.kind)
    }

    private static func add(
        _ value: Double,
        at number: Int64,
        to points: inout [Float],
        newest: inout Int64,
        _ kind: FigureKind
    ) {
        let count = Int64(points.count)
        guard number > newest - count else { return }
        func index(_ number: Int64) -> Int {
            let rest = Int(number % count)
            return rest < 0 ? rest + Int(count) : rest
        }
        if number > newest {
            // What lies between is unknown; it takes the places of what is too old.
            for passed in max(newest + 1, number - count + 1)...number { points[index(passed)] = .nan }
            newest = number
        }
        let known = points[index(number)]
        points[index(number)] = known.isNaN ? Float(value) : Float(kind.combined(Double(known), value))
    }
}
