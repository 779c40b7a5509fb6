import Ledger

extension MemoryUnit {
    /// Adds uses to those that are counted already.
    func count(_ uses: [LegacyUse]) throws {
        self.open { memory in
            for use in uses { memory.legacyUsage.count(use) }
        }
    }

    /// The uses in an app since a day.
    func legacyUses(of app: AppName, since day: CivilDay) throws -> [LegacyUse] {
        self.open { memory in memory.legacyUsage.uses(of: app, since: day) }
    }

    /// The first day of which anything is counted in an app.
    func firstLegacyUseDay(of app: AppName) throws -> CivilDay? {
        self.open { memory in memory.legacyUsage.counts.keys.filter { $0.app == app }.map(\.day).min() }
    }
}

/// The uses of each legacy format in `InMemoryRepository`.
struct MemoryLegacyUsage: Sendable {
    /// The key of one count.
    struct Key: Hashable {
        let app: AppName
        let day: CivilDay
        let format: InputFormat
        let version: String
    }

    /// The counts.
    var counts: [Key: Int64] = [:]

    /// Adds a use.
    mutating func count(_ use: LegacyUse) {
        guard use.count > 0 else { return }
        self.counts[Key(app: use.app, day: use.day, format: use.format, version: use.version), default: 0] += use.count
    }

    /// The uses in an app since a day, in order.
    func uses(of app: AppName, since day: CivilDay) -> [LegacyUse] {
        let formats = InputFormat.allCases
        func place(_ use: LegacyUse) -> (Int64, Int, String) {
            (use.day.number, formats.firstIndex(of: use.format) ?? 0, use.version)
        }
        return self.counts.filter { $0.key.app == app && $0.key.day >= day }
            .map { LegacyUse(app: app, day: $0.day, format: $0.format, version: $0.version, count: $1) }
            .sorted { place($0) < place($1) }
    }
}
