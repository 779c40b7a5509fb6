import Ledger

/// Figures that are set by hand, with the rules and the board that watch them.
struct AlarmScene {
    static let begin: Int64 = 20_000 * 1440
    private(set) var minute = Self.begin
    private(set) var book = AlarmBook()
    private(set) var told: [Alarm] = []
    private var history = FigureHistory()
    private var rules: AlarmRules
    private let board: AlarmBoard

    init(_ thresholds: AlarmThresholds = AlarmThresholds()) {
        self.rules = AlarmRules(thresholds, apps: [AppName("shop")])
        self.board = AlarmBoard(thresholds, channels: ["email"])
    }

    /// A scene after weeks in which the same figures came each minute.
    init(after weeks: Int64, of values: [FigureSample.Value]) {
        self.init()
        for hour in (-weeks * 7 * 24)..<0 {
            let hourly = values.map { value in
                FigureSample.Value(value.key, value.kind, value.kind == .count ? value.value * 60 : value.value)
            }
            // The last day comes by minutes.
            guard hour < -25 else { continue }
            self.history.add(hourly, atMinute: Self.begin + hour * 60)
        }
        self.minute = Self.begin - 25 * 60
        self.pass(25 * 60, values)
    }

    /// Lets minutes pass, each with the same figures, or with nothing known.
    mutating func pass(_ minutes: Int, _ values: [FigureSample.Value]?) {
        for _ in 0..<minutes {
            if let values { self.history.add(values, atMinute: self.minute) }
            self.evaluate()
        }
    }

    /// Lets minutes pass until an alarm fires, and returns how many; `nil` where none fires.
    mutating func passUntilFiring(_ name: AlarmName, atMost minutes: Int, _ values: [FigureSample.Value]) -> Int? {
        for minute in 1...minutes {
            self.pass(1, values)
            if self.book.alarms.contains(where: { $0.key.name == name && $0.state == .firing }) { return minute }
        }
        return nil
    }

    /// The names of the alarms that fire.
    var firing: Set<AlarmName> { Set(self.book.alarms.filter { $0.state == .firing }.map(\.key.name)) }

    private mutating func evaluate() {
        let readings = self.rules.readings(of: self.history, atMinute: self.minute)
        self.board.take(readings, into: &self.book)
        self.told += self.book.notices.flatMap(\.alarms)
        self.book.notices = []
        self.minute += 1
    }
}
