import HTTPTypes
import PurserTesting
import Testing

/// A request is recognized by its decoded address, regardless of the encoding.
@Suite struct IdempotentAddressTests {
    private let stage: AuthenticationStage

    init() throws {
        self.stage = try AuthenticationStage()
    }

    /// Spellings of one customer's name in an address.
    private static let spellings = ["bob", "%62ob", "b%6fb", "b%6Fb", "%62%6F%62"]

    private static func isReplayed(_ response: TestServer.TestResponse) throws -> Bool {
        try response.headers[#require(HTTPField.Name("Idempotency-Replayed"))] == "true"
    }

    @Test("The same request to the same resource gets its first response, regardless of the encoding of the address")
    func resource() async throws {
        func state(_ form: String, query: String = "") async throws -> TestServer.TestResponse {
            try await self.stage.send(
                .put,
                "/v1/customers/\(form)/facts\(query)",
                key: TestServer.key,
                idempotency: "one",
                body: #"{"playTimeMinutes":7}"#
            )
        }
        let first = try await state("bob")
        #expect(first.status == .ok, "\(first.text)")
        #expect(try !Self.isReplayed(first))
        for form in Self.spellings {
            let again = try await state(form)
            #expect(try Self.isReplayed(again), "\(form): \(again.text)")
            #expect(again.text == first.text)
        }
        // What was encoded twice is another name, and so are other letters.
        for form in ["%2562ob", "BOB", "bob%2F", "bo%C3%A9", "boe%CC%81"] {
            #expect(try await state(form).code == "idempotency_key_reused", "\(form)")
        }
        #expect(try await state("bob", query: "?dryRun=true").code == "idempotency_key_reused")
    }

    @Test("Separators that are part of a value do not make two addresses one")
    func separators() async throws {
        func end(_ query: String) async throws -> TestServer.TestResponse {
            try await self.stage.send(
                .delete,
                "/v1/customers/bob/sessions?\(query)",
                key: TestServer.key,
                idempotency: "one"
            )
        }
        #expect(try await end("reason=a%26dryRun=true").status == .ok)
        #expect(try await end("reason=a&dryRun=true").code == "idempotency_key_reused")
        #expect(try Self.isReplayed(try await end("reason=%61%26dryRun%3Dtrue")))
    }

    @Test("A wallet has one lease for a key, regardless of the encoding of its address, and each wallet its own")
    func wallet() async throws {
        func grant(_ customer: String, coin: String = "gems", _ body: String) async throws -> TestServer.TestResponse {
            try await self.stage.send(
                .post,
                "/v1/customers/\(customer)/wallets/\(coin)/grant",
                key: TestServer.key,
                idempotency: "one",
                body: body
            )
        }
        let sound = #"{"quantity":5,"reason":"an apology"}"#
        let refused = try await grant("bob", "{}")
        #expect(refused.status == .unprocessableContent, "\(refused.text)")
        for form in Self.spellings {
            #expect(try await grant(form, sound).code == "idempotency_key_reused", "\(form)")
            #expect(try Self.isReplayed(try await grant(form, "{}")), "\(form)")
        }
        #expect(try await grant("bob", coin: "%67ems", sound).code == "idempotency_key_reused")
        for other in ["ben", "BOB", "%2562ob"] {
            let given = try await grant(other, sound)
            #expect(given.status == .created, "\(other): \(given.text)")
        }
    }
}
