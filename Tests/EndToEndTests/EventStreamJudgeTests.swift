import Testing
import torture

@Suite struct EventStreamJudgeTests {
    private static func visit(_ stream: String, _ source: String, _ beganAt: Int, _ endedAt: Int?) -> EventStreamVisit {
        EventStreamVisit(
            receiver: 0,
            stream: stream,
            source: source,
            beganAt: .milliseconds(beganAt),
            endedAt: endedAt.map { .milliseconds($0) }
        )
    }

    @Test("Two nodes may deliver one event stream in turn, and different event streams at the same time")
    func inTurn() {
        let judge = EventStreamJudge(
            [
                Self.visit("a", "10.0.0.1", 0, 10), Self.visit("b", "10.0.0.2", 5, 25),
                Self.visit("a", "10.0.0.2", 10, 20), Self.visit("a", "10.0.0.1", 21, nil),
            ],
            receivers: ["the slow one"]
        )
        #expect(judge.violations.isEmpty)
        #expect(judge.streamCount == 2)
        #expect(judge.sharedCount == 1)
    }

    @Test("An event stream that two nodes deliver at the same time is found", arguments: ["10.0.0.2", "10.0.0.1"])
    func twice(source: String) {
        let visits = [Self.visit("a", "10.0.0.1", 0, 10), Self.visit("a", source, 9, 20)]
        let judge = EventStreamJudge(visits, receivers: ["the slow one"])
        #expect(judge.violations.count == 1)
        #expect(judge.violations.first?.hasPrefix("the slow one was sent a") == true)
    }

    @Test("A long visit is still there when a third comes")
    func long() {
        let visits = [
            Self.visit("a", "10.0.0.1", 0, 100), Self.visit("a", "10.0.0.2", 10, 20),
            Self.visit("a", "10.0.0.2", 30, 40),
        ]
        #expect(EventStreamJudge(visits, receivers: []).violations.count == 2)
    }

    @Test("A visit without an answer is not over")
    func open() {
        let visits = [Self.visit("a", "10.0.0.1", 0, nil), Self.visit("a", "10.0.0.2", 500, 510)]
        #expect(EventStreamJudge(visits, receivers: []).violations.count == 1)
    }

    @Test("The same event stream at another receiver is another event stream")
    func receivers() {
        let other = EventStreamVisit(
            receiver: 1,
            stream: "a",
            source: "10.0.0.2",
            beganAt: .milliseconds(5),
            endedAt: .milliseconds(7)
        )
        #expect(EventStreamJudge([Self.visit("a", "10.0.0.1", 0, 10), other], receivers: []).violations.isEmpty)
    }

    @Test("Deliberate flaws of the torture run are found, and nothing else")
    func flaw() {
        let visits = [Self.visit("a", "10.0.0.1", 0, 10), Self.visit("b", "10.0.0.2", 5, 25)]
        #expect(
            !EventStreamJudge(EventStreamVisit.spoiled(visits, by: .holdsStreamTwice), receivers: []).violations.isEmpty
        )
        #expect(EventStreamVisit.spoiled(visits, by: .skipsNumber) == visits)
        #expect(EventStreamVisit.spoiled(visits, by: nil) == visits)
    }
}
