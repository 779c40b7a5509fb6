import Ledger

/// A simulated server with three shops, minute by minute, with the ordinary ups and downs of a month.
struct WatchWorld {
    /// Midnight of a Saturday, as a number of a minute.
    static let begin: Int64 = 20_000 / 7 * 7 * 1440 + 2 * 1440
    static let apps: [AppName] = ["small", "medium", "large"].map { AppName($0) }

    /// The causes of alarms that are there now.
    var faults: Set<WatchFault> = []
    /// The recorded history.
    private(set) var history = MetricHistory()
    private var chance: WatchChance
    private var shops: [WatchShop]
    private var machine: WatchMachine
    private var existing: Set<MetricKey> = []
    private var stopped: Int64 = 0
    private var startedAt: Int64 = 0
    private var halved: Int64 = 0

    init(seed: UInt64) {
        self.chance = WatchChance(seed: seed)
        self.shops = [WatchShop("small", size: 5), WatchShop("medium", size: 500), WatchShop("large", size: 50_000)]
        self.machine = WatchMachine(self.shops)
    }

    /// Adds weeks before a minute, by their hours.
    mutating func addWeeks(_ count: Int64, before minute: Int64) {
        let first = minute - count * 7 * 1440
        for hour in 0..<(count * 7 * 24) {
            let minute = first + hour * 60
            var values: [MetricSample.Value] = []
            for index in self.shops.indices {
                values += self.shops[index].values(minute, minutes: 60, share: 1, [], &self.chance)
            }
            values += self.machine.values(minute, afterStart: 100, [], &self.chance)
            self.history.add(values, atMinute: minute)
        }
    }

    /// Advances by a minute.
    mutating func pass(_ minute: Int64) {
        // A restart takes a minute to four; one node of two is not heard of for an hour.
        if self.stopped == 0, self.chance.happens(0.0003) { self.stopped = Int64(self.chance.between(1, 5)) }
        if self.halved == 0, self.chance.happens(0.00005) { self.halved = 60 }
        if self.stopped > 0 {
            self.stopped -= 1
            self.existing = []
            self.startedAt = minute + 1
            for index in self.shops.indices { self.shops[index].miss(minute) }
            return
        }
        let share = self.halved > 0 ? 0.5 : 1
        self.halved = max(0, self.halved - 1)
        var values: [MetricSample.Value] = []
        for index in self.shops.indices {
            values += self.shops[index].values(minute, share: share, self.faults, &self.chance)
        }
        values += self.machine.values(minute, afterStart: minute - self.startedAt, self.faults, &self.chance)
        // A counter exists from when it first counts.
        values.removeAll { $0.kind == .count && $0.value == 0 && !self.existing.contains($0.key) }
        self.existing.formUnion(values.lazy.map(\.key))
        self.history.add(values, atMinute: minute)
    }
}

/// A cause of alarms in a simulated world.
enum WatchFault: Hashable, Sendable {
    /// Every call to Apple takes long.
    case appleSlow
    /// No host of Apple's can be reached, and Apple sends nothing.
    case appleDown
    /// Apple sends nothing.
    case silence
    /// A busy day's number of purchases is refunded every seven minutes.
    case refundWave
    /// Something fills the disk within minutes.
    case diskFull
}
