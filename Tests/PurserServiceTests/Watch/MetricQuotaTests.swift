import Ledger
import PurserService
import Testing

@Suite struct MetricQuotaTests {
    private static func key(_ name: String, of app: String?) -> MetricKey {
        app.map { MetricKey(name, ["app": $0]) } ?? MetricKey(name)
    }

    private static func samples(_ keys: [MetricKey]) -> [NodeSample] {
        let values = keys.map { MetricSample.Value($0, .count, 1) }
        return [NodeSample(node: NodeID(rawValue: "one"), sample: MetricSample(minute: 1, values: values))]
    }

    private static func admitted(_ keys: [MetricKey], into room: inout MetricQuota) -> [String] {
        room.admitted(Self.samples(keys))[0].sample.values.map(\.key.metric)
    }

    /// A quota of 24 series: ten for each of two apps, and three for the server.
    private static func room() -> MetricQuota {
        MetricQuota(limit: 24, apps: 2) { $0.metric.hasPrefix("alarm") }
    }

    private static func keys(_ name: String, _ numbers: Range<Int>, of app: String?) -> [MetricKey] {
        numbers.map { Self.key("\(name)\($0)", of: app) }
    }

    @Test("Series that alarms need come first, and others take at most two fifths of a share")
    func alarmsFirst() {
        var room = Self.room()
        let graphs = Self.keys("graph", 0..<9, of: "a")
        #expect(Self.admitted(graphs, into: &room) == ["graph0", "graph1", "graph2", "graph3"])
        #expect(room.leftOut.count == 5)
        #expect(Self.admitted(Self.keys("alarm", 0..<7, of: "a"), into: &room).count == 6, "The share is full.")
        var other = Self.room()
        let together = graphs + Self.keys("alarm", 0..<10, of: "a")
        #expect(Self.admitted(together, into: &other).allSatisfy { $0.hasPrefix("alarm") }, "Also in one minute.")
    }

    @Test("No app takes the share of another or of the server")
    func shares() {
        var room = Self.room()
        #expect(Self.admitted(Self.keys("alarm", 0..<30, of: "a"), into: &room).count == 10)
        #expect(Self.admitted(Self.keys("alarm", 0..<30, of: "b"), into: &room).count == 10)
        #expect(Self.admitted(Self.keys("alarm", 0..<30, of: nil), into: &room).count == 3)
    }

    @Test("Admitted series stay, and freed room is used")
    func held() {
        var room = Self.room()
        let full = Self.keys("alarm", 0..<10, of: "a")
        room.hold(full)
        let new = Self.key("alarm99", of: "a")
        #expect(Self.admitted([new, full[3]], into: &room) == ["alarm3"])
        #expect(room.leftOut == [new])
        room.hold(Array(full.dropLast()))
        #expect(room.leftOut.isEmpty)
        #expect(Self.admitted([new, full[3]], into: &room) == ["alarm99", "alarm3"])
    }
}
