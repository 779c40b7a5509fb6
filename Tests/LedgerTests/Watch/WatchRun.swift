import Ledger

/// Rules and an evaluation that watch a simulated world, and their notifications.
struct WatchRun {
    var world: WatchWorld
    private(set) var records = AlarmRecords()
    private(set) var notified: [Alarm] = []
    private var rules: AlarmRules
    private let evaluation: AlarmEvaluation

    init(seed: UInt64, _ thresholds: AlarmThresholds = AlarmThresholds()) {
        self.world = WatchWorld(seed: seed)
        self.rules = AlarmRules(thresholds, apps: WatchWorld.apps)
        self.evaluation = AlarmEvaluation(thresholds, channels: ["email"])
    }

    /// Advances the clock by a minute, and evaluates at its end.
    mutating func pass(_ minute: Int64) {
        self.world.pass(minute)
        let readings = self.rules.readings(of: self.world.history, atMinute: minute)
        self.evaluation.take(readings, into: &self.records)
        self.notified += self.records.notices.flatMap(\.alarms)
        self.records.notices = []
    }
}

extension Alarm {
    /// The alarm for the output of a test.
    var line: String {
        let minutes = (self.since.milliseconds / 60_000) - WatchWorld.begin
        let facts = self.reading.facts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return "day \(minutes / 1440) \(minutes % 1440 / 60):\(minutes % 60) \(self.key.text) \(self.state)"
            + " \(self.reading.value) \(facts.joined(separator: " "))"
    }
}
