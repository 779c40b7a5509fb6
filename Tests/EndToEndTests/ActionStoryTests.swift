import AppStore
import Foundation
import Testing

/// Operators' actions beside a simulated store with a manual clock.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct ActionStoryTests {
    let shop: ShopBesideStore
    let server: RunningServer

    init() throws {
        self.shop = try ShopBesideStore()
        self.server = try RunningServer(in: self.shop.folder, options: self.shop.clock)
    }

    private func ask(_ path: String, _ json: String? = nil) async throws -> JSONValue {
        let answer = try await self.server.calls.send(path, body: json.map { Array($0.utf8) })
        #expect((200..<300).contains(answer.status), "\(path): \(answer.text)")
        return try JSONValue(json: Array(answer.text.utf8))
    }

    private func transfer(_ id: String, to customer: String, _ more: String...) throws -> Binary.Run {
        try self.shop.run(["customers", "transfer", id, "--to", customer, "--reason", "a test"] + more)
    }

    @Test("Moved, undone and moved again at one instant, a purchase is moved; a preview names no action that never was")
    func oneInstant() async throws {
        let (id, _) = try await self.shop.buy("frame.gold")
        _ = try await self.ask("/v1/purchases", #"{"customer":"anna","transactionId":"\#(id)"}"#)
        let shown = try self.transfer(id, to: "bert")
        #expect(shown.status == 77 && shown.output.contains("bert"), "\(shown.complaints)")
        #expect(!shown.output.contains("change"), "\(shown.output)")
        #expect(try self.transfer(id, to: "bert", "--yes").status == 0)
        guard case .array(let transfers)? = try await self.ask("/v1/transactions/\(id)")["transfers"],
            case .string(let change)? = transfers.first?["change"]
        else { return #expect(Bool(false), "The transfer has an action.") }
        #expect(try self.shop.run(["customers", "undo", change, "--yes"]).status == 0)
        #expect(try await self.ask("/v1/transactions/\(id)")["owner"] == .string("anna"))
        let again = try self.transfer(id, to: "bert", "--yes")
        #expect(again.status == 0 && again.output.contains("change"), "\(again.output)\(again.complaints)")
        #expect(try await self.ask("/v1/transactions/\(id)")["owner"] == .string("bert"))
        let settled = try self.transfer(id, to: "bert", "--yes")
        #expect(settled.status == 3 && settled.complaints.contains("(ownership_unchanged)"), "\(settled.complaints)")
        #expect(try self.shop.run(["customers", "undo", change, "--yes"]).status == 1)
    }

    @Test("A key that is made without a server is dated by the clock that is named")
    func unservedClock() async throws {
        _ = try await self.shop.world.send("/_sim/v1/clock/advance", body: Array(#"{"by":"P40D"}"#.utf8))
        let order = try await self.ask("/v1/orders", #"{"customer":"anna","product":"gems.600"}"#)
        guard case .string(let now)? = order["createdAt"] else { return #expect(Bool(false), "\(order)") }
        #expect(self.server.end(SIGTERM) == 0)
        let create = ["keys", "create", "secret", "--app", "shop", "--scope", "read", "--name", "a"]
        let key = try self.shop.run(create + self.shop.clock)
        #expect(key.status == 0, "\(key.complaints)")
        let log = try self.shop.run(["audit", "list"]).lines.filter { $0.contains("key.create") }
        #expect(log.count == 1 && log.allSatisfy { $0.contains("  \(now.prefix(10))T") }, "\(log)")
    }

    @Test("The audit log has the time of the store that the server follows, and no other")
    func oneClock() async throws {
        _ = try await self.shop.world.send("/_sim/v1/clock/advance", body: Array(#"{"by":"P40D"}"#.utf8))
        let order = try await self.ask("/v1/orders", #"{"customer":"anna","product":"gems.600"}"#)
        guard case .string(let now)? = order["createdAt"] else { return #expect(Bool(false), "\(order)") }
        let key = try self.shop.run(["keys", "create", "secret", "--app", "shop", "--scope", "read", "--name", "a"])
        #expect(key.status == 0, "\(key.complaints)")
        let block = ["customers", "block", "anna", "--reason", "a test", "--yes"]
        #expect(try self.shop.run(block).status == 0)
        #expect(try self.shop.run(["db", "backup", "copy.db"]).status == 0)
        let log = try self.shop.run(["audit", "list"])
        // The invitation of the first operator is from before the clock was turned.
        let lines = log.lines.filter { !$0.contains("operator.invite") }
        #expect(lines.count == 5, "\(log.output)")
        for line in lines.dropFirst() { #expect(line.contains("  \(now.prefix(10))T"), "\(line)") }
    }
}
