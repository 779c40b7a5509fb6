import Ledger
import PurserService
import Testing

@Suite struct FigureRoomTests {
    private static func samples(_ names: [String]) -> [NodeSample] {
        [
            NodeSample(
                node: NodeID(rawValue: "one"),
                sample: FigureSample(
                    minute: 1,
                    values: names.map { FigureSample.Value(FigureKey($0), .count, 1) }
                )
            )
        ]
    }

    private static func names(_ samples: [NodeSample]) -> [String] { samples[0].sample.values.map(\.key.metric) }

    private static func room(_ limit: Int) -> FigureRoom {
        FigureRoom(limit: limit) { $0.metric.hasPrefix("alarm") }
    }

    @Test("What alarms read comes first, and a third of the room is theirs alone")
    func alarmsFirst() {
        var room = Self.room(6)
        let graphs = (0..<9).map { "graph\($0)" }
        #expect(Self.names(room.admitted(Self.samples(graphs))) == Array(graphs[..<4]))
        #expect(room.leftOut.count == 5)
        #expect(
            Self.names(room.admitted(Self.samples(["graph9", "alarm0", "alarm1", "alarm2"]))) == ["alarm0", "alarm1"]
        )
        #expect(room.leftOut.contains(FigureKey("alarm2")))
        var other = Self.room(3)
        let together = other.admitted(Self.samples(["graph0", "graph1", "alarm0", "alarm1", "alarm2"]))
        #expect(Self.names(together) == ["alarm0", "alarm1", "alarm2"])
    }

    @Test("What has a place keeps it, and room that was made is used")
    func held() {
        var room = Self.room(2)
        room.hold([FigureKey("graph0"), FigureKey("graph1")])
        #expect(Self.names(room.admitted(Self.samples(["alarm0", "graph1"]))) == ["graph1"])
        #expect(room.leftOut == [FigureKey("alarm0")])
        room.hold([FigureKey("graph1")])
        #expect(room.leftOut.isEmpty)
        #expect(Self.names(room.admitted(Self.samples(["alarm0", "graph1"]))) == ["alarm0", "graph1"])
    }
}
