extension AlarmRules {
    /// The rule that compares due renewals with observed ones.
    ///
    /// A shop with many renewals has enough of them in an hour, and one with few has enough in six, or in a day: the
    /// rule uses the longer times where the shorter ones are not significant.
    struct Renewals: Sendable {
        /// The number of renewals that are missing together, because Apple was late with several.
        private static let clump = 1.5
        /// The share that is expected to be missing where a week is known and few renewals were due in it.
        private static let quietShare = 0.05
        /// The logarithm of the probability below which the newest renewals show that renewals arrive again, or are
        /// still missing.
        private static let significant = -6.9
        /// The windows, in hours.
        private static let windows: [Int64] = [1, 6, 24]

        private struct Pair: Sendable {
            let due: MetricGroup
            let seen: MetricGroup
            let expectedShare: Double?
        }

        /// The renewals of an hour that ended at a minute.
        private struct Hour {
            let minute: Int64
            let due: Double
            let seen: Double
        }

        /// The trend of the newest renewals.
        private enum Trend {
            /// Enough renewals arrive to keep the missing ones below the limit.
            case seen
            /// More renewals are missing than chance explains.
            case missing
        }

        private let pairs: [Pair]

        init(_ metrics: AlarmMetrics) {
            let seen = metrics.groups("purser_renewals_seen") { AlarmMetrics.isReal($0) ? 0 : nil }
            self.pairs = metrics.groups("purser_renewals_due") { AlarmMetrics.isReal($0) ? 0 : nil }
                .compactMap { due in
                    guard let seen = seen.first(where: { $0.app == due.app }) else { return nil }
                    let share = ExpectedShare.of(
                        seen.series,
                        in: due.series,
                        metrics.history,
                        atHour: metrics.hour,
                        quiet: 1 - Self.quietShare
                    )
                    return Pair(due: due, seen: seen, expectedShare: share.map { 1 - $0 })
                }
        }

        func read(_ context: inout AlarmContext) {
            let setting = context.thresholds[.renewalsMissing]
            guard setting.isEnabled else { return }
            for pair in self.pairs {
                guard let expected = pair.expectedShare else { continue }
                let hours = Self.hours(of: pair, context)
                guard let newest = hours.first, context.minute - newest.minute < 3 else {
                    context.leave(pair.due.key(.renewalsMissing))
                    continue
                }
                let share = min(0.9, 1.5 * expected + 0.05)
                switch Self.trend(of: hours, share: share, limit: setting.limit) {
                case .seen: continue
                case .missing:
                    if let reading = Self.reading(of: pair, hours, share, setting.limit, context.minute) {
                        context.add(reading)
                    } else {
                        context.leave(pair.due.key(.renewalsMissing))
                    }
                case nil:
                    // Too few to be significant: an alarm continues while more is missing than may be usual.
                    let isMissing = Self.missing(in: hours[...]) > share * Self.due(in: hours[...])
                    if isMissing { context.leave(pair.due.key(.renewalsMissing)) }
                }
            }
        }

        /// Returns the trend of the newest renewals, as many of them as necessary; `nil` where those of a day are too
        /// few.
        ///
        /// Neither one good hour nor the minute at which hours are divided makes the trend alternate.
        private static func trend(of hours: [Hour], share: Double, limit: Double) -> Trend? {
            let worst = min(1, max(limit, share))
            for count in hours.indices {
                let newest = hours[...count]
                let due = Self.due(in: newest)
                let missing = Self.missing(in: newest)
                if PoissonBound.atLeast(due - missing, of: due, share: 1 - worst) <= Self.significant { return .seen }
                let chance = PoissonBound.atLeast(missing, of: due, share: share, clump: Self.clump)
                if chance <= Self.significant { return .missing }
            }
            return nil
        }

        /// Returns the bad reading of the shortest significant window; `nil` where none is bad.
        private static func reading(
            of pair: Pair,
            _ hours: [Hour],
            _ share: Double,
            _ limit: Double,
            _ minute: Int64
        ) -> AlarmReading? {
            for window in Self.windows {
                let ended = hours.prefix { minute - $0.minute < (window - 1) * 60 + 3 }
                let due = Self.due(in: ended)
                let missing = Self.missing(in: ended)
                guard missing > 0, missing >= limit * due else { continue }
                let chance = PoissonBound.atLeast(missing, of: due, share: share, clump: Self.clump)
                guard chance < PoissonBound.rare else { continue }
                let facts = ["due": "\(Int(due))", "hours": "\(window)", "seen": "\(Int(due - missing))"]
                let key = pair.due.key(.renewalsMissing)
                return AlarmReading(key, severity: .critical, value: missing / due, limit: limit, facts: facts)
            }
            return nil
        }

        private static func due(in hours: ArraySlice<Hour>) -> Double { hours.reduce(0) { $0 + $1.due } }

        private static func missing(in hours: ArraySlice<Hour>) -> Double {
            hours.reduce(0) { $0 + max(0, $1.due - $1.seen) }
        }

        /// Returns the hours of the last day, the newest first.
        ///
        /// The metrics of each minute cover a whole hour, so only minutes that are an hour apart are used: no renewal
        /// counts twice.
        private static func hours(of pair: Pair, _ context: AlarmContext) -> [Hour] {
            var hours: [Hour] = []
            var minute = context.minute
            while minute > context.minute - Int64(MetricHistory.minuteCount) {
                if let due = Self.greatest(pair.due.series, atMinute: minute, context.history),
                    let seen = Self.greatest(pair.seen.series, atMinute: minute, context.history)
                {
                    hours.append(Hour(minute: minute, due: due, seen: seen))
                    minute -= 60
                } else {
                    minute -= 1
                }
            }
            return hours
        }

        private static func greatest(_ series: [Int], atMinute minute: Int64, _ history: MetricHistory) -> Double? {
            series.compactMap { history.value(ofSeries: $0, atMinute: minute) }.max()
        }
    }
}
