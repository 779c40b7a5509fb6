import Ledger
import PurserTesting
import Testing

/// The history is the same, however what was counted is spread over nodes, and whenever it is aggregated.
@Suite struct MetricAggregationTests {
    private static let notifications = MetricKey("purser_notifications_total", ["app": "shop"])
    private static let lag = MetricKey("purser_events_lag_seconds", ["app": "shop"])
    /// 10:00 of some day; rows of five minutes and of hours end elsewhere.
    private static let begin = MetricResolution.minute.point(of: Instant(milliseconds: 1_780_005_600_000))

    /// The stored state, and a leader's memory.
    private struct Stage {
        var rows: [MetricRow.ID: MetricRow] = [:]
        var last: Int64?

        mutating func aggregate(_ samples: [NodeSample], through minute: Int64) {
            let aggregation = MetricAggregation(samples, through: minute, after: self.last)
            let needed = aggregation.needed
            let stored = self.rows.values.filter { needed[$0.id.resolution]?.contains($0.id.number) == true }
            for row in aggregation.rows(over: Array(stored)) { self.rows[row.id] = row }
            self.last = minute
        }

        /// Another leader begins, who knows what is stored.
        mutating func lose() {
            let newest = self.rows.keys.filter { $0.resolution == .minute }.map(\.number).max()
            self.last = newest.map { $0 * Int64(MetricResolution.minute.pointsPerRow) }
        }

        func value(_ key: MetricKey, _ resolution: MetricResolution, _ point: Int64) -> Float? {
            let row = self.rows[MetricRow.ID(key, resolution, resolution.row(ofPoint: point))]
            let value = row?.points[Int(point - resolution.row(ofPoint: point) * Int64(resolution.pointsPerRow))]
            return value.flatMap { $0.isNaN ? nil : $0 }
        }
    }

    private static func sample(_ node: String, _ minute: Int64, _ values: [MetricSample.Value]) -> NodeSample {
        NodeSample(node: NodeID(rawValue: node), sample: MetricSample(minute: minute, values: values))
    }

    @Test("Counts of all nodes are added, of gauges the greatest counts, in each resolution once its time is over")
    func resolutions() {
        var stage = Stage(last: Self.begin - 1)
        for offset in 0..<60 as Range<Int64> {
            let minute = Self.begin + offset
            stage.aggregate(
                [
                    Self.sample("a", minute, [.init(Self.notifications, .count, 2), .init(Self.lag, .gauge, 1)]),
                    Self.sample(
                        "b",
                        minute,
                        [.init(Self.notifications, .count, 3), .init(Self.lag, .gauge, Double(offset))]
                    ),
                ],
                through: minute
            )
            #expect(stage.value(Self.notifications, .minute, minute) == 5)
            let five = minute / 5
            #expect(stage.value(Self.notifications, .fiveMinutes, five) == (offset % 5 == 4 ? 25 : nil))
        }
        let hour = Self.begin / 60
        #expect(stage.value(Self.notifications, .hour, hour) == 300)
        #expect(stage.value(Self.lag, .hour, hour) == 59)
        #expect(stage.value(Self.lag, .fiveMinutes, Self.begin / 5 + 3) == 19)
        #expect(stage.value(Self.notifications, .minute, Self.begin + 60) == nil, "Nothing is known of it.")
    }

    @Test("A clock that jumps leaves the minutes between unknown, and the points before the jump are made")
    func jump() {
        var stage = Stage()
        stage.aggregate(
            [Self.sample("a", Self.begin + 1, [.init(Self.notifications, .count, 4)])],
            through: Self.begin + 1
        )
        stage.aggregate(
            [Self.sample("a", Self.begin + 2, [.init(Self.notifications, .count, 3)])],
            through: Self.begin + 2
        )
        let far = Self.begin + 3 * 24 * 60
        stage.aggregate([Self.sample("a", far, [.init(Self.notifications, .count, 7)])], through: far)
        #expect(stage.value(Self.notifications, .fiveMinutes, Self.begin / 5) == 7)
        #expect(stage.value(Self.notifications, .hour, Self.begin / 60) == 7)
        #expect(stage.value(Self.notifications, .hour, Self.begin / 60 + 1) == nil)
        #expect(stage.value(Self.notifications, .minute, far) == 7)
    }

    @Test("A goodbye is no metric")
    func goodbye() {
        let aggregation = MetricAggregation(
            [Self.sample("a", Self.begin, [.init(Self.notifications, .count, 1), NodeRoster.goodbye])],
            through: Self.begin,
            after: nil
        )
        #expect(aggregation.values[Self.begin]?.map(\.key) == [Self.notifications])
    }

    @Test("Any split over nodes, any delay and any change of the leader gives the same history", arguments: 0..<20)
    func law(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let keys: [(MetricKey, MetricKind)] = (0..<6).map { number in
            (MetricKey("metric_\(number)", ["app": "shop"]), number % 2 == 0 ? .count : .gauge)
        }
        // Up to the end of an hour, so that every point's time is over.
        let end = Self.begin + 4 * 60 - 1
        var whole: [NodeSample] = []
        var due: [Int64: [NodeSample]] = [:]
        for minute in Self.begin...end where !generator.happens(percent: 10) {
            var values: [MetricSample.Value] = []
            var parts: [String: [MetricSample.Value]] = [:]
            for (key, kind) in keys where generator.happens(percent: 70) {
                let value = generator.number(below: 1000)
                values.append(.init(key, kind, Double(value)))
                let share = generator.number(below: value + 1)
                parts["a", default: []].append(.init(key, kind, Double(kind == .count ? share : value)))
                parts["b", default: []].append(.init(key, kind, Double(kind == .count ? value - share : share)))
            }
            whole.append(Self.sample("one", minute, values))
            for (node, part) in parts {
                let delay = generator.happens(percent: 80) ? 0 : Int64(generator.number(below: 100))
                due[min(minute + delay, end), default: []].append(Self.sample(node, minute, part))
            }
        }
        var reference = Stage()
        reference.aggregate(whole, through: end)
        var stage = Stage()
        var waiting: [NodeSample] = []
        for minute in Self.begin...end {
            waiting += due[minute] ?? []
            if generator.happens(percent: 3) { stage.lose() }
            // The tick of a minute may be missed.
            guard minute == end || !generator.happens(percent: 10) else { continue }
            stage.aggregate(waiting, through: minute)
            waiting = []
        }
        #expect(Set(stage.rows.keys) == Set(reference.rows.keys))
        for (id, row) in reference.rows {
            #expect(stage.rows[id] == row, "\(id.key.text) \(id.resolution) \(id.number)")
        }
    }

    @Test("Rows are dropped once all their points are older than is kept")
    func kept() {
        let kept = MetricAggregation.kept(atMinute: Self.begin)
        #expect(kept[.minute] == Self.begin / 60 - 24)
        let oldest = MetricResolution.hour.begin(
            ofPoint: (kept[.hour] ?? 0) * Int64(MetricResolution.hour.pointsPerRow)
        )
        let now = MetricResolution.minute.begin(ofPoint: Self.begin)
        #expect(now - oldest >= MetricResolution.hour.retention)
        #expect(now - oldest < Span(milliseconds: MetricResolution.hour.retention.milliseconds + 720 * 3_600_000))
    }
}
