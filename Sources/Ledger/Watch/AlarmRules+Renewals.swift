extension AlarmRules {
    /// The rule that compares the renewals that are due with those that were seen.
    ///
    /// A shop with many has enough of them in an hour. One with few has enough in six, or in a day: the longer times are
    /// looked at where the shorter ones say too little.
    struct Renewals: Sendable {
        /// Renewals that are missing together, because Apple was late with several.
        private static let clump = 1.5
        /// The share that is usually missing where a week is known and little was due in it.
        private static let quietShare = 0.05
        /// From how many renewals due on, most of which were seen, what was missing before them is over.
        private static let enough = 5.0
        /// The hours that are added up.
        private static let windows: [Int64] = [1, 6, 24]

        private struct Pair: Sendable {
            let due: FigureGroup
            let seen: FigureGroup
            let usualShare: Double?
        }

        /// The renewals of an hour that ended at a minute.
        private struct Hour {
            let minute: Int64
            let due: Double
            let seen: Double
        }

        private let pairs: [Pair]

        init(_ figures: AlarmFigures) {
            let seen = figures.groups("purser_renewals_seen") { AlarmFigures.isReal($0) ? 0 : nil }
            self.pairs = figures.groups("purser_renewals_due") { AlarmFigures.isReal($0) ? 0 : nil }
                .compactMap { due in
                    guard let seen = seen.first(where: { $0.app == due.app }) else { return nil }
                    let share = UsualShare.of(
                        seen.series,
                        in: due.series,
                        figures.history,
                        atHour: figures.hour,
                        quiet: 1 - Self.quietShare
                    )
                    return Pair(due: due, seen: seen, usualShare: share.map { 1 - $0 })
                }
        }

        func read(_ scope: inout AlarmScope) {
            let setting = scope.thresholds[.renewalsMissing]
            guard setting.isEnabled else { return }
            for pair in self.pairs {
                guard let usual = pair.usualShare else { continue }
                let hours = Self.hours(of: pair, scope)
                guard let newest = hours.first, scope.minute - newest.minute < 3 else {
                    scope.leave(pair.due.key(.renewalsMissing))
                    continue
                }
                let reading = Self.reading(of: pair, hours, usual, limit: setting.limit, atMinute: scope.minute)
                if let reading { scope.add(reading) }
            }
        }

        /// What is bad in the shortest time that says it; `nil` where nothing is, or where the newest renewals were seen.
        private static func reading(
            of pair: Pair,
            _ hours: [Hour],
            _ usual: Double,
            limit: Double,
            atMinute minute: Int64
        ) -> AlarmReading? {
            for window in Self.windows {
                let ended = hours.filter { minute - $0.minute < (window - 1) * 60 + 3 }
                let due = ended.reduce(0) { $0 + $1.due }
                let missing = ended.reduce(0) { $0 + max(0, $1.due - $1.seen) }
                if missing > 0, missing >= limit * due {
                    let share = min(0.9, 1.5 * usual + 0.05)
                    let chance = CountTail.atLeast(missing, of: due, share: share, clump: Self.clump)
                    guard chance >= CountTail.rare else {
                        let facts = ["due": "\(Int(due))", "hours": "\(window)", "seen": "\(Int(due - missing))"]
                        let key = pair.due.key(.renewalsMissing)
                        return AlarmReading(key, severity: .critical, value: missing / due, limit: limit, facts: facts)
                    }
                } else if due >= Self.enough {
                    return nil
                }
            }
            return nil
        }

        /// The hours of the last day, the newest first.
        ///
        /// Each minute's figures are of a whole hour, so only those count that are an hour apart: no renewal counts twice.
        private static func hours(of pair: Pair, _ scope: AlarmScope) -> [Hour] {
            var hours: [Hour] = []
            var minute = scope.minute
            while minute > scope.minute - Int64(FigureHistory.minuteCount) {
                if let due = Self.greatest(pair.due.series, atMinute: minute, scope.history),
                    let seen = Self.greatest(pair.seen.series, atMinute: minute, scope.history)
                {
                    hours.append(Hour(minute: minute, due: due, seen: seen))
                    minute -= 60
                } else {
                    minute -= 1
                }
            }
            return hours
        }

        private static func greatest(_ series: [Int], atMinute minute: Int64, _ history: FigureHistory) -> Double? {
            series.compactMap { history.value(ofSeries: $0, atMinute: minute) }.max()
        }
    }
}
