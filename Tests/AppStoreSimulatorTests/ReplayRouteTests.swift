import AppStoreSimulator
import Foundation
import Testing

@Suite struct ReplayRouteTests {
    @Test("The records of one simulator can be replayed in another, once")
    func replayed() async throws {
        let worlds = Worlds(main: try Shop.world()) { 0 }
        try await SimulatorServerTests.during { ready in
            SimulatorServer(worlds: worlds, receiver: nil, logger: SimulatorServerTests.quiet, onReady: ready)
        } _: { caller in
            for command in [
                #"{"action":"buy","customer":"anna","product":"pro.monthly"}"#,
                #"{"action":"advance","by":"P1M"}"#,
                #"{"action":"cancel","customer":"anna","product":"pro.monthly"}"#,
            ] {
                #expect(try await caller.act(command).status == 200)
            }
            let refused = try await caller.act(#"{"action":"cancel","customer":"anna","product":"pro.monthly"}"#)
            #expect(refused.status == 409)
            let life = try await caller.get("/_sim/v1/records")
            let journal = try await caller.get("/_sim/v1/journal")
            let text = String(decoding: life.bytes, as: UTF8.self)
            // A world that has lived refuses it and is as it was.
            let second = try await caller.post("/_sim/v1/replay", text)
            #expect(second.status == 409)
            #expect(try second.field("code", as: String.self) == "world_is_not_new")
            #expect(try await caller.get("/_sim/v1/journal").bytes == journal.bytes)

            #expect(try await caller.post("/_sim/v1/reset").status == 200)
            let again = try await caller.post("/_sim/v1/replay", text)
            #expect(again.status == 200)
            #expect(try await caller.get("/_sim/v1/records").bytes == life.bytes)
            #expect(try await caller.get("/_sim/v1/journal").bytes == journal.bytes)
        }
    }
}
