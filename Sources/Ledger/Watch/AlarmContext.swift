/// The input of the rules at the end of one minute: the metrics, the settings, and the readings so far.
struct AlarmContext: Sendable {
    /// The metrics.
    let history: MetricHistory
    /// The minute that has ended.
    let minute: Int64
    /// The settings.
    let thresholds: AlarmThresholds
    /// The readings so far.
    private(set) var readings: AlarmReadings

    /// Creates the context of the end of a minute, without readings.
    init(_ history: MetricHistory, atMinute minute: Int64, _ thresholds: AlarmThresholds) {
        self.history = history
        self.minute = minute
        self.thresholds = thresholds
        self.readings = AlarmReadings(at: MetricResolution.minute.begin(ofPoint: minute + 1))
    }

    /// The hour of the minute.
    var hour: Int64 { self.minute >= 0 ? self.minute / 60 : (self.minute - 59) / 60 }

    /// Returns the sum of counters over so many minutes up to this one; unknown values count as 0.
    func count(_ series: [Int], minutes: Int64) -> Double {
        var sum = 0.0
        for number in series {
            for back in 0..<minutes { sum += self.history.value(ofSeries: number, atMinute: self.minute - back) ?? 0 }
        }
        return sum
    }

    /// Returns the sum of counters in the minute that was so many before this one; unknown values count as 0.
    func count(_ series: [Int], minutesAgo back: Int64) -> Double {
        series.reduce(0) { $0 + (self.history.value(ofSeries: $1, atMinute: self.minute - back) ?? 0) }
    }

    /// Returns the sum of counters in the current hour.
    func hourSoFar(_ series: [Int]) -> Double {
        series.reduce(0) { $0 + (self.history.value(ofSeries: $1, atHour: self.hour) ?? 0) }
    }

    /// Returns the newest known value of a gauge within so many minutes.
    func gauge(_ number: Int, within minutes: Int = 3) -> Double? {
        self.history.last(ofSeries: number, withinMinutes: minutes, through: self.minute)
    }

    /// Returns the greatest of the newest known values of gauges within so many minutes; `nil` where none is known.
    func greatest(_ series: [Int], within minutes: Int = 3) -> Double? {
        series.compactMap { self.gauge($0, within: minutes) }.max()
    }

    /// Returns the number of unknown minutes among so many up to this one.
    func unknownCount(minutes: Int64) -> Int64 {
        (0..<minutes).reduce(0) { $0 + (self.history.isKnown(minute: self.minute - $1) ? 0 : 1) }
    }

    /// Adds a bad reading.
    mutating func add(_ reading: AlarmReading) { self.readings.bad.append(reading) }

    /// Leaves the state of an alarm unchanged.
    mutating func leave(_ key: AlarmKey) { self.readings.unknown.insert(key) }

    /// Leaves the state of every alarm of a name unchanged.
    mutating func leave(_ name: AlarmName) { self.readings.unknownNames.insert(name) }

    /// Compares the gauges of each group with the limit of an alarm.
    ///
    /// Where the gauge was measured within the last hour (or twice `within`) and is unknown now, the state of the alarm
    /// is unchanged; a gauge that has been missing for longer, such as that of a deleted endpoint, is good.
    ///
    /// - Parameters:
    ///   - name: The alarm.
    ///   - groups: The gauges; the greatest of a group counts.
    ///   - minutes: The maximum age of a value.
    ///   - severity: The severity of a bad reading.
    ///   - scale: Returns the value in the unit of the limit, by the group.
    mutating func compare(
        _ name: AlarmName,
        _ groups: [MetricGroup],
        within minutes: Int = 3,
        _ severity: AlarmReading.Severity = .warning,
        scale: (Double, MetricGroup) -> Double = { value, _ in value }
    ) {
        let setting = self.thresholds[name]
        guard setting.isEnabled else { return }
        for group in groups {
            guard let value = self.greatest(group.series, within: minutes) else {
                if self.greatest(group.series, within: max(60, 2 * minutes)) != nil { self.leave(group.key(name)) }
                continue
            }
            let scaled = scale(value, group)
            guard scaled >= setting.limit else { continue }
            let serious = group.environment == .sandbox ? .warning : severity
            self.add(AlarmReading(group.key(name), severity: serious, value: scaled, limit: setting.limit))
        }
    }
}
