import AppStore
import HTTPTypes
import Ledger
import PurserTesting
import Testing

@Suite struct LookupControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    private func lookUp(_ id: String) async throws -> TestServer.TestResponse {
        try await self.server.send(.get, "/v1/lookups?id=\(id)")
    }

    private func types(_ answer: TestServer.TestResponse) -> [String] {
        guard case .array(let matches)? = answer["matches"] else { return [] }
        return matches.compactMap { if case .string(let type)? = $0["type"] { type } else { nil } }
    }

    @Test("Any id of a purchase leads to its customer")
    func found() async throws {
        let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
        _ = try await self.server.send(
            .post,
            "/v1/customers/anna/tokens",
            body: Array(#"{"appAccountToken":"\#(token)"}"#.utf8)
        )
        var payload = SamplePayloads.transaction(id: "2000000000000002", originalID: "2000000000000001", token: token)
        payload.appTransactionId = "7000000000000001"
        _ = try await self.server.submit(self.server.shop.authority.sign(payload).bytes, customer: "anna")
        for (id, type) in [
            ("2000000000000002", "transaction"), (token, "accountToken"), (token.uppercased(), "accountToken"),
            ("anna", "customer"), ("7000000000000001", "appleAccount"),
        ] {
            let answer = try await self.lookUp(id)
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(self.types(answer) == [type], "\(id): \(answer.text)")
            #expect(answer.text.contains("anna"), "\(id): \(answer.text)")
            #expect(answer["order"] == .object([JSONMember(key: "state", value: .string("notAsked"))]))
        }
    }

    @Test("An Apple account is shown with each of its customers, and when they were seen; a reason may be given")
    func account() async throws {
        var payload = SamplePayloads.transaction()
        payload.appTransactionId = "7000000000000001"
        _ = try await self.server.submit(self.server.shop.authority.sign(payload).bytes, customer: "anna")
        let answer = try await self.lookUp("7000000000000001&reason=a%20call")
        guard case .array(let matches)? = answer["matches"], case .array(let bindings)? = matches.first?["bindings"]
        else { return #expect(Bool(false), "\(answer.text)") }
        #expect(bindings.map { $0["customer"] } == [.string("anna")])
        #expect(bindings.first?["firstSeenAt"] != nil && bindings.first?["lastSeenAt"] != nil, "\(answer.text)")
    }

    @Test("An id that is several things is shown as all of them")
    func ambiguous() async throws {
        let payload = SamplePayloads.transaction()
        _ = try await self.server.submit(
            self.server.shop.authority.sign(payload).bytes,
            customer: "2000000000000001"
        )
        let answer = try await self.lookUp("2000000000000001")
        #expect(self.types(answer) == ["customer", "transaction"], "\(answer.text)")
    }

    @Test(
        "An unknown id has no match, and one in the form of an order number says that Apple was not asked"
    )
    func nothing() async throws {
        let answer = try await self.lookUp("nobody")
        #expect(answer.text == #"{"id":"nobody","matches":[],"order":{"state":"notAsked"}}"#)
        let order = try await self.lookUp("MMTVJ1W3L4")
        #expect(order["order"]?["code"] == .string("appstore_not_configured"), "\(order.text)")
    }

    @Test(
        "A lookup of nothing, or of what no id can be, is refused",
        arguments: ["", "%00", String(repeating: "a", count: 256)]
    )
    func bad(id: String) async throws {
        let answer = try await self.lookUp(id)
        #expect(answer.status == .unprocessableContent, "\(answer.text)")
        #expect(answer["field"] == .string("id"))
        #expect(try await self.server.send(.get, "/v1/lookups").code == "field_missing")
    }
}
