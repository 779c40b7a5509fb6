import Ledger
import PurserTesting
import Testing

@Suite struct MetricHistoryTests {
    private static let key = MetricKey("purser_test_total", ["app": "shop"])
    private static let gauge = MetricKey("purser_test", ["app": "shop"])
    /// The first minute of an hour.
    private static let begin: Int64 = 29_453_760

    private static func values(_ count: Double?, _ gauge: Double? = nil) -> [MetricSample.Value] {
        let values = [
            count.map { MetricSample.Value(Self.key, .count, $0) },
            gauge.map { MetricSample.Value(Self.gauge, .gauge, $0) },
        ]
        return values.compactMap(\.self)
    }

    @Test("Days add up the hours of two years, those of stored rows included")
    func days() {
        var history = MetricHistory()
        let day = Self.begin / 1440
        let hour = (day - 700) * 24
        let first = MetricResolution.hour.row(ofPoint: hour)
        var row = MetricRow(MetricRow.ID(Self.key, .hour, first), .count)
        row.set(3, atPoint: hour)
        row.set(4, atPoint: hour + 5)
        history.add(row)
        history.add(Self.values(5), atMinute: Self.begin)
        #expect(history.value(ofSeries: 0, atDay: day - 700) == 7)
        #expect(history.value(of: Self.key, atHour: hour) == nil)
        #expect(history.value(ofSeries: 0, atDay: day) == 5)
        #expect(history.isKnown(day: day - 700))
        #expect(!history.isKnown(day: day - 1))
        #expect(history.value(ofSeries: 0, atDay: day - 1) == nil)
    }

    @Test("Minutes are as they were added, and hours add counts up and keep the greatest of gauges")
    func hours() {
        var history = MetricHistory()
        #expect(history.newest == nil)
        for minute in 0..<90 as Range<Int64> {
            history.add(Self.values(Double(minute), Double(minute % 7)), atMinute: Self.begin + minute)
        }
        let hour = Self.begin / 60
        #expect(history.newest == Self.begin + 89)
        #expect(history.value(of: Self.key, atMinute: Self.begin + 89) == 89)
        #expect(history.value(of: Self.key, atMinute: Self.begin) == 0)
        #expect(history.value(of: Self.key, atMinute: Self.begin - 1) == nil)
        #expect(history.value(of: Self.key, atMinute: Self.begin + 90) == nil)
        #expect(history.value(of: Self.key, atHour: hour) == Double((0..<60).reduce(0, +)))
        #expect(history.value(of: Self.key, atHour: hour + 1) == Double((60..<90).reduce(0, +)), "So far.")
        #expect(history.value(of: Self.gauge, atHour: hour) == 6)
        #expect(history.value(of: Self.key, atHour: hour - 1) == nil)
        #expect(history.value(of: Self.key, atHour: hour + 2) == nil)
        #expect(history.value(of: MetricKey("purser_other"), atMinute: Self.begin) == nil)
        #expect(history.keys(of: "purser_test_total") == [Self.key])
        #expect(history.keys(of: "purser_other").isEmpty)
    }

    @Test("Values in a gap are unknown, and are not part of sums")
    func gap() {
        var history = MetricHistory()
        history.add(Self.values(5, 9), atMinute: Self.begin)
        history.add(Self.values(7), atMinute: Self.begin + 10)
        history.add([], atMinute: Self.begin + 12)
        let newest = Self.begin + 12
        #expect(history.newest == newest)
        #expect((1..<10).allSatisfy { history.value(of: Self.key, atMinute: Self.begin + $0) == nil })
        #expect(history.sum(of: Self.key, overMinutes: 13, through: newest) == 12)
        #expect(history.sum(of: Self.key, overMinutes: 12, through: newest) == 7)
        #expect(history.sum(of: Self.key, overMinutes: 2, through: newest) == 0)
        #expect(history.last(of: Self.key, withinMinutes: 3, through: newest) == 7)
        #expect(history.last(of: Self.key, withinMinutes: 2, through: newest) == nil)
        #expect(history.last(of: Self.gauge, withinMinutes: 13, through: newest) == 9)
        #expect(history.isKnown(minute: Self.begin + 10))
        #expect(!history.isKnown(minute: Self.begin + 9))
        #expect(!history.isKnown(minute: newest), "Nothing was said of it.")
        #expect(history.isKnown(hour: Self.begin / 60))
        #expect(!history.isKnown(hour: Self.begin / 60 + 1))
    }

