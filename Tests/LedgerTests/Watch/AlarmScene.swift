import Ledger

/// Metrics that are set by hand, with the rules and the evaluation that watch them.
struct AlarmScene {
    static let begin: Int64 = 20_000 * 1440
    private(set) var minute = Self.begin
    private(set) var records = AlarmRecords()
    private(set) var notified: [Alarm] = []
    private var history = MetricHistory()
    private var rules: AlarmRules
    private let evaluation: AlarmEvaluation

    init(_ thresholds: AlarmThresholds = AlarmThresholds()) {
        self.rules = AlarmRules(thresholds, apps: [AppName("shop")])
        self.evaluation = AlarmEvaluation(thresholds, channels: ["email"])
    }

    /// A scene after weeks in which the same metrics came each minute.
    init(after weeks: Int64, of values: [MetricSample.Value]) {
        self.init()
        for hour in (-weeks * 7 * 24)..<0 {
            let hourly = values.map { value in
                MetricSample.Value(value.key, value.kind, value.kind == .count ? value.value * 60 : value.value)
            }
            // The last day comes by minutes.
            guard hour < -25 else { continue }
            self.history.add(hourly, atMinute: Self.begin + hour * 60)
        }
        self.minute = Self.begin - 25 * 60
        self.pass(25 * 60, values)
    }

    /// Advances by minutes, each with the same metrics, or without any.
    mutating func pass(_ minutes: Int, _ values: [MetricSample.Value]?) {
        for _ in 0..<minutes {
            if let values { self.history.add(values, atMinute: self.minute) }
            self.evaluate()
        }
    }

    /// Advances until an alarm fires, and returns the number of minutes; `nil` when none fires.
    mutating func passUntilFiring(_ name: AlarmName, atMost minutes: Int, _ values: [MetricSample.Value]) -> Int? {
        for minute in 1...minutes {
            self.pass(1, values)
            if self.records.alarms.contains(where: { $0.key.name == name && $0.state == .firing }) { return minute }
        }
        return nil
    }

    /// The names of the alarms that fire.
    var firing: Set<AlarmName> { Set(self.records.alarms.filter { $0.state == .firing }.map(\.key.name)) }

    private mutating func evaluate() {
        let readings = self.rules.readings(of: self.history, atMinute: self.minute)
        self.evaluation.take(readings, into: &self.records)
        self.notified += self.records.notices.flatMap(\.alarms)
        self.records.notices = []
        self.minute += 1
    }
}
