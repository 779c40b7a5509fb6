import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct IdempotencyTests {
    let stage: AuthenticationStage

    init() throws {
        self.stage = try AuthenticationStage()
    }

    private func purchase(_ customer: String, on stage: AuthenticationStage? = nil) throws -> String {
        let compact = try (stage ?? self.stage).shop.authority.sign(SamplePayloads.transaction()).bytes
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
            ("/v1/purchases", try self.purchase("ben")), ("/v1/purchases?dryRun=false", try self.purchase("anna")),
            ("/v1/keys", "{}"),
        ] {
            let answer = try await self.stage.send(.post, path, key: TestServer.key, idempotency: "one", body: body)
            #expect(answer.status == .conflict)
            #expect(answer.code == "idempotency_key_reused")
        }
        let entitlements = try await self.stage.send(.get, "/v1/customers/ben/entitlements", key: TestServer.key)
        #expect(!entitlements.text.contains("active"))
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

    @Test("Of many at once one is performed; the others get its response, or an error to try again")
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

    @Test("A request in progress makes its repetition wait; a day later its key is free")
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

    /// Sends a purchase with a key.
    private func submit(
        _ body: String,
        to stage: AuthenticationStage,
        key: String = TestServer.key,
        token: String? = nil
    ) async throws -> TestServer.TestResponse {
        try await stage.send(.post, "/v1/purchases", key: key, token: token, idempotency: "one", body: body)
    }

    private static func isReplayed(_ response: TestServer.TestResponse) throws -> Bool {
        try response.headers[#require(HTTPField.Name("Idempotency-Replayed"))] == "true"
    }

    @Test("What failed here is not kept: the same request is done when it comes again")
    func failure() async throws {
        let repository = GuardedRepository(base: InMemoryRepository())
        let stage = try AuthenticationStage(repository: repository)
        let body = try self.purchase("anna", on: stage)
        repository.gate.isBroken.withLock { $0 = true }
        let failed = try await self.submit(body, to: stage)
        #expect(failed.status == .serviceUnavailable)
        repository.gate.isBroken.withLock { $0 = false }
        let done = try await self.submit(body, to: stage)
        #expect(done.status == .ok)
        #expect(try !Self.isReplayed(done))
        let again = try await self.submit(body, to: stage)
        #expect(try Self.isReplayed(again))
        #expect(again.text == done.text)
    }

    @Test("A repetition waits until the lease of a request in progress ends, and is then performed")
    func lease() async throws {
        let repository = GuardedRepository(base: InMemoryRepository())
        let stage = try AuthenticationStage(repository: repository)
        let body = try self.purchase("anna", on: stage)
        let arrived = repository.gate.holdNext()
        async let first = self.submit(body, to: stage)
        for await _ in arrived { break }
        #expect(try await self.submit(body, to: stage).code == "idempotency_in_progress")
        stage.pass(.seconds(149))
        #expect(try await self.submit(body, to: stage).code == "idempotency_in_progress")
        stage.pass(.seconds(1))
        let second = try await self.submit(body, to: stage)
        #expect(second.status == .ok)
        #expect(try !Self.isReplayed(second))
        repository.gate.release()
        // A node that comes too late does nothing more, and the client gets an error to try again.
        #expect(try await first.code == "idempotency_in_progress")
        // The answer that was kept stays the answer.
        let third = try await self.submit(body, to: stage)
        #expect(try Self.isReplayed(third))
        #expect(third.text == second.text)
    }

    @Test("A refusal of the caller, and what Apple refused or could not be asked, is not kept; other refusals are")
    func passing() async throws {
        let reader = try await self.stage.key(.secret([.read]))
        let writer = try await self.stage.key(.publishable)
        let apple = #"{"customer":"anna","transactionId":"2000000000000001"}"#
        for (body, key, status, isKept) in [
            ("{}", TestServer.key, 422, true), (apple, TestServer.key, 409, false), ("{}", reader, 403, false),
            (try self.purchase("ben", on: self.stage), writer, 403, false),
        ] {
            let token = key == writer ? self.stage.token(for: "anna") : nil
            let first = try await self.submit(body, to: self.stage, key: key, token: token)
            #expect(first.status.code == status, "\(first.text)")
            let second = try await self.submit(body, to: self.stage, key: key, token: token)
            #expect(try Self.isReplayed(second) == isKept, "\(body)")
            #expect(second.code == first.code)
        }
    }

    @Test("A request that came too often is done when it comes later")
    func rate() async throws {
        let range = try #require(AddressRange("127.0.0.0/8"))
        let stage = try AuthenticationStage(
            limits: RateLimits(minting: RateLimit(perSecond: 1, burst: 1)),
            proxies: TrustedProxies(ranges: [range])
        )
        let key = try await stage.key(.publishable)
        let token = stage.token(for: "anna")
        try await stage.live { client async throws in
            func mint(_ name: String) async throws -> TestServer.TestResponse {
                let headers: HTTPFields = [
                    try #require(HTTPField.Name("X-Forwarded-For")): "198.51.100.7",
                    try #require(HTTPField.Name("Purser-Customer-Token")): token,
                    try #require(HTTPField.Name("Idempotency-Key")): name,
                ]
                return try await client.send(.post, "/v1/customers/anonymous", key: key, headers: headers)
            }
            #expect(try await mint("one").status == .created)
            #expect(try await mint("two").status == .tooManyRequests)
            stage.pass(.seconds(2))
            #expect(try await mint("two").status == .created)
        }
    }

    @Test("A token that was created for an app is shown once, regardless of repeated keys")
    func mintedToken() async throws {
        let key = try await self.stage.key(.publishable)
        func mint(token: String?) async throws -> TestServer.TestResponse {
            try await self.stage.send(.post, "/v1/customers/anonymous", key: key, token: token, idempotency: "one")
        }
        // An app without a customer has no name under which anything could be kept.
        let first = try await mint(token: nil)
        let second = try await mint(token: nil)
        #expect(first.status == .created && second.status == .created)
        #expect(try !Self.isReplayed(second))
        #expect(first["customer"] != second["customer"] && first["token"] != second["token"])
        let third = try await mint(token: self.stage.token(for: "anna"))
        guard case .string(let text)? = third["token"] else { return #expect(Bool(false), "\(third.text)") }
        let fourth = try await mint(token: self.stage.token(for: "anna"))
        #expect(fourth.code == "idempotency_answer_not_kept")
        #expect(!fourth.text.contains(text))
    }

    @Test("A publishable key cannot fill the disk: so many requests are kept for a customer, and the next is refused")
    func full() async throws {
        let key = try await self.stage.key(.publishable)
        // One connection for all of them.
        try await self.stage.live { client async throws in
            func submit(_ number: Int, as customer: String) async throws -> TestServer.TestResponse {
                let headers: HTTPFields = [
                    try #require(HTTPField.Name("Purser-Customer-Token")): self.stage.token(for: customer),
                    try #require(HTTPField.Name("Idempotency-Key")): "key-\(number)",
                ]
                return try await client.send(
                    .post,
                    "/v1/purchases",
                    key: key,
                    headers: headers,
                    body: Array("{}".utf8)
                )
            }
            for number in 0..<1000 {
                let answer = try await submit(number, as: "anna")
                guard answer.status == .unprocessableContent else { return #expect(Bool(false), "\(answer.text)") }
            }
            let over = try await submit(1000, as: "anna")
            #expect(over.status == .tooManyRequests)
            #expect(over.code == "idempotency_keys_used_up")
            #expect(over.headers[.retryAfter] != nil)
            #expect(try Self.isReplayed(try await submit(7, as: "anna")))
            #expect(try await submit(1000, as: "ben").status == .unprocessableContent)
        }
    }
}
