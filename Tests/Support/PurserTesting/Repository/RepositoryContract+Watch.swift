import Ledger

extension RepositoryContract {
    /// The required behavior for the metric history and the alarms.
    static let watch = [
        Behavior("A sample waits until it is aggregated, and another of the same node and minute takes its place") {
            subject in
            let repository = subject.repository
            try Self.require(
                try await repository.read { view in try view.samples(through: .max) },
                is: [],
                "There is none."
            )
            let late = Self.sample("one", 11, 3)
            let other = Self.sample("two", 10, 2)
            let first = Self.sample("one", 10, 1)
            for sample in [late, other, Self.sample("one", 10, 9), first] {
                try await repository.write { unit in try unit.put(sample) }
            }
            let reopened = try await subject.reopen?() ?? repository
            try Self.require(
                try await reopened.read { view in try view.samples(through: 11) },
                is: [first, other, late],
                "By minute and node."
            )
            try Self.require(
                try await reopened.read { view in try view.samples(through: 10) },
                is: [first, other],
                "Up to a minute."
            )
            try await reopened.write { unit in try unit.aggregate([], removing: [first, late], droppingBefore: [:]) }
            try Self.require(
                try await reopened.read { view in try view.samples(through: 99) },
                is: [other],
                "The others are aggregated."
            )
            await reopened.close()
        },
        Behavior("A sample that is not aggregated is dropped after an hour, and that of another node stays") {
            subject in
            let repository = subject.repository
            for sample in [("one", 0), ("one", 1), ("one", 2), ("two", 0)] as [(String, Int64)] {
                try await repository.write { unit in try unit.put(Self.sample(sample.0, sample.1, 1)) }
            }
            try await repository.write { unit in try unit.put(Self.sample("one", 1 + NodeSample.greatestAge, 1)) }
            let found = try await repository.read { view in try view.samples(through: .max) }.map {
                "\($0.node) \($0.sample.minute)"
            }
            try Self.require(found, is: ["two 0", "one 1", "one 2", "one 61"], "An hour of each node.")
        },
        Behavior("A sample comes back with every series and value, with any labels") { subject in
            let repository = subject.repository
            var values = Self.oddKeys.map { MetricSample.Value($0, .gauge, 0.1 + 0.2) }
            for (place, value) in [0, -1.5, 1e300, Double.infinity, .leastNonzeroMagnitude].enumerated() {
                values.append(MetricSample.Value(MetricKey("purser_values", ["n": "\(place)"]), .count, value))
            }
            let node = NodeID(rawValue: "one")
            let sample = NodeSample(node: node, sample: MetricSample(minute: -5, values: values))
            let empty = NodeSample(node: node, sample: MetricSample(minute: -4, values: []))
            try await repository.write { unit in try unit.put(sample) }
            try await repository.write { unit in try unit.put(empty) }
            try Self.require(
                try await repository.read { view in try view.samples(through: 0) },
                is: [sample, empty],
                "As they were."
            )
        },
        Behavior("Rows of the history come back as they were written last, by series and number") { subject in
            let repository = subject.repository
            try Self.require(
                try await repository.read { view in try view.metricRows(.hour, 0...9, of: nil) },
                is: [],
                "There is none."
            )
            let (one, other) = (MetricKey("purser_one", ["app": "shop"]), MetricKey("purser_other"))
            let rows = [
                Self.row(other, .minute, 7, 1), Self.row(one, .minute, 8, 2), Self.row(one, .minute, 7, 3),
                Self.row(one, .hour, 7, 4), Self.row(one, .fiveMinutes, 7, 5), Self.row(one, .minute, 9, 6),
            ]
            try await repository.write { unit in try unit.aggregate(rows, removing: [], droppingBefore: [:]) }
            var newer = Self.row(one, .minute, 8, 7)
            newer.add(2, atPoint: 8 * 60 + 59)
            try await repository.write { [newer] unit in try unit.aggregate([newer], removing: [], droppingBefore: [:])
            }
            let reopened = try await subject.reopen?() ?? repository
            func found(_ numbers: ClosedRange<Int64>, _ keys: [MetricKey]?) async throws -> [MetricRow] {
                try await reopened.read { view in try view.metricRows(.minute, numbers, of: keys) }
            }
            try Self.require(try await found(7...8, nil), is: [rows[2], newer, rows[0]], "Of all series.")
            try Self.require(try await found(8...99, [one]), is: [newer, rows[5]], "Of one.")
            try Self.require(try await found(7...7, [other, one, other]), is: [rows[2], rows[0]], "Each once.")
            try Self.require(try await found(.min ... .max, []), is: [], "Of none.")
            try Self.require(try await found(7...7, [MetricKey("purser_one")]), is: [], "Labels count.")
            try Self.require(
                try await reopened.read { view in try view.metricRows(.hour, 0...9, of: nil) },
                is: [rows[3]],
                "By hours."
            )
            try Self.require(
                try await reopened.read { view in try view.metricRows(.fiveMinutes, 0...9, of: nil) },
                is: [rows[4]],
                "By five."
            )
            try Self.require(try await reopened.read { view in try view.metricKeys() }, is: [one, other], "Both.")
            await reopened.close()
        },
        Behavior("A series keeps any labels, and has the kind of its newest row") { subject in
            let repository = subject.repository
            try await repository.write { unit in
                try unit.aggregate(
                    Self.oddKeys.map { Self.row($0, .minute, 0, 1) },
                    removing: [],
                    droppingBefore: [:]
                )
            }
            try Self.require(
                try await repository.read { view in try view.metricKeys() },
                is: Self.oddKeys.sorted(),
                "Each for itself."
            )
            let key = Self.oddKeys[0]
            var gauge = MetricRow(MetricRow.ID(key, .minute, 1), .gauge)
            gauge.add(1, atPoint: 61)
            try await repository.write { [gauge] unit in try unit.aggregate([gauge], removing: [], droppingBefore: [:])
            }
            let kinds = try await repository.read { view in try view.metricRows(.minute, 0...1, of: [key]) }.map(\.kind)
            try Self.require(kinds, is: [.gauge, .gauge], "It is one series.")
        },
        Behavior("Old rows are dropped, and a series without rows makes room for another") { subject in
            let repository = subject.repository
            let count = MetricHistory.greatestSeriesCount
            let keys = (0..<count + 1).map { MetricKey("purser_many", ["n": "\(1000 + $0)"]) }
            try await repository.write { unit in
                try unit.aggregate(
                    keys.map { Self.row($0, .minute, $0 == keys[0] ? 4 : 5, 1) } + [Self.row(keys[1], .hour, 1, 1)],
                    removing: [],
                    droppingBefore: [:]
                )
            }
            try Self.require(
                try await repository.read { view in try view.metricKeys() } == Array(keys[..<count]),
                "The first ones."
            )
            try await repository.write { unit in
                try unit.aggregate([], removing: [], droppingBefore: [.minute: 5, .hour: 1, .fiveMinutes: 9])
            }
            try Self.require(
                try await repository.read { view in try view.metricKeys() } == Array(keys[1..<count]),
                "One has no rows."
            )
            try Self.require(
                try await repository.read { view in try view.metricRows(.hour, 0...9, of: nil) }.map(\.id.number),
                is: [1],
                "It is not before its number."
            )
            try await repository.write { unit in
                try unit.aggregate([Self.row(keys[count], .minute, 5, 1)], removing: [], droppingBefore: [:])
            }
            try Self.require(
                try await repository.read { view in try view.metricKeys() } == Array(keys[1...]),
                "There is room."
            )
        },
        Behavior("A series of which nothing is known but hours is forgotten when room is made") { subject in
            let repository = subject.repository
            let keys = (0..<3).map { MetricKey("purser_silent", ["n": "\($0)"]) }
            let rows = keys.map { Self.row($0, .hour, 1, 1) }
            let finer = [Self.row(keys[0], .minute, 5, 1), Self.row(keys[2], .fiveMinutes, 5, 1)]
            try await repository.write { unit in try unit.aggregate(rows + finer, removing: [], droppingBefore: [:]) }
            try await repository.write { unit in try unit.dropSilentMetrics() }
            try Self.require(
                try await repository.read { view in try view.metricKeys() },
                is: [keys[0], keys[2]],
                "The others were heard of."
            )
            try Self.require(
                try await repository.read { view in try view.metricRows(.hour, 0...9, of: nil) }.count,
                is: 2,
                "With their hours."
            )
            try await repository.write { unit in try unit.dropSilentMetrics() }
            try Self.require(try await repository.read { view in try view.metricKeys() }.count, is: 2, "Again nothing.")
            let long = MetricKey("purser_notification_types_total", ["app": "shop"])
            try await repository.write { unit in
                try unit.aggregate([Self.row(long, .hour, 1, 1)], removing: [], droppingBefore: [:])
            }
            try await repository.write { unit in try unit.dropSilentMetrics() }
            try Self.require(
                try await repository.read { view in try view.metricKeys() }.contains(long),
                is: true,
                "Its past is wanted."
            )
        },
        Behavior("The oldest hours are dropped where all rows take more than so many bytes") { subject in
            let repository = subject.repository
            let key = MetricKey("purser_trimmed")
            let rows = (1...5).map { Self.row(key, .hour, Int64($0), 1) } + [Self.row(key, .minute, 1, 1)]
            try await repository.write { unit in try unit.aggregate(rows, removing: [], droppingBefore: [:]) }
            let all = rows.reduce(0) { $0 + $1.bytes.count + MetricHistory.bytesPerRow }
            try await repository.write { unit in try unit.trimMetrics(toBytes: all) }
            try Self.require(
                try await repository.read { view in try view.metricRows(.hour, 0...9, of: nil) }.count,
                is: 5,
                "They fit."
            )
            try await repository.write { unit in try unit.trimMetrics(toBytes: all - 1) }
            let left = try await repository.read { view in try view.metricRows(.hour, 0...9, of: nil) }.map(\.id.number)
            try Self.require(left, is: [2, 3, 4, 5], "The oldest is gone.")
            try await repository.write { unit in try unit.trimMetrics(toBytes: 0) }
            try Self.require(
                try await repository.read { view in try view.metricRows(.hour, 0...9, of: nil) },
                is: [],
                "None of hours is left."
            )
            try Self.require(
                try await repository.read { view in try view.metricRows(.minute, 0...9, of: nil) }.count,
                is: 1,
                "Finer ones stay."
            )
        },
        Behavior("A row of whole numbers comes back as it was, from nothing known to the greatest") { subject in
            let repository = subject.repository
            for (number, values) in Self.packedPoints.enumerated() {
                var row = MetricRow(MetricRow.ID(MetricKey("purser_packed"), .minute, Int64(number)), .gauge)
                for (place, value) in values.enumerated() { row.add(value, atPoint: Int64(number * 60 + place)) }
                try await repository.write { [row] unit in try unit.aggregate([row], removing: [], droppingBefore: [:])
                }
                let found = try await repository.read { view in
                    try view.metricRows(.minute, Int64(number)...Int64(number), of: nil)
                }
                try Self.require(found, is: [row], "Row \(number).")
            }
        },
        Behavior("Alarms, silences and notices come back as they were left") { subject in
            let repository = subject.repository
            try Self.require(
                try await repository.read { view in try view.alarmRecords() },
                is: AlarmRecords(),
                "There is nothing."
            )
            let number = try await repository.write { unit in
                try unit.changeAlarmRecords { records in
                    records = Self.alarmRecords
                    return records.takeNumber()
                }
            }
            try Self.require(number, is: 8, "What the change says.")
            var expected = Self.alarmRecords
            expected.nextNumber = 9
            let reopened = try await subject.reopen?() ?? repository
            try Self.require(
                try await reopened.read { view in try view.alarmRecords() },
                is: expected,
                "As it was left."
            )
            try await reopened.write { unit in
                try unit.changeAlarmRecords { records in
                    records.alarms[0].state = .resolved
                    records.alarms[0].resolvedAt = Sample.beginning
                    records.silences.removeAll()
                    records.notices[1].failures = 3
                    records.notices[1].problem = "no answer"
                    records.notices.remove(at: 0)
                    records.alarms.reverse()
                }
            }
            expected.alarms[0].state = .resolved
            expected.alarms[0].resolvedAt = Sample.beginning
            expected.silences = []
            expected.notices[1].failures = 3
            expected.notices[1].problem = "no answer"
            expected.notices.remove(at: 0)
            try Self.require(try await reopened.read { view in try view.alarmRecords() }, is: expected, "By number.")
            await reopened.close()
        },
        Behavior("Of many changes of the alarms at once none is lost") { subject in
            let repository = subject.repository
            let numbers = try await withThrowingTaskGroup(of: Int64.self) { group in
                for place in 0..<30 {
                    group.addTask {
                        try await repository.write { unit in
                            try unit.changeAlarmRecords { records in
                                let number = records.takeNumber()
                                records.alarms.append(Self.alarm(number, .linkDown, "host \(place)"))
                                return number
                            }
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try Self.require(numbers.sorted(), is: Array(1...30), "Each its own.")
            let records = try await repository.read { view in try view.alarmRecords() }
            try Self.require(records.alarms.map(\.number), is: Array(1...30), "All are kept.")
            try Self.require(records.nextNumber, is: 31, "The next one.")
        },
    ]

    /// Labels that are alike, or hold what separates labels.
    private static let oddKeys = [
        MetricKey("purser_odd"), MetricKey("purser_odd", ["a": ""]), MetricKey("purser_odd", ["a": "b\tc"]),
        MetricKey("purser_odd", ["a": "b", "c": ""]), MetricKey("purser_odd", ["a": "b\\tc"]),
        MetricKey("purser_odd", ["a": "b\nc\r"]), MetricKey("purser_odd", ["a": "b\r\nc", "z": "\u{301}"]),
        MetricKey("purser_odd", ["a": "\u{0}", "app": "shop"]), MetricKey("purser_odd", ["a": "购 \"1\""]),
    ]

    /// Points that are written short, and such that cannot be.
    private static let packedPoints: [[Double]] = [
        [], [0], [0, 1, 125, 126, 127, 16_381, 16_382, 2_097_149, 2_097_150, 16_777_215, 16_777_216], [0.5, 1], [-1],
        [5, 5, 5, 5, 5, 7, 7, 0, 0, 0, 0], Array(repeating: 3, count: 60), [1, 1, 1], [.nan, .nan, .nan, .nan, 4],
        Array(repeating: 16_777_216, count: 60), Array(repeating: 1e30, count: 60), [.infinity],
    ]

    private static let alarmRecords = AlarmRecords(
        alarms: [
            Self.alarm(1, .linkDown, "api.example.com"),
            Alarm(
                number: 3,
                key: AlarmKey(.refundWave, app: Sample.app, environment: .production),
                state: .resolved,
                since: Sample.beginning,
                firedAt: Sample.beginning + .minutes(1),
                resolvedAt: Sample.beginning + .minutes(9),
                goodSince: Sample.beginning + .minutes(4),
                publishedAt: Sample.beginning + .minutes(2),
                publishedSeverity: .warning,
                reading: AlarmReading(
                    AlarmKey(.refundWave, app: Sample.app, environment: .production),
                    severity: .warning,
                    value: .infinity,
                    limit: 0.1,
                    facts: ["product": "宝石 \"100\"", "code": ""]
                ),
                severity: .critical
            ),
        ],
        silences: [
            AlarmSilence(
                number: 2,
                name: nil,
                app: nil,
                subject: nil,
                from: Sample.beginning,
                until: Sample.beginning + .hours(1),
                reason: "A move\nof the database",
                by: "anna"
            ),
            AlarmSilence(
                number: 5,
                name: .linkDown,
                app: Sample.app,
                subject: "api.example.com",
                from: Sample.beginning,
                until: Sample.beginning + .hours(2),
                reason: "",
                by: "key:1"
            ),
        ],
        notices: [
            AlarmNotice(
                number: 6,
                channel: "email",
                alarms: [Self.alarm(1, .linkDown, "api.example.com"), Self.alarm(3, .backlog, "")],
                writtenAt: Sample.beginning,
                dueAt: Sample.beginning + .minutes(1)
            ),
            AlarmNotice(
                number: 7,
                channel: "slack",
                alarms: [],
                writtenAt: Sample.beginning,
                dueAt: Sample.beginning,
                failures: 2,
                problem: "refused",
                recipients: ["ada@example.com"]
            ),
        ],
        nextNumber: 8
    )

    private static func alarm(_ number: Int64, _ name: AlarmName, _ subject: String) -> Alarm {
        Alarm(
            number: number,
            key: AlarmKey(name, subject: subject),
            state: .pending,
            since: Sample.beginning,
            reading: AlarmReading(AlarmKey(name, subject: subject), severity: .critical, value: 1.1, limit: 1),
            severity: .critical
        )
    }

    private static func sample(_ node: String, _ minute: Int64, _ value: Double) -> NodeSample {
        let value = MetricSample.Value(MetricKey("purser_one", ["app": "shop"]), .count, value)
        return NodeSample(node: NodeID(rawValue: node), sample: MetricSample(minute: minute, values: [value]))
    }

    private static func row(
        _ key: MetricKey,
        _ resolution: MetricResolution,
        _ number: Int64,
        _ value: Double
    ) -> MetricRow {
        var row = MetricRow(MetricRow.ID(key, resolution, number), .count)
        row.add(value, atPoint: number * Int64(resolution.pointsPerRow))
        return row
    }
}
