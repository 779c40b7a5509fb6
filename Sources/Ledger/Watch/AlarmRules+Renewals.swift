extension AlarmRules {
    /// The rule that compares the renewals that are due with those that were seen.
    struct Renewals: Sendable {
        /// Renewals that are missing together, because Apple was late with several.
        private static let clump = 1.5

        private struct Pair: Sendable {
            let due: FigureGroup
            let seen: FigureGroup
            let usualShare: Double?
        }

        private let pairs: [Pair]

        init(_ figures: AlarmFigures) {
            let seen = figures.groups("purser_renewals_seen") { AlarmFigures.isReal($0) ? 0 : nil }
            self.pairs = figures.groups("purser_renewals_due") { AlarmFigures.isReal($0) ? 0 : nil }
                .compactMap { due in
                    guard let seen = seen.first(where: { $0.app == due.app }) else { return nil }
                    let share = UsualShare.of(seen.series, in: due.series, figures.history, atHour: figures.hour)
                    return Pair(due: due, seen: seen, usualShare: share.map { 1 - $0 })
                }
        }

        func read(_ scope: inout AlarmScope) {
            let setting = scope.thresholds[.renewalsMissing]
            guard setting.isEnabled else { return }
            for pair in self.pairs {
                guard let usual = pair.usualShare else { continue }
                let key = pair.due.key(.renewalsMissing)
                guard let due = scope.greatest(pair.due.series), let seen = scope.greatest(pair.seen.series) else {
                    scope.leave(key)
                    continue
                }
                let missing = max(0, due - seen)
                let chance = CountTail.atLeast(
                    missing,
                    of: due,
                    share: min(0.9, 1.5 * usual + 0.05),
                    clump: Self.clump
                )
                guard missing > 0, missing >= setting.limit * due, chance < CountTail.rare else { continue }
                let facts = ["due": "\(Int(due))", "seen": "\(Int(seen))"]
                let reading = AlarmReading(
                    key,
                    severity: .critical,
                    value: missing / due,
                    limit: setting.limit,
                    facts: facts
                )
                scope.add(reading)
            }
        }
    }
}
