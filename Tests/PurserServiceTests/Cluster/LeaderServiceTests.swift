import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct LeaderServiceTests {
    private let stage = LeaderStage()

    @Test("One of two nodes works; when it stops, the other one continues at its next attempt")
    func fulfilled() async throws {
        let line = LeaderStage.Line(self.stage)
        let first = Task { try await self.stage.leaderRole("first", on: line).run() }
        _ = try #require(await self.stage.pass(nodes: 1) { self.stage.working == ["first"] })
        let second = Task { try await self.stage.leaderRole("second", on: line).run() }
        // Far longer than any lease.
        var steps = 0
        _ = await self.stage.pass(nodes: 2) {
            steps += 1
            return steps > 400
        }
        #expect(self.stage.working == ["first"])
        first.cancel()
        try await first.value
        #expect(self.stage.notes.idle == ["first"], "The metrics are reset once no node measures any more.")
        let took = try #require(await self.stage.pass(nodes: 1) { self.stage.working == ["second"] })
        #expect(took < .seconds(15), "It does not wait for the end of a lease.")
        second.cancel()
        try await second.value
        #expect(
            self.stage.notes.notes == [
                .began("first"), .ended("first"), .began("second"), .ended("second"),
            ]
        )
    }

    @Test("A node that is cut off stops before another one begins, and begins again when it may")
    func cutOff() async throws {
        let lines = (0..<2).map { _ in LeaderStage.Line(self.stage) }
        let tasks = ["0", "1"].enumerated().map { place, name in
            Task { try await self.stage.leaderRole(name, on: lines[place]).run() }
        }
        for _ in 0..<6 {
            _ = try #require(await self.stage.pass(nodes: 2) { self.stage.working.count == 1 })
            let holder = try #require(self.stage.working.first)
            let other = holder == "0" ? "1" : "0"
            lines[holder == "0" ? 0 : 1].cut()
            let took = try #require(await self.stage.pass(nodes: 2) { self.stage.working == [other] })
            // The rest of a lease, the time between two attempts, and the steps of the clock while a node begins.
            #expect(took <= .seconds(15 + 5 + 5))
            lines[holder == "0" ? 0 : 1].mend()
        }
        for task in tasks { task.cancel() }
        for task in tasks { try await task.value }
        var working: String?
        for note in self.stage.notes.notes {
            switch note {
            case .began(let name):
                #expect(working == nil, "\(name) began while \(working ?? "") was at work.")
                working = name
            case .ended: working = nil
            }
        }
    }

    @Test("Work that fails ends the node, and another node can begin")
    func failure() async throws {
        let line = LeaderStage.Line(self.stage)
        await #expect(throws: (any Error).self) {
            try await self.stage.leaderRole("first", on: line, fails: true).run()
        }
        let second = Task { try await self.stage.leaderRole("second", on: line).run() }
        let took = try #require(await self.stage.pass(nodes: 1) { self.stage.working == ["second"] })
        #expect(took < .seconds(15), "The leader role was released.")
        second.cancel()
        try await second.value
    }
}
