/// The aggregation of samples of nodes into the stored history: the rows to read, and the rows to write instead.
///
/// The points of the coarser resolutions are computed from the points of the minutes, so that aggregating twice, late
/// or in parts has the same result. They are written once their time is over, which saves most of the writing.
package struct MetricAggregation: Sendable {
    /// The values of all nodes, by minute.
    package let values: [Int64: [MetricSample.Value]]
    private let through: Int64
    private let last: Int64?

    /// Creates an aggregation of these samples.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - minute: The newest minute that is over.
    ///   - last: The last minute of the previous aggregation; `nil` where it is unknown.
    package init(_ samples: [NodeSample], through minute: Int64, after last: Int64?) {
        var values: [Int64: [MetricKey: MetricSample.Value]] = [:]
        for sample in samples {
            for value in sample.sample.values where value.key != NodeRoster.goodbye.key {
                let known = values[sample.sample.minute]?[value.key]
                let sum = known.map { $0.kind.combined($0.value, value.value) } ?? value.value
                values[sample.sample.minute, default: [:]][value.key] =
                    MetricSample.Value(value.key, known?.kind ?? value.kind, sum)
            }
        }
        self.values = values.mapValues { Array($0.values) }
        self.through = minute
        self.last = last
    }

    /// The rows to read in each resolution before `rows(over:)`.
    package var needed: [MetricResolution: ClosedRange<Int64>] {
        var needed: [MetricResolution: Set<Int64>] = [.minute: self.touched]
        for resolution in [MetricResolution.fiveMinutes, .hour] {
            let hours = self.hours(dueIn: resolution)
            needed[.minute, default: []].formUnion(hours)
            needed[resolution] = Set(hours.map { Self.row(ofHour: $0, in: resolution) })
        }
        return needed.compactMapValues { numbers in
            guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
            return least...greatest
        }
    }

    /// Returns the rows that replace stored ones.
    ///
    /// - Parameter stored: The stored rows among the needed ones.
    /// - Returns: Every row that is new or has changed, in no order.
    package func rows(over stored: [MetricRow]) -> [MetricRow] {
        var rows = Dictionary(stored.map { ($0.id, $0) }) { _, last in last }
        var changed: Set<MetricRow.ID> = []
        for (minute, values) in self.values {
            let number = MetricResolution.minute.row(ofPoint: minute)
            for value in values {
                let id = MetricRow.ID(value.key, .minute, number)
                rows[id, default: MetricRow(id, value.kind)].add(value.value, atPoint: minute)
                changed.insert(id)
            }
        }
        let minuteRows = rows.values.filter { $0.id.resolution == .minute }
        for resolution in [MetricResolution.fiveMinutes, .hour] {
            let due = self.hours(dueIn: resolution)
            let source = minuteRows.filter { due.contains($0.id.number) }
            for row in Self.rolledUp(source, into: resolution, over: rows) where rows[row.id] != row {
                rows[row.id] = row
                changed.insert(row.id)
            }
        }
        return changed.compactMap { rows[$0] }
    }

    /// Returns the rows of a coarser resolution with the points of rows of minutes.
    ///
    /// - Parameters:
    ///   - minuteRows: Rows of minutes.
    ///   - resolution: The coarser resolution.
    ///   - known: The stored rows of that resolution.
    /// - Returns: The rows to which these minutes belong, each once.
    package static func rolledUp(
        _ minuteRows: [MetricRow],
        into resolution: MetricResolution,
        over known: [MetricRow.ID: MetricRow]
    ) -> [MetricRow] {
        var rows: [MetricRow.ID: MetricRow] = [:]
        let length = Self.minutes(of: resolution)
        for minutes in minuteRows {
            let first = minutes.id.number * Int64(MetricResolution.minute.pointsPerRow)
            let id = MetricRow.ID(minutes.id.key, resolution, Self.row(ofHour: minutes.id.number, in: resolution))
            var row = rows[id] ?? known[id] ?? MetricRow(id, minutes.kind)
            for begin in stride(from: 0, to: minutes.points.count, by: Int(length)) {
                let points = minutes.points[begin..<min(begin + Int(length), minutes.points.count)]
                guard let value = Self.combined(points, minutes.kind) else { continue }
                row.set(value, atPoint: (first + Int64(begin)) / length)
            }
            rows[id] = row
        }
        return Array(rows.values)
    }

    /// Returns the first row of each resolution that is stored at a minute.
    package static func kept(atMinute minute: Int64) -> [MetricResolution: Int64] {
        let now = MetricResolution.minute.begin(ofPoint: minute)
        return Dictionary(
            uniqueKeysWithValues: MetricResolution.allCases.map { resolution in
                (resolution, resolution.row(ofPoint: resolution.point(of: now - resolution.retention)))
            }
        )
    }

    /// The hours with values; a row of minutes is an hour.
    private var touched: Set<Int64> { Set(self.values.keys.map { MetricResolution.minute.row(ofPoint: $0) }) }

    /// Returns the hours whose points of a coarser resolution are to be computed: those that are over, and the current
    /// one where a point's time has ended since the last aggregation.
    private func hours(dueIn resolution: MetricResolution) -> Set<Int64> {
        let current = MetricResolution.minute.row(ofPoint: self.through)
        var hours = self.touched
        if let last { hours.insert(MetricResolution.minute.row(ofPoint: last)) }
        let length = Self.minutes(of: resolution)
        let hasEnded = self.last.map { ($0 + 1) / length != (self.through + 1) / length } ?? true
        return hours.filter { $0 < current || ($0 == current && hasEnded) }
    }

    private static func minutes(of resolution: MetricResolution) -> Int64 {
        resolution.step.milliseconds / MetricResolution.minute.step.milliseconds
    }

    private static func row(ofHour hour: Int64, in resolution: MetricResolution) -> Int64 {
        resolution.row(ofPoint: resolution.point(of: MetricResolution.hour.begin(ofPoint: hour)))
    }

    private static func combined(_ points: ArraySlice<Float>, _ kind: MetricKind) -> Double? {
        points.filter { !$0.isNaN }.map(Double.init).reduce(nil) { known, value in
            known.map { kind.combined($0, value) } ?? value
        }
    }
}
