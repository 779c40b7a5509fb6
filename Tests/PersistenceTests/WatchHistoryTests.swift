import Foundation
import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

/// Tests of the metric history in a file: its size, the time of writing, and what is written.
@Suite struct WatchHistoryTests {
    private static let hour = MetricResolution.hour.point(of: Sample.beginning)

    /// Rows of many series with every point known and none like the next: of each third series fractions, of the others
    /// counts of two bytes.
    private static func rows(_ resolution: MetricResolution, _ number: Int64, of keys: [MetricKey]) -> [MetricRow] {
        keys.enumerated().map { place, key in
            var row = MetricRow(MetricRow.ID(key, resolution, number), .count)
            for point in 0..<Int64(resolution.pointsPerRow) {
                let value = Double(1000 + (point * 37 + Int64(place)) % 15_000) + (place % 3 == 0 ? 0.25 : 0)
                row.set(value, atPoint: number * Int64(resolution.pointsPerRow) + point)
            }
            return row
        }
    }

    /// Returns a number of series with labels as long as those of apps with products.
    private static func keys(_ count: Int) -> [MetricKey] {
        (0..<count).map {
            let product = "com.example.shop.product.\($0)"
            return MetricKey(
                "purser_refunds_total",
                ["app": "shop", "environment": "Production", "product": product]
            )
        }
    }

    /// The first rows that are kept at an hour.
    private static func kept(atHour hour: Int64) -> [MetricResolution: Int64] {
        let now = MetricResolution.hour.begin(ofPoint: hour)
        return Dictionary(
            uniqueKeysWithValues: MetricResolution.allCases.map {
                ($0, $0.row(ofPoint: $0.point(of: now - $0.retention)))
            }
        )
    }

    private static func size(of database: TemporaryDatabase) throws -> Int {
        let folder = URL(filePath: database.path).deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
            .reduce(0) { $0 + (try $1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
    }

    @Test("All series with every point known take less than 50 MB after more than two years, the oldest hours left out")
    func size() async throws {
        let limit = MetricHistory.greatestByteCount * Int(TestScale.factor) / 10
        let count = MetricHistory.greatestSeriesCount * Int(TestScale.factor) / 10
        let keys = Self.keys(count)
        let database = try TemporaryDatabase()
        await (try database.open()).close()
        let empty = try Self.size(of: database)
        let repository = try database.open()
        let end = Self.hour
        @Sendable func row(_ resolution: MetricResolution, _ hour: Int64) -> [MetricRow] {
            let point = resolution.point(of: MetricResolution.hour.begin(ofPoint: hour))
            return Self.rows(resolution, resolution.row(ofPoint: point), of: keys)
        }
        // Rows are written as time goes by, and dropped: hours for more than two years, and then, when there is as much
        // of them as there will ever be, finer ones as long as it takes until as many are dropped as are written.
        for day in stride(from: Int64(-750), through: -50, by: 5) {
            let hour = end + day * 24
            try await repository.write { unit in
                try unit.aggregate(row(.hour, hour), removing: [], droppingBefore: Self.kept(atHour: hour))
            }
            try await repository.write { unit in try unit.trimMetrics(toBytes: limit) }
        }
        for hour in end - 49 * 24...end {
            let isDay = hour % 24 == 23
            let rows =
                (hour > end - 100 ? row(.minute, hour) : [])
                + (isDay ? row(.fiveMinutes, hour) + row(.hour, hour) : [])
            guard !rows.isEmpty else { continue }
            try await repository.write { unit in
                try unit.aggregate(rows, removing: [], droppingBefore: Self.kept(atHour: hour))
            }
            if isDay { try await repository.write { unit in try unit.trimMetrics(toBytes: limit) } }
        }
        let last = row(.fiveMinutes, end) + row(.hour, end)
        try await repository.write { unit in
            try unit.aggregate(last, removing: [], droppingBefore: Self.kept(atHour: end))
        }
        #expect(try await repository.read { view in try view.metricKeys() }.count == count)
        for resolution in MetricResolution.allCases {
            let found = try await repository.read { view in
                try view.metricRows(resolution, .min ... .max, of: [keys[0]])
            }
            let known = Int64(found.count * resolution.pointsPerRow)
            let wanted = resolution == .hour ? Span.days(60) : resolution.retention
            #expect(known * resolution.step.milliseconds >= wanted.milliseconds, "All of \(resolution) is there.")
            #expect(found.allSatisfy { row in row.points.allSatisfy { !$0.isNaN } })
        }
        await repository.close()
        let bytes = try Self.size(of: database) - empty
        #expect(bytes < 50_000_000 * Int(TestScale.factor) / 10, "\(bytes) bytes for \(count) series")
        #expect(bytes > limit, "All of it would be more, and the points alone have so many.")
    }

    @Test("Aggregating 1,000 series in three resolutions takes a few milliseconds")
    func cost() async throws {
        let keys = Self.keys(MetricHistory.greatestSeriesCount)
        let database = try TemporaryDatabase()
        let repository = try database.open()
        let kept = Self.kept(atHour: Self.hour)
        let rows = MetricResolution.allCases.flatMap { resolution in
            let point = resolution.point(of: MetricResolution.hour.begin(ofPoint: Self.hour))
            return Self.rows(resolution, resolution.row(ofPoint: point), of: keys)
        }
        #expect(rows.count == 3000)
        var fastest = Duration.seconds(60)
        for _ in 0..<20 {
            let duration = try await ContinuousClock().measure {
                try await repository.write { unit in try unit.aggregate(rows, removing: [], droppingBefore: kept) }
            }
            fastest = min(fastest, duration)
        }
        // Most of it is the disk's; other tests run beside this one.
        #expect(fastest < .milliseconds(200), "\(fastest)")
        await repository.close()
    }

    private static func alarm(_ number: Int64) -> Alarm {
        let key = AlarmKey(.backlog, subject: "\(number)")
        return Alarm(
            number: number,
            key: key,
            state: .pending,
            since: Sample.beginning,
            reading: AlarmReading(key, severity: .warning, value: 1, limit: 1),
            severity: .warning
        )
    }

    private static func silence(_ number: Int64) -> AlarmSilence {
        AlarmSilence(
            number: number,
            name: nil,
            app: nil,
            subject: nil,
            from: Sample.beginning,
            until: Sample.beginning + .hours(1),
            reason: "",
            by: "anna"
        )
    }

    @Test("Of the alarms only what has changed is written")
    func differences() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        func rowsWritten() async throws -> Int {
            try await repository.write { unit in try SQLiteRepository.writtenCount(on: unit) }
        }
        func written(_ change: @escaping @Sendable (inout AlarmRecords) -> Void) async throws -> Int {
            let before = try await rowsWritten()
            try await repository.write { unit in try unit.changeAlarmRecords(change) }
            return try await rowsWritten() - before
        }
        let first = try await written { records in
            for _ in 0..<500 { records.alarms.append(Self.alarm(records.takeNumber())) }
        }
        #expect(first == 501, "Each alarm and the next number.")
        #expect(try await written { _ in } == 0)
        #expect(try await written { $0.alarms[7].state = .firing } == 1)
        #expect(try await written { $0.alarms.remove(at: 3) } == 1)
        #expect(try await written { $0.silences.append(Self.silence($0.takeNumber())) } == 2)
        #expect(try await written { $0.alarms.reverse() } == 0, "Their order says nothing.")
        await repository.close()
    }

    @Test("An alarm that was kept before it was noted what is published comes back as one that is not")
    func earlierAlarm() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        var alarm = Self.alarm(1)
        alarm.publishedAt = Instant(milliseconds: 60_000)
        alarm.publishedSeverity = .warning
        let kept = alarm
        try await repository.write { unit in
            try unit.changeAlarmRecords { records in
                records.alarms = [kept]
                records.nextNumber = 2
            }
        }
        #expect(try await repository.read { view in try view.alarmRecords() }.alarms == [kept])
        await repository.close()
        try await database.change { file in
            let noted = #""publishedAt":60000,"publishedSeverity":"warning","#
            try file.execute(sql: "UPDATE alarm_entry SET content = replace(content, '\(noted)', '')")
        }
        let again = try database.open()
        #expect(try await again.read { view in try view.alarmRecords() }.alarms == [Self.alarm(1)])
        await again.close()
    }

