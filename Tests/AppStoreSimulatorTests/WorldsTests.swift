import AppStore
import AppStoreSimulator
import Foundation
import PurserTesting
import Testing

@Suite struct WorldsTests {
    private typealias Server = SimulatorServerTests

    private static func during(
        _ world: World,
        clock: any Clock<Duration> = ContinuousClock(),
        _ act: (SimulatorServerTests.Caller) async throws -> Void
    ) async throws {
        try await Server.during { ready in
            SimulatorServer(
                worlds: Worlds(main: world) { Shop.opening.milliseconds },
                receiver: nil,
                clock: clock,
                logger: Server.quiet,
                onReady: ready
            )
        } _: {
            try await act($0)
        }
    }

    private static let buy = #"{"action":"buy","customer":"anna","product":"coins.100"}"#

    @Test("Worlds are apart, by path and by port")
    func apart() async throws {
        try await Self.during(try Shop.world()) { caller in
            #expect(try await caller.post("/_sim/v1/worlds", #"{"name":"a","seed":5}"#).status == 201)
            let made = try await caller.post("/_sim/v1/worlds", #"{"name":"b","profile":"testflight","port":0}"#)
            #expect(made.status == 201)
            let port = try made.field("port", as: Int.self)
            let own = SimulatorServerTests.Caller(client: caller.client, base: "http://127.0.0.1:\(port)")
            #expect(try await caller.act(Self.buy, in: "a").status == 200)
            #expect(try await own.act(Self.buy).status == 200)
            #expect(try await own.act(Self.buy).status == 200)
            func count(_ path: String, _ caller: SimulatorServerTests.Caller) async throws -> Int {
                try await caller.get(path).field("deliveries", as: [Any].self).count
            }
            #expect(try await count("/_sim/v1/deliveries", caller) == 0)
            #expect(try await count("/w/a/_sim/v1/deliveries", caller) == 1)
            #expect(try await count("/_sim/v1/deliveries", own) == 2)
            #expect(try await count("/w/b/_sim/v1/deliveries", caller) == 2)
            let roots = [
                try await caller.get("/_sim/v1/root.der").bytes, try await caller.get("/w/a/_sim/v1/root.der").bytes,
            ]
            #expect(roots[0] != roots[1])
            #expect(try await caller.delete("/_sim/v1/worlds/b").status == 204)
            #expect(try await caller.get("/w/b/_sim/v1/clock").status == 404)
            #expect(try await caller.delete("/_sim/v1/worlds/main").status == 409)
            let names = try await caller.get("/_sim/v1/worlds").field("worlds", as: [[String: Any]].self)
            #expect(names.compactMap { $0["name"] as? String } == ["a", "main"])
        }
    }

    @Test("A clone is independent, a snapshot restores, a reset returns to the initial state")
    func returns() async throws {
        try await Self.during(try Shop.world()) { caller in
            func customers(_ prefix: String = "") async throws -> Int {
                try await caller.get(prefix + "/_sim/v1/customers").field("customers", as: [String].self).count
            }
            _ = try await caller.act(Self.buy)
            #expect(try await caller.post("/_sim/v1/snapshots", #"{"name":"one"}"#).status == 201)
            #expect(try await caller.post("/_sim/v1/worlds/main/clone", #"{"name":"twin"}"#).status == 201)
            _ = try await caller.act(#"{"action":"buy","customer":"bert","product":"coins.100"}"#)
            #expect(try await customers() == 2)
            #expect(try await customers("/w/twin") == 1)
            #expect(try await caller.post("/_sim/v1/snapshots/one/restore").status == 200)
            #expect(try await customers() == 1)
            #expect(try await caller.post("/_sim/v1/reset").status == 200)
            #expect(try await customers() == 0)
        }
    }

    @Test("A running clock advances by itself, and a stopped one does not")
    func runs() async throws {
        let clock = ManualClock()
        let world = try Shop.world()
        try await Self.during(world, clock: clock) { caller in
            func now() async throws -> Int64 { try await caller.get("/_sim/v1/clock").field("now") }
            #expect(try await now() == Shop.opening.milliseconds)
            #expect(try await caller.post("/_sim/v1/clock", #"{"rate": 60}"#).status == 200)
            while try await now() < Shop.opening.milliseconds + 60_000 {
                clock.advance(by: .milliseconds(50))
                await Task.yield()
            }
            #expect((try await now() - Shop.opening.milliseconds) % 3000 == 0)
            #expect(try await caller.post("/_sim/v1/clock", #"{"rate": 0}"#).field("rate", as: Double.self) == 0)
        }
    }

    @Test("Apple's interface is at Apple's paths, with the key from the world")
    func apple() async throws {
        let world = try Shop.world()
        let bought = try world.buy(Shop.coins, by: try world.customer("anna"))
        try await Self.during(world) { caller in
            let refused = try await caller.get("/inApps/v1/transactions/\(bought.transactionId)")
            #expect(refused.status == 401)
            let keys = try await caller.get("/_sim/v1/keys").field("keys", as: [[String: Any]].self)
            #expect(keys.first?["keyId"] as? String == (try world.apiKey().keyId))
            #expect(try await caller.get("/_sim/v1/health").field("status", as: String.self) == "ok")
            _ = try await caller.act(#"{"action":"addFault","fault":{"effect":"latency","milliseconds":1}}"#)
            #expect(try await caller.get("/_sim/v1/health").field("activeFaults", as: [Any].self).count == 1)
            #expect(try await caller.delete("/_sim/v1/faults").status == 200)
            #expect(try await caller.get("/_sim/v1/health").field("status", as: String.self) == "ok")
        }
    }

    @Test("The OpenAPI document describes what is routed, and every action with its fields")
    func document() async throws {
        try await Self.during(try Shop.world()) { caller in
            let document = try await caller.get("/_sim/v1/openapi.json")
            let paths = try document.field("paths", as: [String: [String: Any]].self)
            #expect(paths.count > 15)
            for (path, operations) in paths where operations["get"] != nil {
                let address = path.replacingOccurrences(of: "{name}", with: "nobody")
                    .replacingOccurrences(of: "{id}", with: "1").replacingOccurrences(of: "{world}", with: "main")
                let answer = try await caller.get(address)
                let text = String(decoding: answer.bytes, as: UTF8.self)
                #expect(!text.contains("no_such_route"), "\(path) is not routed")
            }
            let components = try document.field("components", as: [String: [String: [String: Any]]].self)
            let verbs = components["schemas"]?["Action"]?["oneOf"] as? [[String: Any]]
            #expect(verbs?.count == WorldVerb.allCases.count)
        }
    }

    @Test("A key of the real App Store is detected, and a simulated one is not")
    func production() throws {
        let own = try Shop.world().apiKey()
        let foreign = APIKey(seed: 1234, app: 3)
        #expect(ProductionKey.detect(in: Array(own.privateKeyPEM.utf8), own: [own]) == nil)
        #expect(ProductionKey.detect(in: Array(foreign.privateKeyPEM.utf8), own: [own]) == .privateKey)
        #expect(ProductionKey.detect(in: AppleRoots.g3) == .appleRoot)
        #expect(ProductionKey.detect(in: [], name: "AuthKey_ABCDE12345.p8") == .fileName("AuthKey_ABCDE12345.p8"))
        #expect(ProductionKey.detect(in: Array("{}".utf8), name: "catalog.json") == nil)
    }
}
