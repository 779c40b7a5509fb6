package import Ledger

/// Says which legacy formats are still used, and what is missing to switch each off.
package struct LegacyUsageService: Sendable {
    /// How many days a report is about unless somebody asks for others.
    package static let usualDays: Int64 = 30
    /// The most days of one report.
    package static let maximumDays: Int64 = 366

    private let repository: any Repository
    private let ambient: Ambient

    /// A service that reads a repository.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
    }

    /// The report on the last days of an app, today included.
    package func report(on app: ServedApp, days: Int64) async throws(RepositoryError) -> LegacyUsageReport {
        let today = CivilDay(of: self.ambient.now())
        let from = today + (1 - days)
        // What is safe to switch off is decided by so many days, however few are shown.
        let since = min(from, today + (1 - LegacyUsageReport.quietDays))
        let uses = try await self.repository.legacyUses(of: app.name, since: since)
        return LegacyUsageReport(
            uses,
            from: from,
            through: today,
            countedSince: try await self.repository.firstLegacyUseDay(of: app.name),
            hasKey: app.appStore != nil
        )
    }
}

/// Which legacy formats are still used in an app, by which versions and how much, and what is missing to switch each
/// off.
package struct LegacyUsageReport: Hashable, Sendable {
    /// For how many days in a row nobody may have used a format before it is safe to switch it off.
    package static let quietDays: Int64 = 30

    /// A version of the app that used a format.
    package struct Version: Hashable, Sendable {
        /// Its name; empty where the format does not state it.
        package let name: String
        /// How often.
        package let count: Int64
        /// The last day on which it did.
        package let lastDay: CivilDay
    }

    /// A day on which a format was used.
    package struct Day: Hashable, Sendable {
        /// The day.
        package let day: CivilDay
        /// How often.
        package let count: Int64
    }

    /// A format, and how it was used.
    package struct Line: Hashable, Sendable {
        /// The format.
        package let format: InputFormat
        /// How often.
        package let count: Int64
        /// Its share of all formats of its kind, in thousandths of a percent; `nil` where none was used.
        package let share: Int64?
        /// By day, the earliest first; days without a use are left out.
        package let days: [Day]
        /// By version, the most frequent first.
        package let versions: [Version]
        /// What is missing to switch it off; `nil` for a format that stays.
        package let step: LegacyUsageStep?
    }

    /// The first day that it is about.
    package let from: CivilDay
    /// The last.
    package let through: CivilDay
    /// The first day of which anything is counted at all; `nil` when nothing is.
    package let countedSince: CivilDay?
    /// Every format, each old one after the new one that takes its place.
    package let lines: [Line]

    /// The report on some uses, which are those of these days and of the days that decide what may be switched off.
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

    /// A share in thousandths of a percent, rounded down, and never nothing or all where that is not so.
    private static func share(of count: Int64, in total: Int64) -> Int64 {
        let whole: Int64 = 100_000
        let (high, low) = count.multipliedFullWidth(by: whole)
        let quotient = total.dividingFullWidth((high, low)).quotient
        if count > 0, quotient == 0 { return 1 }
        return count < total ? min(quotient, whole - 1) : quotient
    }
}