    @Test("Rows of another version hide no others, and are left unchanged")
    func unreadable() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        let key = MetricKey("purser_test", ["app": "shop"])
        let samples = ["one", "two"].map { name in
            NodeSample(
                node: NodeID(rawValue: name),
                sample: MetricSample(minute: 5, values: [MetricSample.Value(key, .count, 1)])
            )
        }
        for sample in samples { try await repository.write { unit in try unit.put(sample) } }
        let rows = Self.rows(.hour, 1, of: [key]) + Self.rows(.hour, 2, of: [key])
        try await repository.write { unit in try unit.aggregate(rows, removing: [], droppingBefore: [:]) }
        try await repository.write { unit in
            try unit.changeAlarmRecords { records in
                for _ in 0..<3 { records.alarms.append(Self.alarm(records.takeNumber())) }
                records.silences.append(Self.silence(records.takeNumber()))
            }
        }
        await repository.close()
        try await database.change { file in
            try file.execute(
                sql: """
                    UPDATE node_sample SET content = 'later' WHERE node = 'one';
                    UPDATE metric_row SET points = x'01' WHERE number = 1;
                    INSERT INTO metric_series (app, metric, labels, kind) VALUES ('', 'purser_odd', 'one', 1);
                    UPDATE alarm_entry SET content = replace(content, 'backlog', 'later') WHERE number = 2;
                    UPDATE alarm_entry SET content = replace(content, '{', '{"name":"later",') WHERE kind = 2;
                    """
            )
        }
        let again = try database.open()
        #expect(try await again.read { view in try view.samples(through: 9) } == [samples[1]])
        #expect(try await again.read { view in try view.metricRows(.hour, 0...9, of: nil) } == [rows[1]])
        #expect(try await again.read { view in try view.metricKeys() } == [key])
        let records = try await again.read { view in try view.alarmRecords() }
        #expect(records.alarms.map(\.number) == [1, 3])
        #expect(records.silences.isEmpty, "A silence of an alarm that is not known silences no other.")
        #expect(records.nextNumber == 5)
        try await again.write { unit in try unit.changeAlarmRecords { $0.alarms.removeAll() } }
        await again.close()
        let file = try DatabaseQueue(path: database.path)
        let left = try await file.read { try Int64.fetchAll($0, sql: "SELECT number FROM alarm_entry ORDER BY number") }
        #expect(left == [2, 4])
    }
}
