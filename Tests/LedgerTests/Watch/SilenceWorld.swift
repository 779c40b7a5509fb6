import Ledger

/// The notifications of one shop of any size, by hours or by minutes, and the rules that watch them.
struct SilenceWorld {
    /// The current faults.
    var faults: Set<WatchFault> = []
    /// The minute that comes next.
    private(set) var minute: Int64
    private let metrics: Set<String>
    /// How many notifications come besides within six hours of each month of 30.4 days.
    private let monthly: Double
    private var history = MetricHistory()
    private var chance: WatchChance
    private var shop: WatchShop
    private var rules = AlarmRules(AlarmThresholds(), apps: [AppName("shop")])

    /// A shop with so many notifications a day, after so many weeks; the next minute is the first of a Saturday.
    init(
        size: Double,
        monthly: Double = 0,
        seed: UInt64,
        weeks: Int64,
        metrics: Set<String> = ["purser_notification_types_total"]
    ) {
        self.monthly = monthly
        self.chance = WatchChance(seed: seed)
        self.shop = WatchShop("shop", size: size)
        self.metrics = metrics
        self.minute = WatchWorld.begin - weeks * 7 * 1440
        while self.minute < WatchWorld.begin {
            self.add(minutes: 60)
            self.minute += 60
        }
    }

    /// Advances by hours with samples, and returns the alarm readings at their end.
    mutating func passHours(_ count: Int) -> [AlarmReading] {
        for _ in 0..<count {
            self.add(minutes: 60)
            for minute in self.minute..<(self.minute + 60) { self.history.add([Self.isThere], atMinute: minute) }
            self.minute += 60
        }
        return self.readings()
    }

    /// Advances the clock by minutes without evaluating the alarms in between.
    mutating func skip(minutes: Int) {
        for _ in 0..<minutes {
            self.add(minutes: 1)
            self.history.add([Self.isThere], atMinute: self.minute)
            self.minute += 1
        }
    }

    /// Advances by a minute, and returns the alarm readings at its end.
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
        guard self.monthly > 0, self.faults.isEmpty, self.minute / 60 % 730 < 6 else { return }
        let labels: KeyValuePairs = ["app": "shop", "environment": "Production", "type": "DID_RENEW"]
        let renewed = (self.monthly / 360 * minutes).rounded()
        self.history.add(
            [AlarmCause.count("purser_notification_types_total", labels, renewed)],
            atMinute: self.minute
        )
    }

    private mutating func readings() -> [AlarmReading] {
        self.rules.readings(of: self.history, atMinute: self.minute - 1).bad
            .filter { $0.key.name == .notificationsSilent }
    }
}
