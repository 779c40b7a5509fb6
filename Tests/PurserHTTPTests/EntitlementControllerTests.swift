import AppStore
import Foundation
import HTTPTypes
import Ledger
import PurserTesting
import Testing

@Suite struct EntitlementControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    /// The part of an answer that is the entitlements.
    private static func entitlements(in text: String) throws -> Substring {
        let start = try #require(text.range(of: #""entitlements":"#)).upperBound
        let end = try #require(text.range(of: #","environment":"Production""#, options: .backwards)).lowerBound
        return text[start..<end]
    }

    private func buy(
        _ payload: TransactionPayload = SamplePayloads.transaction(),
        customer: String = "anna"
    ) async throws -> TestServer.TestResponse {
        try await self.server.submit(self.server.shop.authority.sign(payload).bytes, customer: customer)
    }

    @Test("A purchase and a question answer with the same entitlements, byte for byte")
    func sameBytes() async throws {
        let bought = try await self.buy()
        let asked = try await self.server.send(.get, "/v1/customers/anna/entitlements")
        #expect(asked.headers[.contentType] == "application/json; charset=utf-8")
        #expect(try Self.entitlements(in: bought.text) == Self.entitlements(in: asked.text))
        #expect(asked.body != nil, "It is whole JSON: \(asked.text)")
    }

    @Test("The answer's ETag stays while time passes and changes with the entitlements")
    func eTag() async throws {
        _ = try await self.buy()
        let path = "/v1/customers/anna/entitlements"
        let first = try #require(try await self.server.send(.get, path).headers[.eTag])
        self.server.shop.setNow(Instant(milliseconds: SamplePayloads.signedAt.milliseconds + 3_600_000))
        let same = try await self.server.send(.get, path, headers: [.ifNoneMatch: "\"other\", \(first)"])
        #expect(same.status == .notModified)
        #expect(same.text.isEmpty)
        #expect(same.headers[.eTag] == first)
        _ = try await self.buy(SamplePayloads.consumable(id: "2000000000000901", productID: "frame.gold"))
        let other = try await self.server.send(.get, path, headers: [.ifNoneMatch: "\"other\""])
        #expect(other.status == .ok)
        let end = Instant(milliseconds: SamplePayloads.signedAt.milliseconds + 40 * 86_400_000)
        self.server.shop.setNow(end)
        let ended = try await self.server.send(.get, path, headers: [.ifNoneMatch: first])
        #expect(ended.status == .ok)
        #expect(ended.text.contains(#""active":false"#))
        #expect(ended.headers[.eTag] != first)
    }

    @Test("What App Review buys in the Sandbox counts for seven days on a server in production, named as such")
    func sandbox() async throws {
        let tested = SamplePayloads.transaction(environment: .sandbox)
        let bought = try await self.buy(tested)
        #expect(bought["environment"] == .string("Sandbox"))
        #expect(bought.text.contains(#""active":true,"environment":"Sandbox""#))
        let path = "/v1/customers/anna/entitlements"
        let now = try await self.server.send(.get, path)
        #expect(now["environment"] == .string("Production"))
        #expect(now.text.contains(#""active":true,"environment":"Sandbox""#))
        #expect(now.text.contains(#""until":"2026-03-08T11:59:59.000Z""#))
        self.server.shop.setNow(Instant(milliseconds: SamplePayloads.signedAt.milliseconds + 8 * 86_400_000))
        let later = try await self.server.send(.get, path)
        #expect(later.text.contains(#""active":false,"environment":"Sandbox""#))
        #expect(later.text.contains(#""reason":"sandbox_limit""#))
        let alone = try await self.server.send(.get, path + "?environment=Sandbox")
        #expect(
            alone.text.contains(#""active":true,"environment":"Sandbox""#),
            "If it is requested alone, the response contains all of it."
        )
    }

    @Test("An entitlement from Production stays Production's, regardless of the Sandbox")
    func both() async throws {
        _ = try await self.buy(SamplePayloads.transaction(environment: .sandbox))
        let genuine = SamplePayloads.transaction(id: "2000000000000002", originalID: "2000000000000002")
        _ = try await self.buy(genuine)
        let answer = try await self.server.send(.get, "/v1/customers/anna/entitlements")
        #expect(answer.text.contains(#""active":true,"environment":"Production""#))
        #expect(!answer.text.contains("Sandbox"))
    }

    @Test("An introductory offer that was used is used up for its whole group")
    func introductory() async throws {
        let path = "/v1/customers/anna/introductory-eligibility"
        let before = try await self.server.send(.get, path)
        #expect(before.text.contains(#""groups":[{"eligible":true,"group":"pro"}]"#))
        var plain = SamplePayloads.transaction()
        _ = try await self.buy(plain)
        #expect(try await self.server.send(.get, path).text.contains(#""eligible":true"#))
        plain.transactionId = "2000000000000003"
        plain.originalTransactionId = "2000000000000003"
        plain.productId = "pro.yearly"
        plain.offerType = .introductory
        _ = try await self.buy(plain)
        let after = try await self.server.send(.get, path)
        #expect(
            after.text.contains(
                #"{"eligible":false,"group":"pro","usedBy":"2000000000000003","usedProduct":"pro.yearly"}"#
            )
        )
    }

    @Test("Without a key for Apple's API a transaction id alone is not enough, and nothing is recorded")
    func transactionID() async throws {
        func submit(_ json: String) async throws -> TestServer.TestResponse {
            try await self.server.send(.post, "/v1/purchases", body: Array(json.utf8))
        }
        let answer = try await submit(#"{"customer":"anna","transactionId":"2000000000000001"}"#)
        #expect(answer.status == .conflict)
        #expect(answer.code == "appstore_not_configured")
        #expect(answer["field"] == .string("transactionId"))
        let odd = try await submit(#"{"customer":"anna","transactionId":"../1"}"#)
        #expect(odd.code == "transaction_id_invalid")
        let both = try await submit(#"{"customer":"anna","transactionId":"1","signedTransaction":"a.b.c"}"#)
        #expect(both.code == "field_not_allowed")
        let neither = try await submit(#"{"customer":"anna"}"#)
        #expect(neither.code == "field_missing")
    }
}
