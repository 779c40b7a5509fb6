/// The newest figures in memory, as the rules of the alarms read them: a day by minutes and five weeks by hours.
///
/// Values are kept in 32 bits: counts are exact up to 16 million an hour.
package struct FigureHistory: Sendable {
    /// How many minutes are kept.
    package static let minuteCount = 1440
    /// How many hours are kept: five weeks.
    package static let hourCount = 5 * 7 * 24

    /// The points of one resolution: the newest takes the place of the oldest.
    private struct Ring: Sendable {
        private var points: [Float]
        private(set) var newest: Int64

        /// Nothing known up to a point.
        init(count: Int, newest: Int64) {
            self.points = Array(repeating: .nan, count: count)
            self.newest = newest
        }

        /// The value of a point; `nil` where nothing is known.
        func value(at point: Int64) -> Double? {
            guard point <= self.newest, point > self.newest - Int64(self.points.count) else { return nil }
            let value = self.points[self.place(of: point)]
            return value.isNaN ? nil : Double(value)
        }

        /// Adds a value to what is known of a point, unless that is too old.
        mutating func add(_ value: Double, at point: Int64, _ kind: FigureKind) {
            let count = Int64(self.points.count)
            guard !value.isNaN, point > self.newest - count else { return }
            if point > self.newest {
                // What lies between is unknown; it takes the places of what is too old.
                for passed in max(self.newest + 1, point - count + 1)...point {
                    self.points[self.place(of: passed)] = .nan
                }
                self.newest = point
            }
            let place = self.place(of: point)
            let known = self.points[place]
            self.points[place] = known.isNaN ? Float(value) : Float(kind.combined(Double(known), value))
        }

        private func place(of point: Int64) -> Int {
            let rest = Int(point % Int64(self.points.count))
            return rest < 0 ? rest + self.points.count : rest
        }
    }

    private struct Series: Sendable {
        let kind: FigureKind
        var minutes: Ring
        var hours: Ring
    }

    private var series: [FigureKey: Series] = [:]
    private var byMetric: [String: [FigureKey]] = [:]
    /// The newest minute that was added; `nil` at first.
    package private(set) var newest: Int64?

    /// A history of nothing.
    package init() {}

    /// Every series of a metric of which something is known, sorted.
    package func keys(of metric: String) -> [FigureKey] { self.byMetric[metric] ?? [] }

    /// Adds what all nodes have counted and measured in a minute.
    ///
    /// Minutes come in ascending order; those left out are unknown.
    package mutating func add(_ values: [FigureSample.Value], atMinute minute: Int64) {
        self.advance(to: minute)
        let hour = Self.hour(of: minute)
        for value in values {
            self.make(value.key, value.kind, minute: minute, hour: hour)
            self.series[value.key]?.minutes.add(value.value, at: minute, value.kind)
            self.series[value.key]?.hours.add(value.value, at: hour, value.kind)
        }
    }

    /// Adds the points of a stored row, when a node begins to evaluate; rows of `minute` and of `hour` count.
    ///
    /// The rows of both resolutions are wanted: a row of minutes says nothing of its hour.
    package mutating func add(_ row: FigureRow) {
        let first = row.id.number * Int64(row.id.tier.pointsPerRow)
        for (index, point) in row.points.enumerated() where !point.isNaN {
            let number = first + Int64(index)
            switch row.id.tier {
            case .minute:
                self.make(row.id.key, row.kind, minute: number, hour: Self.hour(of: number))
                self.series[row.id.key]?.minutes.add(Double(point), at: number, row.kind)
                self.advance(to: number)
            case .hour:
                let minute = FigureTier.minute.point(of: FigureTier.hour.begin(ofPoint: number))
                self.make(row.id.key, row.kind, minute: minute, hour: number)
                self.series[row.id.key]?.hours.add(Double(point), at: number, row.kind)
            case .fiveMinutes: return
            }
        }
    }

    /// The value of a series in a minute; `nil` where nothing is known.
    package func value(of key: FigureKey, atMinute minute: Int64) -> Double? {
        self.series[key]?.minutes.value(at: minute)
    }

    /// The value of a series in an hour, that of the current hour so far included; `nil` where nothing is known.
    package func value(of key: FigureKey, atHour hour: Int64) -> Double? {
        self.series[key]?.hours.value(at: hour)
    }

    /// The sum of a series over so many minutes up to one, what is unknown counting as 0.
    package func sum(of key: FigureKey, overMinutes count: Int, through minute: Int64) -> Double {
        guard let minutes = self.series[key]?.minutes else { return 0 }
        return (0..<Int64(count)).reduce(0) { $0 + (minutes.value(at: minute - $1) ?? 0) }
    }

    /// The newest known value of a series within so many minutes up to one; `nil` where there is none.
    package func last(of key: FigureKey, withinMinutes count: Int, through minute: Int64) -> Double? {
        guard let minutes = self.series[key]?.minutes else { return nil }
        for offset in 0..<Int64(count) {
            if let value = minutes.value(at: minute - offset) { return value }
        }
        return nil
    }

    private static func hour(of minute: Int64) -> Int64 {
        FigureTier.hour.point(of: FigureTier.minute.begin(ofPoint: minute))
    }

    private mutating func make(_ key: FigureKey, _ kind: FigureKind, minute: Int64, hour: Int64) {
        // A metric that is added up otherwise than before begins anew.
        guard self.series[key]?.kind != kind else { return }
        self.series[key] = Series(
            kind: kind,
            minutes: Ring(count: Self.minuteCount, newest: minute),
            hours: Ring(count: Self.hourCount, newest: hour)
        )
        var keys = self.byMetric[key.metric] ?? []
        guard !keys.contains(key) else { return }
        keys.append(key)
        self.byMetric[key.metric] = keys.sorted()
    }

    /// Moves the newest minute on, and forgets with each new hour the series of which all is too old.
    private mutating func advance(to minute: Int64) {
        let former = self.newest
        self.newest = max(former ?? minute, minute)
        let hour = Self.hour(of: minute)
        guard let former, hour > Self.hour(of: former) else { return }
        for (key, series) in self.series where series.hours.newest <= hour - Int64(Self.hourCount) {
            self.series[key] = nil
            self.byMetric[key.metric]?.removeAll { $0 == key }
        }
    }
}
