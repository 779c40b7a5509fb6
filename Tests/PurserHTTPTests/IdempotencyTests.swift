import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct IdempotencyTests {
    let stage: AccessStage

    init() throws {
        self.stage = try AccessStage()
    }

    private func purchase(_ customer: String) throws -> String {
        let compact = try self.stage.shop.authority.sign(SamplePayloads.transaction()).bytes
        return #"{"customer":"\#(customer)","signedTransaction":"\#(String(decoding: compact, as: UTF8.self))"}"#
    }

    @Test("The same key with the same body gets the first answer, refusals included")
    func again() async throws {
        let body = try self.purchase("anna")
        let first = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: TestServer.key,
            idempotency: "one",
            body: body
        )
        #expect(first.status == .ok)
        self.stage.shop.setNow(self.stage.shop.ambient.now() + .days(1))
        let second = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: TestServer.key,
            idempotency: "one",
            body: body
        )
        #expect(second.text == first.text)
        #expect(second.headers[.contentType] == first.headers[.contentType])
        #expect(try second.headers[#require(HTTPField.Name("Idempotency-Replayed"))] == "true")
        let refused = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: TestServer.key,
            idempotency: "two",
            body: "{}"
        )
        #expect(refused.code == "field_missing")
        let again = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: TestServer.key,
            idempotency: "two",
            body: "{}"
        )
        #expect(again.text == refused.text)
        #expect(again.status == refused.status)
    }

    @Test("The same key with anything else is a conflict, and changes nothing")
    func other() async throws {
        let first = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: TestServer.key,
            idempotency: "one",
            body: self.purchase("anna")
        )
        #expect(first.status == .ok)
        for (path, body) in [
            ("/v1/purchases", try self.purchase("ben")), ("/v1/purchases?x=1", try self.purchase("anna")),
            ("/v1/keys", "{}"),
        ] {
            let answer = try await self.stage.send(.post, path, key: TestServer.key, idempotency: "one", body: body)
            #expect(answer.status == .conflict)
            #expect(answer.code == "idempotency_key_reused")
        }
        let rights = try await self.stage.send(.get, "/v1/customers/ben/entitlements", key: TestServer.key)
        #expect(!rights.text.contains("active"))
    }

    @Test("Two senders may use the same key, and two customers of one app are two senders")
    func senders() async throws {
        let key = try await self.stage.key(.publishable)
        let body = try self.purchase("anna")
        let first = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: key,
            token: self.stage.token(for: "anna"),
            idempotency: "one",
            body: body
        )
        #expect(first.status == .ok)
        let other = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: key,
            token: self.stage.token(for: "ben"),
            idempotency: "one",
            body: body
        )
        #expect(other.code == "customer_not_yours")
        let backend = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: TestServer.key,
            idempotency: "one",
            body: "{}"
        )
        #expect(backend.code == "field_missing")
    }

    @Test("Of many at once one is done; the others get its answer, or are told to come again")
    func atOnce() async throws {
        let body = try self.purchase("anna")
        let answers = try await withThrowingTaskGroup(of: (HTTPResponse.Status, String?).self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let answer = try await self.stage.send(
                        .post,
                        "/v1/purchases",
                        key: TestServer.key,
                        idempotency: "one",
                        body: body
                    )
                    return (answer.status, answer.code)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.contains { $0.0 == .ok })
        #expect(answers.allSatisfy { $0.0 == .ok || $0.1 == "idempotency_in_progress" })
    }

    @Test("A request that somebody is at waits; a day later its key is free")
    func time() async throws {
        let named = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: TestServer.key,
            idempotency: "one",
            body: "{}"
        )
        #expect(named.code == "field_missing")
        self.stage.pass(.seconds(24 * 3600 - 1))
        let kept = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: TestServer.key,
            idempotency: "one",
            body: self.purchase("anna")
        )
        #expect(kept.code == "idempotency_key_reused")
        self.stage.pass(.seconds(1))
        let free = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: TestServer.key,
            idempotency: "one",
            body: self.purchase("anna")
        )
        #expect(free.status == .ok)
    }

    @Test("An answer that held a secret is not given again, and no second key is made")
    func secrets() async throws {
        let body = #"{"kind":"publishable","name":"app"}"#
        let first = try await self.stage.send(.post, "/v1/keys", key: TestServer.key, idempotency: "one", body: body)
        #expect(first.status == .created)
        let second = try await self.stage.send(.post, "/v1/keys", key: TestServer.key, idempotency: "one", body: body)
        #expect(second.status == .conflict)
        #expect(second.code == "idempotency_answer_not_kept")
        #expect(try await self.stage.keys.list(of: nil, limit: 9).count == 1)
    }

    @Test("A key that is no key is refused", arguments: ["", "a b", "\u{E9}", String(repeating: "x", count: 256)])
    func wrongKeys(key: String) async throws {
        let answer = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: TestServer.key,
            idempotency: key,
            body: "{}"
        )
        #expect(answer.status == .badRequest)
        #expect(answer.code == "idempotency_key_invalid")
    }

    @Test("A reading has no need of a key, and ignores one")
    func reading() async throws {
        let path = "/v1/customers/anna/entitlements"
        for _ in 0..<2 {
            let answer = try await self.stage.send(.get, path, key: TestServer.key, idempotency: "one")
            #expect(answer.status == .ok)
        }
    }
}
