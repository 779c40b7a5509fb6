/// Folds samples of nodes into the stored history: what to read, and what to write instead.
///
/// The points of the coarser tiers are made of the points of the minutes, so that folding twice, late or in parts gives
/// the same. They are written once their time is over, which spares most of the writing.
package struct FigureFolding: Sendable {
    /// What all nodes have counted and measured, by minute.
    package let values: [Int64: [FigureSample.Value]]
    private let through: Int64
    private let last: Int64?

    /// A folding of these samples.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - minute: The newest minute that is over.
    ///   - last: The minute through which was folded before; `nil` where that is not known.
    package init(_ samples: [NodeSample], through minute: Int64, after last: Int64?) {
        var values: [Int64: [FigureKey: FigureSample.Value]] = [:]
        for sample in samples {
            for value in sample.sample.values where value.key != NodeRoster.goodbye.key {
                let known = values[sample.sample.minute]?[value.key]
                let sum = known.map { $0.kind.combined($0.value, value.value) } ?? value.value
                values[sample.sample.minute, default: [:]][value.key] =
                    FigureSample.Value(value.key, known?.kind ?? value.kind, sum)
            }
        }
        self.values = values.mapValues { Array($0.values) }
        self.through = minute
        self.last = last
    }

    /// The rows to read in each tier before `rows(over:)`.
    package var needed: [FigureTier: ClosedRange<Int64>] {
        var needed: [FigureTier: Set<Int64>] = [.minute: self.touched]
        for tier in [FigureTier.fiveMinutes, .hour] {
            let hours = self.hours(dueIn: tier)
            needed[.minute, default: []].formUnion(hours)
            needed[tier] = Set(hours.map { Self.row(ofHour: $0, in: tier) })
        }
        return needed.compactMapValues { numbers in
            guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
            return least...greatest
        }
    }

    /// Returns the rows to write over what is stored.
    ///
    /// - Parameter stored: The rows that exist of those that are needed.
    /// - Returns: Every row that is new or has changed, in no order.
    package func rows(over stored: [FigureRow]) -> [FigureRow] {
        var rows = Dictionary(stored.map { ($0.id, $0) }) { _, last in last }
        var changed: Set<FigureRow.ID> = []
        for (minute, values) in self.values {
            let number = FigureTier.minute.row(ofPoint: minute)
            for value in values {
                let id = FigureRow.ID(value.key, .minute, number)
                rows[id, default: FigureRow(id, value.kind)].add(value.value, atPoint: minute)
                changed.insert(id)
            }
        }
        let minuteRows = rows.values.filter { $0.id.tier == .minute }
        for tier in [FigureTier.fiveMinutes, .hour] {
            let due = self.hours(dueIn: tier)
            let source = minuteRows.filter { due.contains($0.id.number) }
            for row in Self.rolled(source, into: tier, over: rows) where rows[row.id] != row {
                rows[row.id] = row
                changed.insert(row.id)
            }
        }
        return changed.compactMap { rows[$0] }
    }

    /// Returns the rows of a coarser tier with the points that rows of minutes give.
    ///
    /// - Parameters:
    ///   - minuteRows: Rows of minutes.
    ///   - tier: The coarser tier.
    ///   - known: The rows of it that exist.
    /// - Returns: The rows that these minutes belong to, each once.
    package static func rolled(
        _ minuteRows: [FigureRow],
        into tier: FigureTier,
        over known: [FigureRow.ID: FigureRow]
    ) -> [FigureRow] {
        var rows: [FigureRow.ID: FigureRow] = [:]
        let length = Self.minutes(of: tier)
        for minutes in minuteRows {
            let first = minutes.id.number * Int64(FigureTier.minute.pointsPerRow)
            let id = FigureRow.ID(minutes.id.key, tier, Self.row(ofHour: minutes.id.number, in: tier))
            var row = rows[id] ?? known[id] ?? FigureRow(id, minutes.kind)
            for begin in stride(from: 0, to: minutes.points.count, by: Int(length)) {
                let points = minutes.points[begin..<min(begin + Int(length), minutes.points.count)]
                guard let value = Self.combined(points, minutes.kind) else { continue }
                row.set(value, atPoint: (first + Int64(begin)) / length)
            }
            rows[id] = row
        }
        return Array(rows.values)
    }

    /// Returns the first row of each tier that is kept at a minute.
    package static func kept(atMinute minute: Int64) -> [FigureTier: Int64] {
        let now = FigureTier.minute.begin(ofPoint: minute)
        return Dictionary(
            uniqueKeysWithValues: FigureTier.allCases.map { tier in
                (tier, tier.row(ofPoint: tier.point(of: now - tier.kept)))
            }
        )
    }

    /// The hours that have values; a row of minutes is an hour.
    private var touched: Set<Int64> { Set(self.values.keys.map { FigureTier.minute.row(ofPoint: $0) }) }

    /// The hours whose points of a coarser tier are to be made: those that are over, and the current one where a point's
    /// time has ended since the last folding.
    private func hours(dueIn tier: FigureTier) -> Set<Int64> {
        let current = FigureTier.minute.row(ofPoint: self.through)
        var hours = self.touched
        if let last { hours.insert(FigureTier.minute.row(ofPoint: last)) }
        let length = Self.minutes(of: tier)
        let hasEnded = self.last.map { ($0 + 1) / length != (self.through + 1) / length } ?? true
        return hours.filter { $0 < current || ($0 == current && hasEnded) }
    }

    private static func minutes(of tier: FigureTier) -> Int64 {
        tier.step.milliseconds / FigureTier.minute.step.milliseconds
    }

    private static func row(ofHour hour: Int64, in tier: FigureTier) -> Int64 {
        tier.row(ofPoint: tier.point(of: FigureTier.hour.begin(ofPoint: hour)))
    }

    private static func combined(_ points: ArraySlice<Float>, _ kind: FigureKind) -> Double? {
        points.filter { !$0.isNaN }.map(Double.init).reduce(nil) { known, value in
            known.map { kind.combined($0, value) } ?? value
        }
    }
}
