import Ledger
import Testing

@Suite struct NodeRosterTests {
    private static let own = NodeID(rawValue: "own")
    private static let other = NodeID(rawValue: "other")
    private static let value = MetricSample.Value(MetricKey("purser_commits_total"), .count, 1)

    /// The pending samples in the database, and the leader's roster.
    private struct Stage {
        var marks: [NodeSample] = []
        var roster = NodeRoster(isShared: true)

        mutating func look(
            at minute: Int64,
            _ samples: [NodeSample] = []
        ) -> (present: Int, lost: Int) {
            let update = self.roster.take(self.marks + samples, lookingFrom: NodeRosterTests.own, atMinute: minute)
            self.marks.removeAll { update.endedMarks.contains($0) }
            self.marks += update.newMarks
            return (update.presentCount, update.lost.count)
        }
    }

    private static func sample(_ minute: Int64, _ values: [MetricSample.Value] = [Self.value]) -> NodeSample {
        NodeSample(node: Self.other, sample: MetricSample(minute: minute, values: values))
    }

    @Test("A node whose samples stop is lost after two minutes, for an hour")
    func lost() {
        var stage = Stage()
        #expect(stage.look(at: 0, [Self.sample(0)]) == (2, 0))
        #expect(stage.look(at: 1, [Self.sample(1)]) == (2, 0))
        #expect(stage.look(at: 2) == (2, 0), "It may be late.")
        #expect(stage.look(at: 3) == (1, 1))
        for minute in 4...60 as ClosedRange<Int64> { #expect(stage.look(at: minute) == (1, 1)) }
        #expect(stage.look(at: 61) == (1, 0))
        #expect(stage.marks.map(\.node) == [Self.own])
    }

    @Test("A node that says goodbye is not lost, and one that is late once is not")
    func goodbye() {
        var stage = Stage()
        _ = stage.look(at: 0, [Self.sample(0)])
        #expect(stage.look(at: 1) == (2, 0))
        #expect(stage.look(at: 2, [Self.sample(1), Self.sample(2)]) == (2, 0))
        #expect(stage.look(at: 3, [Self.sample(3, [Self.value, NodeRoster.goodbye])]) == (1, 0))
        for minute in 4...8 as ClosedRange<Int64> { #expect(stage.look(at: minute) == (1, 0)) }
    }

    @Test("A new leader knows the nodes of the one before, and counts from its own first look")
    func newLeader() {
        var stage = Stage()
        _ = stage.look(at: 0, [Self.sample(0)])
        stage.roster = NodeRoster(isShared: true)
        // The clock may have jumped; the other node has had no time to say anything.
        #expect(stage.look(at: 500) == (2, 0))
        #expect(stage.look(at: 501) == (1, 1))
        #expect(stage.look(at: 502, [Self.sample(502)]) == (2, 0))
    }

    @Test("A server that is alone misses no former process of its own, and forgets it at once")
    func alone() {
        var stage = Stage()
        _ = stage.look(at: 0, [Self.sample(0)])
        #expect(stage.marks.count == 2)
        // Power was lost, and the server is back under another id.
        stage.roster = NodeRoster(isShared: false)
        #expect(stage.look(at: 2, [Self.sample(1)]) == (1, 0))
        #expect(stage.marks.map(\.node) == [Self.own])
        for minute in 3...10 as ClosedRange<Int64> { #expect(stage.look(at: minute) == (1, 0)) }
    }

    @Test("A reading names the nodes that are lost, five at most")
    func names() {
        var readings = AlarmReadings(at: Instant(milliseconds: 0))
        readings.bad = [AlarmKey(.nodeLost), AlarmKey(.diskFilling)].map { key in
            AlarmReading(key, severity: .critical, value: 1, limit: 1)
        }
        readings.name(lostNodes: [])
        #expect(readings.bad.map(\.facts) == [[:], [:]])
        readings.name(lostNodes: [NodeID(rawValue: "a"), NodeID(rawValue: "b")])
        #expect(readings.bad.map(\.facts) == [["nodes": "a b"], [:]])
        readings.name(lostNodes: "abcdef".map { NodeID(rawValue: "\($0)") })
        #expect(readings.bad[0].facts == ["nodes": "a b c d e …"])
    }
}
