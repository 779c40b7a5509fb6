import AppStore
import AppStoreSimulator
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct StoreControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    @Test(
        "Without a key for Apple's API every route says so, and how to put it right",
        arguments: [
            ("GET", "/v1/subscriptions/2000000000000001/status", ""),
            ("POST", "/v1/subscriptions/2000000000000001/extend", #"{"days":7,"reasonCode":"outage"}"#),
            (
                "POST", "/v1/extensions",
                #"{"product":"pro.monthly","days":7,"reasonCode":"outage","storefronts":["USA"]}"#
            ),
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
            ("POST", "/v1/subscriptions/1/extend", #"{"days":91,"reasonCode":"outage"}"#, "field_wrong_type", "days"),
            ("POST", "/v1/subscriptions/1/extend", #"{"days":"7","reasonCode":"outage"}"#, "field_wrong_type", "days"),
            (
                "POST", "/v1/subscriptions/1/extend", #"{"days":7,"reasonCode":"rain"}"#, "field_wrong_type",
                "reasonCode"
            ),
            ("POST", "/v1/subscriptions/1/extend", #"{"reasonCode":"outage"}"#, "field_missing", "days"),
            ("POST", "/v1/subscriptions/1/extend", #"{"days":7,"reasonCode":"other","a":1}"#, "field_unknown", "a"),
            ("POST", "/v1/subscriptions/a%0Ab/extend", "{}", "appstore_identifier_invalid", "transaction"),
            (
                "POST", "/v1/extensions", #"{"product":"a","days":1,"reasonCode":"other","storefronts":["us"]}"#,
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

    @Test("A preview returns what the ledger knows, does not call Apple, and is not in the audit log")
    func preview() async throws {
        _ = try await self.server.notify(self.server.shop.notification())
        let answer = try await self.server.send(
            .post,
            "/v1/subscriptions/2000000000000001/extend?dryRun=true",
            body: Array(#"{"days":7,"reasonCode":"outage"}"#.utf8)
        )
        #expect(answer.status == .ok)
        #expect(answer["dryRun"] == .bool(true))
        #expect(answer["about"]?["productId"] == .string("pro.monthly"))
        #expect(try await self.server.shop.repository.read { view in try view.auditHead() }.count == 0)
    }

    @Test("What is done is in the audit log before Apple is asked, with the reason given")
    func audit() async throws {
        let body = Array(#"{"days":7,"reasonCode":"outage","reason":"the servers were down"}"#.utf8)
        _ = try await self.server.send(.post, "/v1/subscriptions/1/extend", body: body)
        let entries = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 10) }
        #expect(entries.map(\.action) == [.subscriptionExtend, .subscriptionExtend])
        #expect(entries.first?.outcome == .begun && entries.last?.details["entry"] == "1")
        #expect(entries.first?.reason?.text == "the servers were down")
        #expect(entries.first?.subject == "1")
    }

    @Test(
        "An order sent again under its key is kept once, though Apple is down, and also when its answer is forgotten",
        arguments: [
            (
                "/v1/extensions", #"{"product":"pro.monthly","days":7,"reasonCode":"outage"}"#,
                #"{"product":"pro.monthly","days":8,"reasonCode":"outage"}"#
            ),
            (
                "/v1/subscriptions/2000000000000001/extend", #"{"days":7,"reasonCode":"outage"}"#,
                #"{"days":8,"reasonCode":"outage"}"#
            ),
        ]
    )
    func keyedExtension(path: String, body: String, other: String) async throws {
        let stage = try WorldStage(.production)
        stage.line.acceptKey(calls: 0)
        func order(_ body: String, key: String) async throws -> TestServer.TestResponse {
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
        let orders = try await stage.shop.repository.read { view in
            try view.renewalExtensions(
                of: stage.app.name,
                environment: .production,
                limit: 9
            )
        }
        let id = try #require(first["id"]?.text)
        #expect(orders.map(\.id.rawValue) == [id])
        let second = try await order(body, key: "two")
        #expect(second.status == .accepted && second["id"] != first["id"])
    }

    @Test("An operator's key for an order is another than a shop's of the same name")
    func operatorsKey() async throws {
        let stage = try WorldStage(.production)
        let body = #"{"product":"pro.monthly","days":7,"reasonCode":"outage"}"#
        let shops = try await stage.send(.post, "/v1/extensions", idempotency: "one", body: body)
        let operators = try await stage.send(
            .post,
            "/v1/extensions",
            idempotency: "one",
            body: body,
            byOperator: true
        )
        #expect(shops.status == .accepted && operators.status == .accepted, "\(operators.text)")
        #expect(shops["id"] != operators["id"])
        #expect(operators["orderedBy"] == .string(OperatorPeer.current.name))
    }

    @Test(
        "Refreshed, the list asks Apple about what is not over, says what could not be asked, and is in the audit log"
    )
    func refreshed() async throws {
        let stage = try WorldStage(.production)
        func order(_ product: String, _ key: String) async throws {
            let body = #"{"product":"\#(product)","days":3,"reasonCode":"outage"}"#
            let answer = try await stage.send(.post, "/v1/extensions", idempotency: key, body: body)
            #expect(answer.status == .accepted, "\(answer.text)")
        }
        func list(_ query: String) async throws -> [JSONValue] {
            let answer = try await stage.send(.get, "/v1/extensions" + query, byOperator: true)
            guard answer.status == .ok, case .array(let orders)? = answer["extensions"] else {
                Issue.record("\(answer.text)")
                return []
            }
            return orders
        }
        try await order("coins.100", "one")
        #expect(try await list("").map { $0["state"]?.text } == ["waiting"])
        #expect(stage.line.calls.isEmpty)
        let refused = try #require(try await list("?refresh=true&reason=weekly").first)
        #expect(refused["state"]?.text == "refused" && refused["refusal"] != nil, "\(refused)")
        let entries = try await stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 10) }
        #expect(entries.suffix(2).map(\.action) == [.subscriptionExtensions, .subscriptionExtensions])
        #expect(entries.last?.operatorName == OperatorPeer.current.name)
        #expect(entries.dropLast().last?.reason?.text == "weekly")
        stage.line.acceptKey(calls: 0)
        try await order("pro.monthly", "two")
        let waiting = try #require(try await list("?refresh=true").first { $0["product"]?.text == "pro.monthly" })
        #expect(waiting["state"]?.text == "waiting" && waiting["unasked"] != nil, "\(waiting)")
    }

    @Test("What an operator does at Apple is in the audit log with name, reason and refusal; a preview is not")
    func operators() async throws {
        let stage = try WorldStage(.production)
        let world = stage.shop.world
        let bought = try world.buy("theme.dark", by: world.customer("phone"))
        let path = "/v1/transactions/\(bought.transactionId)/finish"
        let preview = try await stage.send(.post, path + "?dryRun=true", byOperator: true)
        #expect(preview["about"]?["known"]?.text == "not in the ledger", "\(preview.text)")
        #expect(stage.line.calls.isEmpty)
        #expect(try await stage.shop.repository.read { view in try view.auditHead() }.count == 0)
        let done = try await stage.send(.post, path, body: #"{"reason":"because"}"#, byOperator: true)
        #expect(done.status == .ok, "\(done.text)")
        let unknown = try await stage.send(.post, "/v1/transactions/999/finish", byOperator: true)
        #expect(unknown.status == .notFound)
        let entries = try await stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(entries.map { $0.outcome?.word } == ["begun", "done", "begun", "refused"])
        #expect(entries.allSatisfy { $0.action == .transactionFinish })
        #expect(entries.allSatisfy { $0.operatorName == OperatorPeer.current.name })
        #expect(entries.first?.subject == bought.transactionId && entries.first?.reason?.text == "because")
        #expect(entries.last?.outcome == .refused(code: "appstore_not_found"))
    }

    @Test("An operator recovers orders as often as it takes, and each time is in the audit log with its end")
    func recoveries() async throws {
        let stage = try WorldStage(.production)
        func recover(_ number: String) async throws -> TestServer.TestResponse {
            let body = #"{"customer":"anna","orderNumber":"\#(number)","reason":"she wrote"}"#
            return try await stage.send(.post, "/v1/recoveries", body: body, byOperator: true)
        }
        let bought = try stage.shop.world.buy("theme.dark", by: stage.shop.world.customer("phone"))
        #expect(try await recover(bought.orderId).status == .ok)
        for _ in 0..<7 { #expect(try await recover("MZZZZZZZ99").code == "order_number_unknown") }
        let entries = try await stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 99) }
            .filter { $0.action == .orderRecover }
        #expect(entries.count == 16 && entries.first?.reason?.text == "she wrote")
        #expect(entries.first?.subject == bought.orderId)
        #expect(entries.last?.outcome == .refused(code: "order_number_unknown"))
    }
}
