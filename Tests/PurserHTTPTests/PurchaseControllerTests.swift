import AppStore
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserTesting
import Testing

@Suite struct PurchaseControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    @Test("A purchase is answered with the committed state, and its repetition with already")
    func submitted() async throws {
        let compact = try self.server.shop.authority.sign(SamplePayloads.transaction()).bytes
        let first = try await self.server.submit(compact, customer: "anna")
        #expect(first.status == .ok)
        #expect(first["finish"] == .string("yes"))
        #expect(first["transaction"] == .string("2000000000000001"))
        #expect(first.text.contains(#""claim":{"owned":true,"reason":"purchaser"}"#))
        #expect(first.text.contains(#""active":true"#))
        let second = try await self.server.submit(compact, customer: "anna")
        #expect(second["finish"] == .string("already"))
    }

    @Test("Another customer's purchase is finished too, gives no access and names no customer")
    func somebodyElses() async throws {
        let compact = try self.server.shop.authority.sign(SamplePayloads.transaction()).bytes
        _ = try await self.server.submit(compact, customer: "anna")
        let other = try await self.server.submit(compact, customer: "bert")
        #expect(other["finish"] == .string("yes"))
        #expect(other.text.contains(#""claim":{"owned":false,"reason":"owned_by_another"}"#))
        #expect(other["entitlements"] == .array([]))
        #expect(!other.text.contains("anna"))
    }

    @Test("A purchase that waits is not to be finished")
    func held() async throws {
        let ahead = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 3_600_000)
        let compact = try self.server.shop.authority.sign(SamplePayloads.transaction(signedAt: ahead)).bytes
        let answer = try await self.server.submit(compact, customer: "anna")
        #expect(answer.status == .ok)
        #expect(answer["finish"] == .string("no"))
        #expect(answer.text.contains(#""reason":"signed_in_future""#))
        #expect(answer["entitlements"] == .array([]))
    }

    @Test("A purchase of another form than documented is held and not to be finished, and a preview keeps nothing")
    func otherForm() async throws {
        let shop = self.server.shop
        let text = String(decoding: SamplePayloads.transaction().json(), as: UTF8.self)
        let compact = try shop.authority.sign(
            Array(text.replacingOccurrences(of: #""price":9990"#, with: #""price":"9.99""#).utf8)
        )
        let json = String(decoding: compact, as: UTF8.self)
        let preview = try await self.server.send(
            .post,
            "/v1/purchases?dryRun=true",
            body: Array(#"{"customer":"anna","signedTransaction":"\#(json)"}"#.utf8)
        )
        #expect(preview["finish"] == .string("no"))
        #expect(try await shop.repository.read { view in try view.heldCounts() }.isEmpty)
        let answer = try await self.server.submit(compact, customer: "anna")
        #expect(answer.status == .ok)
        #expect(answer["finish"] == .string("no"))
        #expect(answer["held"]?["code"] == .string("signed_form_unexpected"))
        #expect(answer["held"]?["reason"] == .string("missing_part"))
        #expect(try await shop.repository.read { view in try view.heldCounts() } == [.missingPart: 1])
        // Without a name the owner is unknown.
        let nameless = try await self.server.send(
            .post,
            "/v1/purchases",
            body: Array(#"{"signedTransaction":"\#(json)"}"#.utf8)
        )
        #expect(nameless.status == .unprocessableContent)
        #expect(nameless.code == "field_missing")
    }

    @Test("Each refusal of a transaction is 422 with the code of the check that failed")
    func refusals() async throws {
        let stranger = try SigningAuthority(name: "Stranger")
        let forged = try await self.server.submit(stranger.sign(SamplePayloads.transaction()).bytes, customer: "anna")
        #expect(forged.status == .unprocessableContent)
        #expect(forged.code == "chain_root_not_trusted")
        #expect(forged["field"] == .string("signedTransaction"))
        var payload = SamplePayloads.transaction()
        payload.bundleId = "com.example.other"
        let other = try await self.server.submit(self.server.shop.authority.sign(payload).bytes, customer: "anna")
        #expect(other.status == .unprocessableContent)
        #expect(other.code == "bundle_id_mismatch")
        #expect(try await self.server.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
    }

    @Test("What the sandbox gives is named as such, and answered alone when asked for")
    func sandbox() async throws {
        let compact = try self.server.shop.authority.sign(SamplePayloads.transaction(environment: .sandbox)).bytes
        let answer = try await self.server.submit(compact, customer: "anna")
        #expect(answer["environment"] == .string("Sandbox"))
        #expect(answer.text.contains(#""active":true"#))
        let production = try await self.server.send(.get, "/v1/customers/anna/entitlements")
        #expect(production["environment"] == .string("Production"))
        #expect(production.text.contains(#"{"active":true,"environment":"Sandbox""#))
        #expect(!production.text.contains(#"{"active":true,"environment":"Production""#))
        let sandbox = try await self.server.send(.get, "/v1/customers/anna/entitlements?environment=Sandbox")
        #expect(sandbox.text.contains(#""active":true"#))
    }

    static let badRequests: [(String, String, String?)] = [
        (#"{"customer":"anna"}"#, "field_missing", "signedTransaction"),
        (#"{"customer":"","signedTransaction":"a"}"#, "customer_invalid", "customer"),
        (#"{"customer":"a\u0000b","signedTransaction":"a"}"#, "customer_invalid", "customer"),
        (#"{"customer":7,"signedTransaction":"a"}"#, "field_wrong_type", "customer"),
        (#"{"customer":"a","signedTransaction":"a","intent":"steal"}"#, "intent_invalid", "intent"),
        (
            #"{"customer":"a","signedTransaction":"a","appAccountToken":"x"}"#, "account_token_invalid",
            "appAccountToken"
        ),
        (#"{"customer":"a","signedTransaction":"a","signedtransaction":"b"}"#, "field_unknown", "signedtransaction"),
    ]

    @Test("A wrong body names the field and the remedy", arguments: Self.badRequests)
    func badRequest(json: String, code: String, field: String?) async throws {
        let answer = try await self.server.send(.post, "/v1/purchases", body: Array(json.utf8))
        #expect(answer.status == .unprocessableContent)
        #expect(answer.code == code)
        #expect(answer["field"] == field.map { .string($0) })
    }

    @Test("Without a customer the token determines the owner, the body's before the transaction's own")
    func namedByToken() async throws {
        let annas = "3F0E9A52-4B6D-4B6E-9D5B-0C6F6F0F8A11"
        let berts = "4f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a22"
        for (customer, token) in [("anna", annas), ("bert", berts)] {
            let body = Array(#"{"appAccountToken":"\#(token)"}"#.utf8)
            let answer = try await self.server.send(.post, "/v1/customers/\(customer)/tokens", body: body)
            #expect(answer.status == .created || answer.status == .ok, "\(answer.text)")
        }
        let own = try await self.submit(SamplePayloads.transaction(token: annas.lowercased()))
        #expect(own["customer"] == .string("anna"))
        #expect(own.text.contains(#""claim":{"owned":true,"reason":"accountToken"}"#))
        let given = try await self.submit(
            SamplePayloads.consumable(),
            further: #","appAccountToken":"\#(berts)""#
        )
        #expect(given["customer"] == .string("bert"))
        #expect(given.text.contains(#""owned":true"#))
    }

    @Test("Without a customer and a known token, nothing is recorded and the field is named")
    func namedByNobody() async throws {
        var shared = SamplePayloads.transaction(token: "3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11")
        for ownership in [InAppOwnershipType.purchased, .familyShared] {
            shared.inAppOwnershipType = ownership
            if ownership == .familyShared {
                // The payer's token does not determine the user of a family-shared purchase.
                let body = Array(#"{"appAccountToken":"3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"}"#.utf8)
                _ = try await self.server.send(.post, "/v1/customers/anna/tokens", body: body)
            }
            let answer = try await self.submit(shared)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.code == "field_missing")
            #expect(answer["field"] == .string("customer"))
            #expect(!answer.text.contains("anna"))
        }
        let stranger = try SigningAuthority(name: "Stranger")
        let forged = try await self.submit(SamplePayloads.transaction(), by: stranger)
        #expect(forged.code == "chain_root_not_trusted")
        #expect(try await self.server.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
    }

    private func submit(
        _ payload: TransactionPayload,
        by authority: SigningAuthority? = nil,
        further: String = ""
    ) async throws -> TestServer.TestResponse {
        let compact = try (authority ?? self.server.shop.authority).sign(payload).bytes
        let body = Array(#"{"signedTransaction":""#.utf8) + compact + Array(#""\#(further)}"#.utf8)
        return try await self.server.send(.post, "/v1/purchases", body: body)
    }

    @Test("Without a key, or with another, there is no answer", arguments: [nil, "", "purser_sk_wrong", "x"])
    func keys(key: String?) async throws {
        for path in ["/v1/purchases", "/v1/customers/anna/entitlements", "/v1/customers/anna/transactions"] {
            let method: HTTPRequest.Method = path == "/v1/purchases" ? .post : .get
            let answer = try await self.server.send(method, path, key: key)
            #expect(answer.status == .unauthorized)
            #expect(answer.code == (key == nil || key == "" ? "key_missing" : "key_unknown"))
            #expect(answer.headers[.wwwAuthenticate] == "Bearer")
        }
    }
}
