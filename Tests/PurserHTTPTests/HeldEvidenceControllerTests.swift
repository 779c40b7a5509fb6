import AppStore
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct HeldEvidenceControllerTests {
    private static let path = "/v1/customers/anna/held-evidence"

    private let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    private func get(_ path: String) async throws -> TestServer.TestResponse {
        try await self.server.send(.get, path)
    }

    private func entries(_ answer: TestServer.TestResponse) -> [JSONValue] {
        if case .array(let entries)? = answer["heldEvidence"] { entries } else { [] }
    }

    private func transactions(_ path: String) async throws -> [JSONValue?] {
        self.entries(try await self.get(path)).map { $0["transaction"] }
    }

    /// Submits a purchase that was signed an hour ahead of the clock, and returns the signed object.
    @discardableResult
    private func submit(_ id: String, _ customer: String = "anna") async throws -> [UInt8] {
        let ahead = Timestamp(milliseconds: self.server.shop.ambient.now().milliseconds + 3_600_000)
        let payload = SamplePayloads.consumable(id: id, signedAt: ahead)
        let compact = try self.server.shop.authority.sign(payload).bytes
        let answer = try await self.server.submit(compact, customer: customer)
        #expect(answer["finish"] == .string("no"), "\(answer.text)")
        return compact
    }

    @Test("A purchase that is held is listed with its reason, without the signed object, until it is applied")
    func listed() async throws {
        let compact = try await self.submit("2000000000000901")
        _ = try await self.server.submit(compact, customer: "anna")
        let answer = try await self.get(Self.path)
        #expect(answer.status == .ok && answer["customer"] == .string("anna") && answer["next"] == nil)
        let entry = try #require(self.entries(answer).first)
        for (name, value) in [
            ("reason", "signed_in_future"), ("code", "signed_date_in_future"), ("kind", "transaction"),
            ("customer", "anna"), ("transaction", "2000000000000901"), ("intent", "purchase"),
            ("submittedAt", "2026-03-01T12:00:00.000Z"), ("receivedAt", "2026-03-01T12:00:00.000Z"),
            ("until", "2026-03-01T13:00:00.000Z"),
        ] {
            #expect(entry[name] == .string(value), "\(name): \(answer.text)")
        }
        #expect(entry["repeats"] == .number("1") && self.entries(answer).count == 1)
        #expect(!answer.text.contains(String(decoding: compact, as: UTF8.self)))
        #expect(try await self.get("/v1/customers/anna").code == "customer_unknown", "Nothing else is known yet.")

        self.server.shop.setNow(self.server.shop.ambient.now() + .hours(2))
        let due = try await self.server.shop.repository.read { view in
            try view.dueHeldEvidence(at: self.server.shop.ambient.now(), limit: 9)
        }
        for held in due { _ = try await self.server.shop.ingest.release(held, for: self.server.shop.app) }
        #expect(try await self.get(Self.path).text == #"{"customer":"anna","heldEvidence":[]}"#)
    }

    @Test("The list has one reason where one is named, comes in pages, and includes merged customers")
    func selected() async throws {
        for (number, customer) in ["anna", "guest", "anna"].enumerated() {
            try await self.submit("200000000000091\(number)", customer)
            self.server.shop.setNow(self.server.shop.ambient.now() + .minutes(1))
        }
        #expect(try await self.transactions(Self.path) == ["0", "2"].map { .string("200000000000091" + $0) })
        let payload = SamplePayloads.transaction()
        let bought = try await self.server.submit(self.server.shop.authority.sign(payload).bytes, customer: "guest")
        #expect(bought.status == .ok)
        let body = Array(#"{"into":"anna"}"#.utf8)
        #expect(try await self.server.send(.post, "/v1/customers/guest/merge", body: body).status == .ok)
        let all: [JSONValue?] = ["0", "1", "2"].map { .string("200000000000091" + $0) }
        #expect(try await self.transactions(Self.path) == all)
        #expect(try await self.transactions(Self.path + "?reason=signed_in_future") == all)
        #expect(try await self.transactions(Self.path + "?reason=missing_part") == [])
        var seen: [JSONValue?] = []
        var path = Self.path + "?limit=2"
        for _ in 0..<3 {
            let page = try await self.get(path)
            seen += self.entries(page).map { $0["transaction"] }
            guard case .string(let next)? = page["next"] else { break }
            path = Self.path + "?limit=2&cursor=\(next)"
        }
        #expect(seen == all)
        #expect(try await self.transactions("/v1/customers/nobody/held-evidence") == [])
    }

    @Test(
        "A parameter that is wrong is refused, and an unknown reason with the known ones",
        arguments: [
            ("reason=x", "field_invalid", "reason"), ("reason=", "field_invalid", "reason"),
            ("cursor=77", "cursor_invalid", "cursor"), ("cursor=1_x", "cursor_invalid", "cursor"),
            ("limit=0", "field_wrong_type", "limit"), ("limit=201", "field_wrong_type", "limit"),
        ]
    )
    func refused(query: String, code: String, field: String) async throws {
        let answer = try await self.get(Self.path + "?" + query)
        #expect(answer.status == .unprocessableContent && answer.code == code, "\(answer.text)")
        #expect(answer["field"] == .string(field))
        guard query == "reason=x" else { return }
        for reason in HeldEvidence.Reason.allCases { #expect(answer.text.contains(reason.rawValue), "\(answer.text)") }
    }

    @Test("An installed app cannot read the list, not even of its own customer")
    func app() async throws {
        let stage = try AuthenticationStage()
        let key = try await stage.key(.publishable)
        let answer = try await stage.send(.get, Self.path, key: key, token: stage.token(for: "anna"))
        #expect(answer.status == .forbidden && answer.code == "publishable_key_not_allowed", "\(answer.text)")
    }
}
