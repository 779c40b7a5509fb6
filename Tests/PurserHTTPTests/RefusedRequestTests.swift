import AppStore
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserTesting
import Testing

/// A refused HTTP request gets the error and the remedy, and changes nothing.
@Suite struct RefusedRequestTests {
    let stage: AuthenticationStage

    init() throws {
        self.stage = try AuthenticationStage()
    }

    private func expect(
        _ answer: TestServer.TestResponse,
        _ status: HTTPResponse.Status,
        _ code: String,
        field: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
        #expect(answer.code == code, sourceLocation: sourceLocation)
        #expect(answer["field"] == .string(field), sourceLocation: sourceLocation)
        guard case .string(let detail)? = answer["detail"] else {
            Issue.record("There is no sentence in \(answer.text)", sourceLocation: sourceLocation)
            return
        }
        #expect(detail.count > 20 && detail.contains(" "), sourceLocation: sourceLocation)
    }

    private func purchase(_ customer: String = "anna") throws -> String {
        let compact = try self.stage.shop.authority.sign(SamplePayloads.transaction()).bytes
        return #"{"customer":"\#(customer)","signedTransaction":"\#(String(decoding: compact, as: UTF8.self))"}"#
    }

    @Test(
        "An invalid customer token gives no access, in every request",
        arguments: [
            (#""aud":"shop","exp":-1"#, "customer_token_expired"),
            (#""aud":"other","exp":3600"#, "customer_token_wrong_app"),
            (#""aud":"shop""#, "customer_token_expiry_missing"),
            (#""aud":"shop","exp":90000"#, "customer_token_too_long"),
            (#""aud":"shop","exp":3600,"nbf":600"#, "customer_token_not_yet_valid"),
        ]
    )
    func customerToken(claims: String, code: String) async throws {
        let key = try await self.stage.key(.publishable)
        // Instants in the claims count from now.
        var text = claims
        for name in ["exp", "nbf"] {
            guard let range = text.range(of: "\"\(name)\":") else { continue }
            let digits = text[range.upperBound...].prefix { $0 == "-" || $0.isNumber }
            let seconds = try #require(Int64(digits))
            text.replaceSubrange(digits.startIndex..<digits.endIndex, with: "\(self.stage.seconds + seconds)")
        }
        let token = self.stage.token(#"{"sub":"anna",\#(text)}"#)
        let read = try await self.stage.send(.get, "/v1/customers/anna/entitlements", key: key, token: token)
        self.expect(read, .unauthorized, code, field: "Purser-Customer-Token")
        let submitted = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: key,
            token: token,
            body: self.purchase()
        )
        self.expect(submitted, .unauthorized, code, field: "Purser-Customer-Token")
        #expect(try await self.stage.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
    }

    @Test("A token that counted is refused once its time is over")
    func ranOut() async throws {
        let key = try await self.stage.key(.publishable)
        let token = self.stage.token(for: "anna")
        let path = "/v1/customers/anna/entitlements"
        #expect(try await self.stage.send(.get, path, key: key, token: token).status == .ok)
        self.stage.pass(.seconds(3601 + 60))
        let late = try await self.stage.send(.get, path, key: key, token: token)
        self.expect(late, .unauthorized, "customer_token_expired", field: "Purser-Customer-Token")
    }

    @Test("A token that was created for one app identifies no customer in another")
    func madeForAnotherApp() async throws {
        let made = try await self.stage.send(.post, "/v1/customers/anonymous", key: self.stage.key(.publishable))
        guard case .string(let token)? = made["token"] else {
            Issue.record("\(made.text)")
            return
        }
        let elsewhere = try await self.stage.key(.publishable, app: "other")
        let answer = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: elsewhere,
            token: token,
            body: self.purchase()
        )
        self.expect(answer, .unauthorized, "customer_token_unknown", field: "Purser-Customer-Token")
    }

    @Test("An idempotency key with another body, another address or another method is a conflict, and does nothing")
    func idempotencyKey() async throws {
        let first = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: TestServer.key,
            idempotency: "k",
            body: self.purchase()
        )
        #expect(first.status == .ok)
        let before = try await self.stage.shop.repository.read { view in try view.newestEvidencePosition() }
        for (method, path, body) in [
            (HTTPRequest.Method.post, "/v1/purchases", try self.purchase("ben")), (.post, "/v1/purchases", ""),
            (.post, "/v1/customers/ben/tokens", "{}"), (.put, "/v1/customers/ben/facts", "{}"),
            (.delete, "/v1/customers/anna?confirm=anna", ""),
        ] {
            let answer = try await self.stage.send(
                method,
                path,
                key: TestServer.key,
                idempotency: "k",
                body: body
            )
            self.expect(answer, .conflict, "idempotency_key_reused", field: "Idempotency-Key")
        }
        #expect(try await self.stage.shop.repository.read { view in try view.newestEvidencePosition() } == before)
        let ben = try await self.stage.send(.get, "/v1/customers/ben", key: TestServer.key)
        #expect(ben.status == .notFound)
    }

    /// Routes that take a customer in their address.
    private static let customerPaths: [(HTTPRequest.Method, String)] = [
        (.get, "entitlements"), (.get, "transactions"), (.get, "subscriptions"), (.get, "timeline"),
        (.get, "transfers"),
        (.get, "introductory-eligibility"), (.get, "pass"), (.get, "grants"), (.get, "consents"), (.put, "facts"),
        (.post, "tokens"), (.post, "merge"), (.post, "grants"), (.post, "consents"),
    ]

    @Test(
        "A customer id with control characters, without any, or longer than 255 bytes is refused wherever it stands",
        arguments: ["a%00b", "a%0Ab", "%7F", "%C3", String(repeating: "x", count: 256)]
    )
    func customerID(spelling: String) async throws {
        for (method, path) in Self.customerPaths {
            let body = method == .get ? "" : "{}"
            let answer = try await self.stage.send(
                method,
                "/v1/customers/\(spelling)/\(path)",
                key: TestServer.key,
                body: body
            )
            self.expect(answer, .unprocessableContent, "customer_invalid", field: "customer")
        }
    }

    @Test(
        "A token that is no UUID is refused wherever one is taken, with the field",
        arguments: [
            "x", "3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a1", "3f0e9a524b6d4b6e9d5b0c6f6f0f8a11",
            "{3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11}", "3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a1g",
        ]
    )
    func accountToken(text: String) async throws {
        for (method, path, before) in [
            (HTTPRequest.Method.post, "/v1/purchases", #""customer":"anna","signedTransaction":"a","#),
            (.post, "/v1/customers/anna/tokens", ""),
        ] {
            let answer = try await self.stage.send(
                method,
                path,
                key: TestServer.key,
                body: #"{\#(before)"appAccountToken":"\#(text)"}"#
            )
            self.expect(answer, .unprocessableContent, "account_token_invalid", field: "appAccountToken")
        }
    }
}