    @Test(
        "Values that are too old are unknown, even after a jump of any length",
        arguments: [1440, 1441, 5000, 60_000] as [Int64]
    )
    func tooOld(jump: Int64) {
        var history = MetricHistory()
        for minute in 0..<60 as Range<Int64> { history.add(Self.values(1), atMinute: Self.begin + minute) }
        history.add(Self.values(2), atMinute: Self.begin + jump)
        let known = (-10..<jump + 10).filter { history.value(of: Self.key, atMinute: Self.begin + $0) != nil }
        #expect(known == Array(min(60, max(0, jump - 1439))..<60) + [jump])
        let hour = Self.begin / 60
        let isKept = jump / 60 < Int64(MetricHistory.hourCount)
        #expect(history.value(of: Self.key, atHour: hour) == (isKept ? 60 : nil))
        #expect(history.value(of: Self.key, atHour: hour + jump / 60) == 2)
        history.add(Self.values(1), atMinute: Self.begin + jump - 1440)
        #expect(history.value(of: Self.key, atMinute: Self.begin + jump - 1440) == nil, "It comes too late.")
        #expect(history.value(of: Self.key, atMinute: Self.begin + jump) == 2)
    }

    @Test(
        "Stored rows, in any order, give what was there when they were written",
        arguments: 1...8 as ClosedRange<UInt64>
    )
    func rows(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var history = MetricHistory()
        var rows: [MetricRow.ID: MetricRow] = [:]
        // Two days and some, of which some minutes are left out, and each series in others.
        let end = Self.begin + 2 * 1440 + Int64(generator.next() % 200)
        for minute in Self.begin...end {
            guard generator.next() % 10 != 0 || minute == end else { continue }
            let count = generator.next() % 5 == 0 && minute != end ? nil : Double(generator.next() % 100)
            let values = Self.values(count, Double(generator.next() % 100))
            history.add(values, atMinute: minute)
            for value in values {
                for (resolution, point) in [(MetricResolution.minute, minute), (.hour, minute / 60)] {
                    let id = MetricRow.ID(value.key, resolution, resolution.row(ofPoint: point))
                    rows[id, default: MetricRow(id, value.kind)].add(value.value, atPoint: point)
                }
            }
        }
        var again = MetricHistory()
        let sorted = rows.values.sorted { $0.id.number < $1.id.number }
        for row in seed % 2 == 0 ? sorted : sorted.shuffled(using: &generator) { again.add(row) }
        #expect(again.newest == end)
        for key in [Self.key, Self.gauge] {
            let minutes = Self.begin - 100...end + 100
            #expect(minutes.allSatisfy { history.value(of: key, atMinute: $0) == again.value(of: key, atMinute: $0) })
            let hours = Self.begin / 60 - 100...end / 60 + 100
            #expect(hours.allSatisfy { history.value(of: key, atHour: $0) == again.value(of: key, atHour: $0) })
            #expect(hours.contains { history.value(of: key, atHour: $0) != nil })
        }
    }

    @Test("Rows of five minutes say nothing, and a row of hours nothing of minutes")
    func resolutions() {
        var history = MetricHistory()
        for (resolution, point) in [(MetricResolution.fiveMinutes, Self.begin / 5), (.hour, Self.begin / 60)] {
            var row = MetricRow(MetricRow.ID(Self.key, resolution, resolution.row(ofPoint: point)), .count)
            row.add(3, atPoint: point)
            history.add(row)
        }
        #expect(history.newest == nil)
        #expect(history.value(of: Self.key, atHour: Self.begin / 60) == 3)
        #expect(history.value(of: Self.key, atMinute: Self.begin) == nil)
        history.add(Self.values(4), atMinute: Self.begin + 1)
        #expect(history.value(of: Self.key, atHour: Self.begin / 60) == 7, "The hour goes on.")
    }

    @Test("What is no number takes nothing away, and a series that is added up otherwise begins anew")
    func oddValues() {
        var history = MetricHistory()
        history.add(Self.values(4, 4), atMinute: Self.begin)
        history.add(Self.values(.nan, .nan), atMinute: Self.begin)
        #expect(history.value(of: Self.key, atMinute: Self.begin) == 4)
        #expect(history.value(of: Self.gauge, atHour: Self.begin / 60) == 4)
        let number = history.number(of: Self.key)
        history.add([MetricSample.Value(Self.key, .gauge, 2)], atMinute: Self.begin)
        #expect(history.value(of: Self.key, atMinute: Self.begin) == 2)
        #expect(history.value(of: Self.key, atHour: Self.begin / 60) == 2)
        #expect(history.number(of: Self.key) == number)
        #expect(history.seriesCount == 2)
        #expect(history.keys(of: Self.key.metric) == [Self.key])
    }

    @Test("Before 1970 all is the same")
    func negative() {
        var history = MetricHistory()
        for minute in -3000 ... -1 as ClosedRange<Int64> { history.add(Self.values(1), atMinute: minute) }
        #expect(history.sum(of: Self.key, overMinutes: 3000, through: -1) == 1440)
        #expect(history.value(of: Self.key, atHour: -1) == 60)
        #expect(history.value(of: Self.key, atHour: -50) == 60)
        #expect(history.value(of: Self.key, atHour: -51) == nil)
    }
}
