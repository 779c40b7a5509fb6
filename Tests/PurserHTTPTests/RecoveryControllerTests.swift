import AppStore
import AppStoreSimulator
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct RecoveryControllerTests {
    let stage: WorldStage

    init() throws {
        let sold = try WorldStage(.production).app.catalog
        // A consumable of no coins stays due until the shop confirms it.
        let coins = Product(id: ProductID("coins.100"), kind: .consumable)
        let catalog = Catalog(
            entitlements: sold.entitlements,
            products: sold.products.merging([coins.id: coins]) { $1 },
            fulfillment: FulfillmentPolicy(from: Instant(milliseconds: 0))
        )
        self.stage = try WorldStage(.production, catalog: catalog)
    }

    private func buy(_ product: String) throws -> WorldPurchase {
        try self.stage.shop.world.buy(product, by: self.stage.shop.world.customer("phone"))
    }

    private func recover(
        _ number: String,
        for customer: String = "anna",
        _ rest: String = "",
        accept: String? = nil
    ) async throws -> TestServer.TestResponse {
        var headers: HTTPFields = [:]
        headers[.acceptLanguage] = accept
        let body = #"{"customer":"\#(customer)","orderNumber":"\#(number)"\#(rest)}"#
        return try await self.stage.send(.post, "/v1/recoveries", headers: headers, body: body)
    }

    private func outcomes(_ response: TestServer.TestResponse) -> [String] {
        guard case .array(let purchases)? = response["purchases"] else { return [response.text] }
        return purchases.compactMap { if case .string(let word)? = $0["outcome"] { word } else { nil } }
    }

    @Test("A purchase that a dead app never submitted is recovered once, and no other customer gets it")
    func recovered() async throws {
        let bought = try self.buy("theme.dark")
        let found = try await self.recover(bought.orderId.lowercased())
        #expect(found.status == .ok, "\(found.text)")
        #expect(self.outcomes(found) == ["recovered"])
        #expect(found["orderNumber"] == .string(bought.orderId))
        #expect(found.text.contains("We found your purchase, and theme.dark is yours now."))
        let entitlements = try await self.stage.send(.get, "/v1/customers/anna/entitlements")
        #expect(entitlements.text.contains(#""name":"theme.dark""#))
        #expect(self.outcomes(try await self.recover(bought.orderId)) == ["already"])

        let other = try await self.recover(bought.orderId, for: "bert")
        #expect(other.status == .conflict && other.code == "order_number_of_another", "\(other.text)")
        #expect(!other.text.contains("anna"), "The owner is not named.")
        let rest = try await self.stage.send(.get, "/v1/customers/bert/entitlements")
        #expect(!rest.text.contains("theme.dark"))
    }

    @Test("What is paid and on its way is said to be due, until the shop confirms it; a refund leaves nothing")
    func fulfilled() async throws {
        let bought = try self.buy("coins.100")
        #expect(self.outcomes(try await self.recover(bought.orderId)) == ["due"])
        let path = "/v1/fulfillments/\(FulfillmentID(TransactionID(bought.transactionId), in: .production))"
        let confirmed = try await self.stage.send(.post, path + "/confirm", body: "{}")
        #expect(confirmed.status == .ok, "\(confirmed.text)")
        #expect(self.outcomes(try await self.recover(bought.orderId)) == ["already"])
        let second = try self.buy("coins.100")
        try self.stage.shop.world.refund(second.transactionId)
        #expect(self.outcomes(try await self.recover(second.orderId)) == ["refunded"])
    }

    @Test("A submitted purchase keeps its owner, even where a restore would transfer it")
    func kept() async throws {
        let bought = try self.buy("theme.dark")
        let body = #"{"customer":"anna","signedTransaction":"\#(try self.stage.signed(bought.transactionId))"}"#
        #expect(try await self.stage.send(.post, "/v1/purchases", body: body).status == .ok)
        #expect(try await self.recover(bought.orderId, for: "bert").code == "order_number_of_another")
        #expect(self.outcomes(try await self.recover(bought.orderId)) == ["already"])
    }

    @Test("A subscription that has ended is over")
    func over() async throws {
        let bought = try self.buy("basic.monthly")
        try self.stage.shop.world.cancel("basic.monthly", of: self.stage.shop.world.customer("phone"))
        try await self.stage.pass(.seconds(40 * 86_400))
        #expect(self.outcomes(try await self.recover(bought.orderId)) == ["over"])
    }

    @Test(
        "The customer gets a text in their language",
        arguments: [
            (nil, nil, "en"), ("zh-CN", nil, "zh-Hans"), ("fr, zh;q=0.8, en;q=0.5", nil, "zh-Hans"),
            ("fr", nil, "en"), ("en", "zh-Hans", "zh-Hans"), ("zh-Hans", "tlh", "en"), ("zh-TW", nil, "en"),
        ] as [(String?, String?, String)]
    )
    func languages(accept: String?, field: String?, language: String) async throws {
        let bought = try self.buy("theme.dark")
        let rest = field.map { #","language":"\#($0)""# } ?? ""
        let found = try await self.recover(bought.orderId, rest, accept: accept)
        #expect(found["language"] == .string(language), "\(found.text)")
        #expect(found.text.contains("已到账") == (language == "zh-Hans"))
        let unknown = try await self.recover("MZZZZZZZ99", rest, accept: accept)
        #expect(unknown["language"] == .string(language), "\(unknown.text)")
        #expect(unknown.text.contains("订单号") == (language == "zh-Hans"))
    }

    @Test("A number that Apple does not know is said so, and an empty one too")
    func unknown() async throws {
        let unknown = try await self.recover("MZZZZZZZ99")
        #expect(unknown.status == .notFound && unknown.code == "order_number_unknown")
        #expect(unknown["field"] == .string("orderNumber"))
        #expect(unknown["sentence"] != nil)
        self.stage.line.answerLookUps(Array(#"{"status":0,"signedTransactions":[]}"#.utf8))
        let empty = try await self.recover("MZZZZZZZ99")
        #expect(empty.status == .notFound && empty.code == "order_number_empty", "\(empty.text)")
    }

    @Test(
        "A number of another spelling is refused without asking Apple",
        arguments: ["", "1234567890", "ABCDEFGHIJ", "M1", "MMTVJ1W3L4MMTVJ1W3L4M", "MMTVJ1W3L4!", "ＭＭＴＶＪ１Ｗ３"]
    )
    func malformed(number: String) async throws {
        let answer = try await self.recover(number)
        #expect(answer.status == .unprocessableContent && answer.code == "order_number_invalid", "\(answer.text)")
        #expect(answer["sentence"] != nil)
        #expect(self.stage.line.calls.isEmpty)
    }

    @Test(
        "What is missing or wrong in the body is named",
        arguments: [
            (#"{"customer":"anna"}"#, "field_missing", "orderNumber"),
            (#"{"orderNumber":"MMTVJ1W3L4"}"#, "field_missing", "customer"),
            (#"{"customer":"","orderNumber":"MMTVJ1W3L4"}"#, "field_invalid", "customer"),
            (#"{"customer":"anna","orderNumber":7}"#, "field_wrong_type", "orderNumber"),
            (#"{"customer":"anna","number":"MMTVJ1W3L4"}"#, "field_unknown", "number"),
            (#"{"customer":"~erased-1","orderNumber":"MMTVJ1W3L4"}"#, "customer_reserved", "customer"),
        ]
    )
    func fields(body: String, code: String, field: String) async throws {
        var body = body
        if code == "customer_reserved" { body = body.replacing("~erased-1", with: CustomerID.erasedPrefix + "1") }
        let answer = try await self.stage.send(.post, "/v1/recoveries", body: body)
        #expect(answer.status == .unprocessableContent && answer.code == code, "\(answer.text)")
        #expect(answer["field"] == .string(field))
        #expect(self.stage.line.calls.isEmpty)
    }

    @Test("A customer who asks too often waits, and no other customer does")
    func tooOften() async throws {
        for _ in 0..<5 { #expect(try await self.recover("MZZZZZZZ99").status == .notFound) }
        let calls = self.stage.line.calls.count
        let refused = try await self.recover("MZZZZZZZ99", #","language":"zh-Hans""#)
        #expect(refused.status == .tooManyRequests && refused.code == "recovery_rate_limited", "\(refused.text)")
        #expect(refused.headers[.retryAfter].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
        #expect(refused["language"] == .string("zh-Hans"))
        #expect(self.stage.line.calls.count == calls)
        #expect(try await self.recover("MZZZZZZZ99", for: "bert").status == .notFound)
        try await self.stage.pass(.seconds(61))
        #expect(try await self.recover("MZZZZZZZ99").status == .notFound)
        #expect(try await self.recover("MZZZZZZZ99").status == .tooManyRequests)
    }

    @Test("Without a key for Apple nothing can be recovered, and it is said what to do")
    func notConfigured() async throws {
        let server = try TestServer()
        let body = Array(#"{"customer":"anna","orderNumber":"MMTVJ1W3L4"}"#.utf8)
        let answer = try await server.send(.post, "/v1/recoveries", body: body)
        #expect(answer.status == .conflict && answer.code == "appstore_not_configured", "\(answer.text)")
        #expect(answer["sentence"] != nil)
    }
}
