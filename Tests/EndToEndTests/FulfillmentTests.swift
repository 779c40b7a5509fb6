import AppStore
import Foundation
import PurserTesting
import Testing

/// Fulfillments of the real server: by a fulfiller, by the shop's own call, through a kill.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct FulfillmentTests {
    let folder: TemporaryFolder
    let authority: SigningAuthority

    init() throws {
        self.folder = try TemporaryFolder()
        self.authority = try SigningAuthority()
        try RunningServer.prepare(self.folder, root: self.authority.root)
        for (file, line) in [
            ("shop/purser.yaml", "webhooks: { allow: 127.0.0.1 }"),
            ("shop/catalog.yaml", "fulfillment: { from: 2020-01-01T00:00:00Z, coins: fulfiller }"),
        ] {
            let text = try String(contentsOfFile: self.folder.path + "/" + file, encoding: .utf8)
            _ = try self.folder.write(file, Array((text + "\n\(line)\n").utf8))
        }
    }

    private func run(_ arguments: String...) throws -> Binary.Run {
        try Binary.run(arguments + ["--config", "shop/purser.yaml"], in: self.folder)
    }

    /// Submits a purchase of gems, and returns what the app is to do with it.
    private func buy(_ customer: String, _ number: Int, _ calls: ServerCalls) async throws -> JSONValue? {
        let payload = SamplePayloads.consumable(id: "20000000000\(10_000 + number)")
        let text = String(decoding: try self.authority.sign(payload).bytes, as: UTF8.self)
        let body = Array(#"{"customer":"\#(customer)","signedTransaction":"\#(text)"}"#.utf8)
        let answer = try await calls.send("/v1/purchases", body: body)
        #expect(answer.status == 200)
        return try JSONValue(json: Array(answer.text.utf8))["finish"]
    }

    /// Returns the number of fulfillments in a state.
    private func count(_ state: String, _ calls: ServerCalls) async throws -> Int? {
        let answer = try await calls.send("/v1/fulfillments?limit=200&state=\(state)")
        guard case .array(let found)? = try JSONValue(json: Array(answer.text.utf8))["fulfillments"] else { return nil }
        return found.count
    }

    /// Waits until so many fulfillments stand somewhere.
    private func wait(for count: Int, _ state: String, _ calls: ServerCalls) async throws {
        #expect(try await TestTimeout.wait { try await self.count(state, calls) == count })
    }

    @Test("A purchase is fulfilled by the fulfiller, signed and once, and then the app may finish it")
    func fulfiller() async throws {
        let server = try RunningServer(in: self.folder)
        let receiver = try await CallReceiver()
        let added = try self.run(
            "webhooks",
            "create",
            receiver.url + "/in",
            "--fulfiller",
            "--event",
            "chain.joined",
            "--json"
        )
        #expect(added.status == 0, "\(added.complaints)")
        guard case .string(let secret)? = try JSONValue(json: Array(added.output.utf8))["secret"] else {
            return #expect(Bool(false), "\(added.output)")
        }
        let first = try await self.buy("anna", 1, server.calls)
        #expect(first == .string("no") || first == .string("yes"))
        try await self.wait(for: 1, "confirmed", server.calls)
        let call = try #require(receiver.calls.first)
        #expect(receiver.calls.count == 1 && call.isSigned(with: secret))
        #expect(call.id == "ful_Production_2000000000010001")
        #expect(try JSONValue(json: call.body)["name"] == .string("fulfillment.fulfill"))
        #expect(try await self.buy("anna", 1, server.calls) == .string("already"))
        #expect(server.end(SIGTERM) == 0)
        #expect(receiver.calls.count == 1)
    }

    @Test("After a kill -9 in the middle everything is fulfilled, each under one key")
    func killed() async throws {
        let receiver = try await CallReceiver(answering: 5)
        let first = try RunningServer(in: self.folder)
        let added = try self.run("webhooks", "create", receiver.url, "--fulfiller", "--event", "chain.joined")
        #expect(added.status == 0, "\(added.complaints)")
        for number in 0..<20 { _ = try await self.buy("customer\(number % 5)", number, first.calls) }
        _ = await receiver.calls { $0.count > 5 }
        _ = first.end(SIGKILL)
        receiver.answerAll()
        let again = try RunningServer(in: self.folder)
        try await self.wait(for: 20, "confirmed", again.calls)
        #expect(Set(receiver.calls.compactMap(\.id)).count == 20)
        #expect(again.end(SIGTERM) == 0)
    }

    @Test("Without a fulfiller it waits for the shop's own call, and for the operator's")
    func byHand() async throws {
        let server = try RunningServer(in: self.folder)
        #expect(try await self.buy("anna", 1, server.calls) == .string("no"))
        #expect(try await self.buy("anna", 2, server.calls) == .string("no"))
        let id = "ful_Production_2000000000010001"
        let body = Array("{}".utf8)
        #expect(try await server.calls.send("/v1/fulfillments/\(id)/confirm", body: body).status == 200)
        #expect(try await self.buy("anna", 1, server.calls) == .string("already"))
        let listed = try self.run("fulfillments", "list", "--state", "due")
        #expect(listed.status == 0 && listed.output.contains("ful_Production_2000000000010002"), "\(listed.output)")
        let wrong = try self.run("fulfillments", "list", "--state", "suspeded")
        #expect(wrong.status == 64)
        #expect(wrong.complaints.hasPrefix("--state: This must be one of "), "\(wrong.complaints)")
        #expect(wrong.complaints.contains("Did you mean suspended?"), "\(wrong.complaints)")
        let other = "ful_Production_2000000000010002"
        #expect(try self.run("fulfillments", "suspend", other, "--reason", "a test").status == 0)
        let shown = try self.run("fulfillments", "show", other)
        #expect(shown.lines.contains { $0.hasPrefix("state ") && $0.hasSuffix(" suspended") }, "\(shown.output)")
        #expect(try self.run("fulfillments", "retry", other).status == 0)
        #expect(try self.run("fulfillments", "confirm", other, "--yes").status == 0)
        let again = try self.run("fulfillments", "confirm", other, "--yes")
        #expect(again.status == 3 && again.complaints.contains("fulfillment_unchanged"), "\(again.complaints)")
        #expect(try self.run("fulfillments", "release", other, "--yes").status == 1)
        #expect(try self.run("fulfillments", "show", "ful_Production_1").status == 1)
        #expect(try await self.count("confirmed", server.calls) == 2)
        #expect(server.end(SIGTERM) == 0)
    }
}
