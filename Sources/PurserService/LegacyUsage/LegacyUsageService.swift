package import Ledger

/// The use case that reports which legacy formats are still used, and what must happen before each can be switched off.
package struct LegacyUsageService: Sendable {
    /// The default number of days of a report.
    package static let usualDays: Int64 = 30
    /// The maximum number of days of a report.
    package static let maximumDays: Int64 = 366

    private let repository: any Repository
    private let ambient: Ambient

    /// Creates a service of a repository.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
    }

    /// Returns the report on the last days of an app, including today.
    package func report(on app: ServedApp, days: Int64) async throws(RepositoryError) -> LegacyUsageReport {
        let today = CivilDay(of: self.ambient.now())
        let from = today + (1 - days)
        // These days decide what can be switched off, however few days the report shows.
        let since = min(from, today + (1 - LegacyUsageReport.quietDays))
        let (uses, countedSince) = try await self.repository.read { view in
            (try view.legacyUses(of: app.name, since: since), try view.firstLegacyUseDay(of: app.name))
        }
        return LegacyUsageReport(
            uses,
            from: from,
            through: today,
            countedSince: countedSince,
            hasKey: app.appStore != nil
        )
    }
}

/// A report of the legacy formats that an app still uses, by version and count, and of what must happen before each can
/// be switched off.
package struct LegacyUsageReport: Hashable, Sendable {
    /// The number of consecutive days without a use after which a format can be switched off.
    package static let quietDays: Int64 = 30

    /// A version of the app that used a format.
    package struct Version: Hashable, Sendable {
        /// The name of the version; empty if the format does not state it.
        package let name: String
        /// The number of uses.
        package let count: Int64
        /// The last day with a use.
        package let lastDay: CivilDay
    }

    /// A day on which a format was used.
    package struct Day: Hashable, Sendable {
        /// The day.
        package let day: CivilDay
        /// The number of uses.
        package let count: Int64
    }

    /// A format with its usage.
    package struct Line: Hashable, Sendable {
        /// The format.
        package let format: InputFormat
        /// The number of uses.
        package let count: Int64
        /// The share of all formats of its kind, in thousandths of a percent; `nil` if none was used.
        package let share: Int64?
        /// The uses by day, earliest first; days without a use are left out.
        package let days: [Day]
        /// The uses by version, most frequent first.
        package let versions: [Version]
        /// The step before the format can be switched off; `nil` for a format that stays.
        package let step: LegacyUsageStep?
    }

    /// The first day of the report.
    package let from: CivilDay
    /// The last day of the report.
    package let through: CivilDay
    /// The first day with any count; `nil` without counts.
    package let countedSince: CivilDay?
    /// Every format, each legacy one after its replacement.
    package let lines: [Line]

    /// Creates the report on uses of the reported days and of the days that decide what can be switched off.
    init(
        _ uses: [LegacyUse],
        from: CivilDay,
        through: CivilDay,
        countedSince: CivilDay?,
        hasKey: Bool
    ) {
        self.from = from
        self.through = through
        self.countedSince = countedSince
        var totals: [InputFormat.Kind: Int64] = [:]
        for use in uses where use.day >= from { totals[use.format.kind, default: 0] += use.count }
        let quietSince = through + (1 - Self.quietDays)
        let isCounted = countedSince.map { through - $0 >= Self.quietDays - 1 } ?? false
        self.lines = InputFormat.allCases.map { format in
            let all = uses.filter { $0.format == format }
            let own = all.filter { $0.day >= from }
            let count = own.reduce(0) { $0 + $1.count }
            var days: [CivilDay: Int64] = [:]
            var versions: [String: (count: Int64, lastDay: CivilDay)] = [:]
            for use in own {
                days[use.day, default: 0] += use.count
                let known = versions[use.version] ?? (0, use.day)
                versions[use.version] = (known.count + use.count, max(known.lastDay, use.day))
            }
            let total = totals[format.kind] ?? 0
            let lastDay = all.map(\.day).filter { $0 >= quietSince }.max()
            return Line(
                format: format,
                count: count,
                share: total == 0 ? nil : Self.share(of: count, in: total),
                days: days.sorted { $0.key < $1.key }.map { Day(day: $0.key, count: $0.value) },
                versions: versions.map { Version(name: $0, count: $1.count, lastDay: $1.lastDay) }
                    .sorted { ($1.count, $0.name) < ($0.count, $1.name) },
                step: !format.isLegacy
                    ? nil
                    : LegacyUsageStep(
                        format,
                        lastDay: lastDay,
                        isCounted: isCounted,
                        hasKey: hasKey
                    )
            )
        }
    }

    /// Returns a share in thousandths of a percent, rounded down, but never 0 or 100 % unless that is exact.
    private static func share(of count: Int64, in total: Int64) -> Int64 {
        let whole: Int64 = 100_000
        let (high, low) = count.multipliedFullWidth(by: whole)
        let quotient = total.dividingFullWidth((high, low)).quotient
        if count > 0, quotient == 0 { return 1 }
        return count < total ? min(quotient, whole - 1) : quotient
    }
}
