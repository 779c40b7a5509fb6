import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct OrderControllerTests {
    let stage: AuthenticationStage

    init() throws {
        self.stage = try AuthenticationStage()
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = "",
        key: String = TestServer.key,
        token: String? = nil
    ) async throws -> TestServer.TestResponse {
        try await self.stage.send(method, path, key: key, token: token, body: body)
    }

    private var product: String {
        get throws { try #require(self.stage.shop.app.catalog.products.keys.min()).rawValue }
    }

    private func create(_ rest: String = "") async throws -> TestServer.TestResponse {
        try await self.send(.post, "/v1/orders", #"{"customer":"anna","product":"\#(try self.product)"\#(rest)}"#)
    }

    private static func id(_ response: TestServer.TestResponse) throws -> String {
        let id: String? = if case .string(let text)? = response["id"] { text } else { nil }
        return try #require(id, "\(response.text)")
    }

    @Test("An order is made, shown, listed, noted and called off")
    func life() async throws {
        let made = try await self.create(#","reference":"shop-1","price":{"amountMilliunits":9990,"currency":"USD"}"#)
        #expect(made.status == .created, "\(made.text)")
        #expect(made["state"] == .string("created"))
        #expect(made["reference"] == .string("shop-1"))
        let path = "/v1/orders/\(try Self.id(made))"
        #expect(try await self.send(.get, path).text == made.text)
        let noted = try await self.send(.post, path + "/notes", #"{"text":"He called."}"#)
        #expect(noted.text.contains(#""text":"He called.""#))
        let list = try await self.send(.get, "/v1/orders?queue=open")
        #expect(list.text.contains(try Self.id(made)))
        let own = try await self.send(.get, "/v1/customers/anna/orders")
        #expect(own.text.contains(try Self.id(made)))
        #expect(try await self.send(.get, "/v1/customers/ben/orders")["orders"] == .array([]))
        let canceled = try await self.send(.post, path + "/cancel", #"{"reason":"a mistake"}"#)
        #expect(canceled["state"] == .string("canceled"))
        #expect(try await self.send(.get, "/v1/orders")["orders"] == .array([]))
        let rest = try await self.send(.get, "/v1/orders?queue=paid_without_order")
        #expect(rest["payments"] == .array([]))
    }

    @Test("A submitted purchase with the order's token pays for it")
    func paid() async throws {
        let product = try self.product
        let signed = SamplePayloads.transaction(
            productID: product,
            token: "3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"
        )
        let token = "3F0E9A52-4B6D-4B6E-9D5B-0C6F6F0F8A11"
        let body = #"{"customer":"anna","product":"\#(product)","appAccountToken":"\#(token)"}"#
        let made = try await self.send(.post, "/v1/orders", body)
        #expect(made.status == .created, "\(made.text)")
        let compact = String(decoding: try self.stage.shop.authority.sign(signed).bytes, as: UTF8.self)
        let submitted = try await self.send(
            .post,
            "/v1/purchases",
            #"{"customer":"anna","signedTransaction":"\#(compact)"}"#
        )
        #expect(submitted.status == .ok)
        let paid = try await self.send(.get, "/v1/orders/\(try Self.id(made))")
        #expect(paid["state"] == .string("paid"), "\(paid.text)")
        #expect(paid.text.contains(#""matches":true"#))
        let late = try await self.send(.post, "/v1/orders/\(try Self.id(made))/cancel", "{}")
        #expect(late.code == "order_paid")
    }

    @Test("Shops and operators see who made an order, who called it off and why, and apps in the field do not")
    func auditEntries() async throws {
        let server = try TestServer()
        let product = try #require(server.shop.app.catalog.products.keys.min()).rawValue
        let made = try await server.operate(
            .post,
            "orders",
            #"{"customer":"anna","product":"\#(product)","id":"one","environment":"Sandbox"}"#
        )
        #expect(made.status == .created, "\(made.text)")
        #expect(made["environment"] == .string("Sandbox"))
        #expect(made["createdBy"] == .string(OperatorPeer.current.name))
        let noted = try await server.operate(.post, "orders/one/notes", #"{"text":"He called."}"#)
        #expect(noted.text.contains(#""by":"\#(OperatorPeer.current.name)""#), "\(noted.text)")
        let off = try await server.operate(.post, "orders/one/cancel", #"{"reason":"a mistake"}"#)
        #expect(off["canceledBy"] == .string(OperatorPeer.current.name), "\(off.text)")
        #expect(off["cancelReason"] == .string("a mistake"))
        let again = try await server.operate(.post, "orders/one/cancel", "{}")
        #expect(again["nothing"] == .string("order_already_canceled"), "\(again.text)")

        let key = try await self.stage.key(.publishable)
        let token = self.stage.token(for: "anna")
        let body = #"{"product":"\#(try self.product)"}"#
        let own = try await self.send(.post, "/v1/orders", body, key: key, token: token)
        #expect(own["environment"] == .string("Production") && own["createdBy"] == nil, "\(own.text)")
        let path = "/v1/orders/\(try Self.id(own))/cancel"
        let called = try await self.send(.post, path, #"{"reason":"mine"}"#, key: key, token: token)
        #expect(called["canceledAt"] != nil && called["canceledBy"] == nil, "\(called.text)")
        #expect(called["cancelReason"] == nil, "\(called.text)")
    }

    @Test("A purchase that no order was made for is listed with its customer")
    func withoutOrder() async throws {
        // Purchases of a time before the first order are not listed.
        #expect(try await self.create().status == .created)
        let signed = SamplePayloads.transaction(productID: try self.product)
        let compact = String(decoding: try self.stage.shop.authority.sign(signed).bytes, as: UTF8.self)
        let submitted = try await self.send(
            .post,
            "/v1/purchases",
            #"{"customer":"anna","signedTransaction":"\#(compact)"}"#
        )
        #expect(submitted.status == .ok, "\(submitted.text)")
        // The order worker finds it among the events.
        let shop = self.stage.shop
        try await OrderMatcher(repository: shop.repository, ambient: shop.ambient).follow(shop.app.name)
        let list = try await self.send(.get, "/v1/orders?queue=paid_without_order")
        guard case .array(let payments)? = list["payments"] else { return #expect(Bool(false), "\(list.text)") }
        #expect(payments.map { $0["customer"] } == [.string("anna")], "\(list.text)")
    }

    @Test("An installed app orders for its own customer only, and chooses neither price, id nor token")
    func publishable() async throws {
        let key = try await self.stage.key(.publishable)
        let token = self.stage.token(for: "anna")
        let body = #"{"product":"\#(try self.product)"}"#
        let made = try await self.send(.post, "/v1/orders", body, key: key, token: token)
        #expect(made.status == .created, "\(made.text)")
        #expect(made["customer"] == .string("anna"))
        let path = "/v1/orders/\(try Self.id(made))"
        _ = try await self.send(.post, path + "/notes", #"{"text":"Not for the app."}"#)
        let own = try await self.send(.get, path, key: key, token: token)
        #expect(own["notes"] == .array([]))
        let ben = self.stage.token(for: "ben")
        #expect(try await self.send(.get, path, key: key, token: ben).code == "order_unknown")
        #expect(try await self.send(.post, path + "/cancel", "{}", key: key, token: ben).code == "order_unknown")
        #expect(try await self.send(.get, path, key: key).code == "customer_token_missing")
        #expect(try await self.send(.get, "/v1/orders", key: key, token: token).status == .forbidden)
        for field in [
            #""id":"a""#, #""appAccountToken":"3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11""#,
            #""price":{"amountMilliunits":1,"currency":"USD"}"#, #""ageBand":"adult""#, #""storefront":"USA""#,
        ] {
            let chosen = #"{"product":"\#(try self.product)",\#(field)}"#
            let refused = try await self.send(.post, "/v1/orders", chosen, key: key, token: token)
            #expect(refused.code == "order_field_not_for_apps")
        }
        let foreign = #"{"customer":"ben","product":"\#(try self.product)"}"#
        #expect(try await self.send(.post, "/v1/orders", foreign, key: key, token: token).code == "customer_not_yours")
        #expect(
            try await self.send(.post, path + "/cancel", "{}", key: key, token: token)["state"] == .string("canceled")
        )
    }

    @Test("An age band and a storefront are not accepted from an app, but from the shop, in the token that it signs")
    func claims() async throws {
        let text = """
            policy: orders
            rules: [{ name: children, when: { customer.ageBand: [under8, 8to15] }, answer: refuse }]
            otherwise: allow
            """
        let file = try RuleFile(bytes: Array(text.utf8), file: "guards.yaml", vocabularies: [.orders])
        let stage = try AuthenticationStage(guards: file.rules)
        let key = try await stage.key(.publishable)
        let body = #"{"product":"\#(try self.product)"}"#
        func order(_ claims: String) async throws -> TestServer.TestResponse {
            let token = stage.token(#"{"sub":"anna","aud":"shop","exp":\#(stage.seconds + 3600)\#(claims)}"#)
            return try await stage.send(.post, "/v1/orders", key: key, token: token, body: body)
        }
        for claims in ["", #","ageBand":"under8""#, #","ageBand":7"#, #","ageBand":"""#, #","ageBand":"a\u0007""#] {
            #expect(try await order(claims).code == "order_refused", "\(claims)")
        }
        let adult = try await order(#","ageBand":"adult","storefront":"CHN""#)
        #expect(adult.status == .created, "\(adult.text)")
        #expect(adult["storefront"] == .string("CHN"))
        let strange = try await order(#","ageBand":"adult","storefront":"china""#)
        #expect(strange.status == .created && strange["storefront"] == nil, "\(strange.text)")
        // With a secret key the body counts.
        let stated = try await stage.send(
            .post,
            "/v1/orders",
            key: TestServer.key,
            body: #"{"customer":"anna","ageBand":"adult","storefront":"USA",\#(body.dropFirst())"#
        )
        #expect(stated.status == .created && stated["storefront"] == .string("USA"), "\(stated.text)")
    }

    @Test(
        "What is wrong with an order is refused with its field",
        arguments: [
            (#"{"product":"none","customer":"anna"}"#, "product_unknown", "product"),
            (#"{"customer":"anna"}"#, "field_missing", "product"),
            (#"{"product":"x"}"#, "field_missing", "customer"),
            (#"{"product":"P","customer":"anna","quantity":0}"#, "order_quantity_invalid", "quantity"),
            (#"{"product":"P","customer":"anna","quantity":-1}"#, "order_quantity_invalid", "quantity"),
            (#"{"product":"P","customer":"anna","quantity":"1"}"#, "field_wrong_type", "quantity"),
            (#"{"product":"P","customer":"anna","lifetimeSeconds":59}"#, "order_lifetime_invalid", "lifetimeSeconds"),
            (
                #"{"product":"P","customer":"anna","lifetimeSeconds":9223372036854775807}"#, "order_lifetime_invalid",
                "lifetimeSeconds"
            ),
            (#"{"product":"P","customer":"anna","price":5}"#, "field_wrong_type", "price"),
            (
                #"{"product":"P","customer":"anna","price":{"amountMilliunits":-1,"currency":"USD"}}"#,
                "order_price_invalid", "price"
            ),
            (#"{"product":"P","customer":"anna","id":"a b"}"#, "order_name_invalid", "id"),
            (#"{"product":"P","customer":"anna","reference":""}"#, "order_text_invalid", "reference"),
            (#"{"product":"P","customer":"anna","environment":"Xcode"}"#, "order_environment_closed", "environment"),
            (#"{"product":"P","customer":"erased:1","id":"a"}"#, "customer_reserved", "customer"),
            (#"{"product":"P","customer":"anna","color":"red"}"#, "field_unknown", "color"),
        ]
    )
    func refused(body: String, code: String, field: String) async throws {
        let body = body.replacing(#""P""#, with: "\"\(try self.product)\"")
        let answer = try await self.send(.post, "/v1/orders", body)
        #expect(answer.code == code, "\(answer.text)")
        #expect(answer["field"] == .string(field))
    }

    @Test("A name and a token are taken once, unknown orders are unknown, and cursors and queues are checked")
    func conflicts() async throws {
        let token = #","appAccountToken":"3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11""#
        #expect(try await self.create(#","id":"one""# + token).status == .created)
        #expect(try await self.create(#","id":"one""#).code == "order_exists")
        #expect(try await self.create(token).code == "account_token_taken")
        #expect(try await self.send(.get, "/v1/orders/two").code == "order_unknown")
        #expect(try await self.send(.post, "/v1/orders/two/cancel", "{}").code == "order_unknown")
        #expect(try await self.send(.post, "/v1/orders/one/notes", #"{"text":""}"#).code == "order_note_invalid")
        let bell = #"{"text":"a\u0007b"}"#
        #expect(try await self.send(.post, "/v1/orders/one/notes", bell).code == "order_note_unclean")
        #expect(try await self.send(.post, "/v1/orders/one/notes", #"{"text":"a\nb"}"#).status == .ok)
        #expect(try await self.send(.post, "/v1/orders/one/notes", "{}").code == "field_missing")
        #expect(try await self.send(.get, "/v1/orders?cursor=x").code == "cursor_invalid")
        #expect(try await self.send(.get, "/v1/orders?queue=mine").code == "field_invalid")
        for _ in 0..<OrderNote.maximumCount { _ = try await self.send(.post, "/v1/orders/one/notes", #"{"text":"a"}"#) }
        #expect(try await self.send(.post, "/v1/orders/one/notes", #"{"text":"a"}"#).code == "order_notes_full")
    }

    @Test("What operators do about blocks is in the audit log under their name, with its reason and outcome")
    func blockByOperator() async throws {
        let server = try TestServer()
        let path = "customers/anna/block"
        #expect(try await server.operate(.delete, path + "?reason=none")["nothing"] == .string("customer_not_blocked"))
        let blocked = try await server.operate(.put, path, #"{"reason":"sells refunds"}"#)
        #expect(blocked["by"] == .string(OperatorPeer.current.name), "\(blocked.text)")
        #expect(try await server.operate(.put, path, #"{"reason":"again"}"#)["nothing"] != nil)
        #expect(try await server.operate(.get, path)["reason"] == .string("sells refunds"))
        let audit = try await server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(audit.map(\.action) == [.customerUnblock, .customerBlock, .customerBlock])
        #expect(audit.map(\.outcome) == [.nothing, .done, .nothing])
        #expect(audit.map(\.reason?.text) == ["none", "sells refunds", "again"])
        #expect(audit.allSatisfy { $0.operatorName == OperatorPeer.current.name && $0.subject == "shop" })
    }

    @Test("A customer is blocked with a reason, and not any more")
    func block() async throws {
        let path = "/v1/customers/anna/block"
        #expect(try await self.send(.put, path, "{}").code == "block_reason_missing")
        #expect(try await self.send(.put, path, #"{"reason":"a\nb"}"#).code == "block_reason_unclean")
        let blocked = try await self.send(.put, path, #"{"reason":"sells refunds"}"#)
        #expect(blocked["blocked"] == .bool(true))
        #expect(try await self.send(.get, path).text == blocked.text)
        let again = try await self.send(.put, path, #"{"reason":"once more"}"#)
        #expect(again["nothing"] == .string("customer_already_blocked"))
        #expect(again["reason"] == .string("sells refunds"), "They stay as they were blocked first.")
        #expect(try await self.send(.delete, path).code == "block_reason_missing")
        #expect(try await self.send(.delete, path + "?reason=a%20mistake")["blocked"] == .bool(false))
        #expect(try await self.send(.get, path)["blocked"] == .bool(false))
        let none = try await self.send(.delete, path + "?reason=a%20mistake")
        #expect(none["nothing"] == .string("customer_not_blocked"))
    }
}
