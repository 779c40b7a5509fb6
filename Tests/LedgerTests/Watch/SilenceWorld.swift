import Ledger

/// The notifications of one shop of any size, by hours or by minutes, and the rules that watch them.
struct SilenceWorld {
    /// What is there now.
    var faults: Set<WatchFault> = []
    /// The minute that comes next.
    private(set) var minute: Int64
    private let metrics: Set<String>
    private var history = FigureHistory()
    private var chance: WatchChance
    private var shop: WatchShop
    private var rules = AlarmRules(AlarmThresholds(), apps: [AppName("shop")])

    /// A shop with so many notifications a day, after so many weeks; the next minute is the first of a Saturday.
    init(size: Double, seed: UInt64, weeks: Int64, metrics: Set<String> = ["purser_notification_types_total"]) {
        self.chance = WatchChance(seed: seed)
        self.shop = WatchShop("shop", size: size)
        self.metrics = metrics
        self.minute = WatchWorld.begin - weeks * 7 * 1440
        while self.minute < WatchWorld.begin {
            self.add(minutes: 60)
            self.minute += 60
        }
    }

    /// Lets an hour pass, all of which is known, and returns what is bad at its end.
    mutating func passHour() -> [AlarmReading] {
        self.add(minutes: 60)
        for minute in self.minute..<(self.minute + 60) { self.history.add([Self.isThere], atMinute: minute) }
        self.minute += 60
        return self.readings()
    }

    /// Lets a minute pass, and returns what is bad at its end.
    mutating func passMinute(lost: Double = 0) -> [AlarmReading] {
        self.add(minutes: 1)
        self.history.add([AlarmCause.gauge("purser_nodes_lost", [:], lost)], atMinute: self.minute)
        self.minute += 1
        return self.readings()
    }

    private static let isThere = AlarmCause.gauge("purser_nodes_lost", [:], 0)

    private mutating func add(minutes: Double) {
        let values = self.shop.values(self.minute, minutes: minutes, share: 1, self.faults, &self.chance)
        self.history.add(values.filter { self.metrics.contains($0.key.metric) }, atMinute: self.minute)
    }

    private mutating func readings() -> [AlarmReading] {
        self.rules.readings(of: self.history, atMinute: self.minute - 1).bad
            .filter { $0.key.name == .notificationsSilent }
    }
}
