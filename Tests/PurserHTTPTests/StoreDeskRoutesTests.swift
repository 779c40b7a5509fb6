import AppStore
import AppStoreSimulator
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct StoreDeskRoutesTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    @Test(
        "Without a key for Apple's API every route says so, and how to put it right",
        arguments: [
            ("GET", "/v1/subscriptions/2000000000000001/status", ""),
            ("POST", "/v1/subscriptions/2000000000000001/extend", #"{"days":7,"because":"outage"}"#),
            ("POST", "/v1/extensions", #"{"product":"pro.monthly","days":7,"because":"outage","storefronts":["USA"]}"#),
            ("PUT", "/v1/transactions/1/token", #"{"appAccountToken":"3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"}"#),
            ("POST", "/v1/transactions/1/finish", ""), ("GET", "/v1/transactions/1/app", ""),
            ("GET", "/v1/apple-orders/M29UVJ9F42V", ""), ("GET", "/v1/retention/messages", ""),
            ("DELETE", "/v1/retention/realtime-url", ""),
            ("POST", "/v1/offers/introductory", #"{"product":"pro.monthly","transaction":"1","allow":true}"#),
            (
                "POST", "/v1/offers/promotional",
                #"{"customer":"anna","product":"pro.monthly","offer":"spring","transaction":"1"}"#
            ),
            ("POST", "/v1/offers/advanced-commerce", #"{"operation":"CREATE_SUBSCRIPTION"}"#),
        ]
    )
    func unconfigured(method: String, path: String, body: String) async throws {
        let method = try #require(HTTPRequest.Method(method))
        let answer = try await self.server.send(method, path, body: Array(body.utf8))
        #expect(answer.status == .conflict, "\(answer.text)")
        #expect(answer.code == "appstore_not_configured")
    }

    @Test(
        "What is asked wrongly is named with its field, and nothing is asked of Apple",
        arguments: [
            ("POST", "/v1/subscriptions/1/extend", #"{"days":91,"because":"outage"}"#, "field_wrong_type", "days"),
            ("POST", "/v1/subscriptions/1/extend", #"{"days":"7","because":"outage"}"#, "field_wrong_type", "days"),
            ("POST", "/v1/subscriptions/1/extend", #"{"days":7,"because":"rain"}"#, "field_wrong_type", "because"),
            ("POST", "/v1/subscriptions/1/extend", #"{"because":"outage"}"#, "field_missing", "days"),
            ("POST", "/v1/subscriptions/1/extend", #"{"days":7,"because":"other","a":1}"#, "field_unknown", "a"),
            ("POST", "/v1/subscriptions/a%0Ab/extend", "{}", "appstore_identifier_invalid", "transaction"),
            (
                "POST", "/v1/extensions", #"{"product":"a","days":1,"because":"other","storefronts":["us"]}"#,
                "field_wrong_type", "storefronts"
            ),
            (
                "PUT", "/v1/transactions/1/token", #"{"appAccountToken":"x"}"#, "account_token_invalid",
                "appAccountToken"
            ),
            ("PUT", "/v1/transactions/1/token", "{}", "field_missing", "appAccountToken"),
            ("POST", "/v1/transactions/1/finish?dryRun=perhaps", "", "field_wrong_type", "dryRun"),
            ("PUT", "/v1/retention/messages/1", "{}", "field_wrong_type", "message"),
            ("GET", "/v1/retention/images?environment=Xcode", "", "environment_invalid", "environment"),
            ("POST", "/v1/offers/introductory", #"{"product":"a"}"#, "field_missing", "transaction"),
            (
                "POST", "/v1/offers/introductory", #"{"product":"a","transaction":"1","allow":"yes"}"#,
                "field_wrong_type", "allow"
            ),
            ("POST", "/v1/offers/advanced-commerce", #"{"operation":"X"}"#, "field_wrong_type", "operation"),
        ]
    )
    func mistakes(method: String, path: String, body: String, code: String, field: String) async throws {
        let method = try #require(HTTPRequest.Method(method))
        let answer = try await self.server.send(method, path, body: Array(body.utf8))
        #expect(answer.status == .unprocessableContent, "\(answer.text)")
        #expect(answer.code == code)
        #expect(answer["field"] == .string(field))
    }

    @Test("A preview tells what the books know, asks nothing of Apple, and is not in the audit log")
    func preview() async throws {
        _ = try await self.server.notify(self.server.shop.notification())
        let answer = try await self.server.send(
            .post,
            "/v1/subscriptions/2000000000000001/extend?dryRun=true",
            body: Array(#"{"days":7,"because":"outage"}"#.utf8)
        )
        #expect(answer.status == .ok)
        #expect(answer["dryRun"] == .bool(true))
        #expect(answer["about"]?["productId"] == .string("pro.monthly"))
        #expect(try await self.server.shop.repository.auditHead().count == 0)
    }

    @Test("What is done is in the audit log before Apple is asked, with the reason given")
    func audit() async throws {
        let body = Array(#"{"days":7,"because":"outage","reason":"the servers were down"}"#.utf8)
        _ = try await self.server.send(.post, "/v1/subscriptions/1/extend", body: body)
        let entries = try await self.server.shop.repository.auditEntries(after: 0, limit: 10)
        #expect(entries.map(\.action) == [.subscriptionExtend, .subscriptionExtend])
        #expect(entries.first?.outcome == .begun && entries.last?.details["entry"] == "1")
        #expect(entries.first?.reason?.text == "the servers were down")
        #expect(entries.first?.subject == "1")
    }

    @Test(
        "An order sent again under its key is kept once, though Apple is down, and also when its answer is forgotten",
        arguments: [
            (
                "/v1/extensions", #"{"product":"pro.monthly","days":7,"because":"outage"}"#,
                #"{"product":"pro.monthly","days":8,"because":"outage"}"#
            ),
            (
                "/v1/subscriptions/2000000000000001/extend", #"{"days":7,"because":"outage"}"#,
                #"{"days":8,"because":"outage"}"#
            ),
        ]
    )
    func keyedExtension(path: String, body: String, other: String) async throws {
        let stage = try WorldStage(.production)
        stage.line.acceptKey(calls: 0)
        func order(_ body: String, key: String) async throws -> TestServer.Exchange {
            try await stage.send(.post, path, idempotency: key, body: body)
        }
        let first = try await order(body, key: "one")
        #expect(first.status == .accepted, "\(first.text)")
        #expect(first["state"] == .string("waiting"))
        #expect(try await order(body, key: "one").text == first.text)
        // A day later the answer is forgotten, and the order is not.
        try await stage.pass(.seconds(25 * 3600))
        #expect(try await order(body, key: "one").text == first.text)
        try await stage.pass(.seconds(25 * 3600))
        let reused = try await order(other, key: "one")
        #expect(reused.status == .conflict && reused.code == "idempotency_key_reused", "\(reused.text)")
        let orders = try await stage.shop.repository.renewalExtensions(
            of: stage.app.name,
            environment: .production,
            limit: 9
        )
        let id = try #require(first["id"]?.text)
        #expect(orders.map(\.id.rawValue) == [id])
        let second = try await order(body, key: "two")
        #expect(second.status == .accepted && second["id"] != first["id"])
    }
}
