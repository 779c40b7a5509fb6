import Testing
import torture

@Suite struct LaneJudgeTests {
    private static func visit(_ lane: String, _ source: String, _ beganAt: Int, _ endedAt: Int?) -> LaneVisit {
        LaneVisit(
            receiver: 0,
            lane: lane,
            source: source,
            beganAt: .milliseconds(beganAt),
            endedAt: endedAt.map { .milliseconds($0) }
        )
    }

    @Test("Two nodes may tell one lane in turn, and different lanes at the same time")
    func inTurn() {
        let judge = LaneJudge(
            [
                Self.visit("a", "10.0.0.1", 0, 10), Self.visit("b", "10.0.0.2", 5, 25),
                Self.visit("a", "10.0.0.2", 10, 20), Self.visit("a", "10.0.0.1", 21, nil),
            ],
            receivers: ["the slow one"]
        )
        #expect(judge.violations.isEmpty)
        #expect(judge.laneCount == 2)
        #expect(judge.sharedCount == 1)
    }

    @Test("A lane that is told by two at the same time is found", arguments: ["10.0.0.2", "10.0.0.1"])
    func twice(source: String) {
        let visits = [Self.visit("a", "10.0.0.1", 0, 10), Self.visit("a", source, 9, 20)]
        let judge = LaneJudge(visits, receivers: ["the slow one"])
        #expect(judge.violations.count == 1)
        #expect(judge.violations.first?.hasPrefix("the slow one was told of a") == true)
    }

    @Test("A long visit is still there when a third comes")
    func long() {
        let visits = [
            Self.visit("a", "10.0.0.1", 0, 100), Self.visit("a", "10.0.0.2", 10, 20),
            Self.visit("a", "10.0.0.2", 30, 40),
        ]
        #expect(LaneJudge(visits, receivers: []).violations.count == 2)
    }

    @Test("A visit that nobody has answered yet is not over")
    func open() {
        let visits = [Self.visit("a", "10.0.0.1", 0, nil), Self.visit("a", "10.0.0.2", 500, 510)]
        #expect(LaneJudge(visits, receivers: []).violations.count == 1)
    }

    @Test("The same lane at another receiver is another lane")
    func receivers() {
        let other = LaneVisit(
            receiver: 1,
            lane: "a",
            source: "10.0.0.2",
            beganAt: .milliseconds(5),
            endedAt: .milliseconds(7)
        )
        #expect(LaneJudge([Self.visit("a", "10.0.0.1", 0, 10), other], receivers: []).violations.isEmpty)
    }

    @Test("What the torture makes wrong on purpose is found, and nothing else is wrong")
    func flaw() {
        let visits = [Self.visit("a", "10.0.0.1", 0, 10), Self.visit("b", "10.0.0.2", 5, 25)]
        #expect(!LaneJudge(LaneVisit.spoiled(visits, by: .holdsLaneTwice), receivers: []).violations.isEmpty)
        #expect(LaneVisit.spoiled(visits, by: .skipsNumber) == visits)
        #expect(LaneVisit.spoiled(visits, by: nil) == visits)
    }
}
