import AppStore
import HTTPTypes
import Ledger
import PurserTesting
import Testing

@Suite struct CustomerHistoryControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    private func get(_ path: String) async throws -> TestServer.TestResponse {
        try await self.server.send(.get, path)
    }

    private func submit(_ payload: TransactionPayload, _ customer: String = "anna") async throws {
        let compact = try self.server.shop.authority.sign(payload).bytes
        #expect(try await self.server.submit(compact, customer: customer).status == .ok)
    }

    /// A subscription with a period that is over and one that runs, and coins.
    private func fill() async throws {
        let day: Int64 = 86_400_000
        let start = SamplePayloads.signedAt.milliseconds
        var first = SamplePayloads.transaction()
        first.purchaseDate = Timestamp(milliseconds: start - 40 * day)
        first.expiresDate = Timestamp(milliseconds: start - 10 * day)
        var second = SamplePayloads.transaction(id: "2000000000000002")
        second.purchaseDate = Timestamp(milliseconds: start - 10 * day)
        second.expiresDate = Timestamp(milliseconds: start + 20 * day)
        second.transactionReason = .renewal
        try await self.submit(first)
        try await self.submit(second)
        try await self.submit(SamplePayloads.consumable())
    }

    private func ids(_ answer: TestServer.TestResponse) -> [String] {
        guard case .array(let lines)? = answer["transactions"] else { return [] }
        return lines.compactMap { line in
            guard case .array(let ids)? = line["transactions"], case .string(let id)? = ids.first else { return nil }
            return id
        }
    }

    @Test("Purchases are listed all, the latest of each chain, or what gives something now")
    func views() async throws {
        try await self.fill()
        let path = "/v1/customers/anna/transactions"
        #expect(try await self.ids(self.get(path)) == ["2000000000000001", "2000000000000002", "2000000000000900"])
        #expect(try await self.ids(self.get(path + "?view=latest")) == ["2000000000000002", "2000000000000900"])
        #expect(try await self.ids(self.get(path + "?view=current")) == ["2000000000000002"])
        #expect(try await self.get(path + "?view=some").code == "field_invalid")
    }

    @Test("Purchases come in pages that leave nothing out")
    func pages() async throws {
        try await self.fill()
        var seen: [String] = []
        var path = "/v1/customers/anna/transactions?limit=2"
        for _ in 0..<3 {
            let page = try await self.get(path)
            seen += self.ids(page)
            guard case .string(let next)? = page["next"] else { break }
            path = "/v1/customers/anna/transactions?limit=2&cursor=\(next)"
        }
        #expect(seen == ["2000000000000001", "2000000000000002", "2000000000000900"])
        #expect(try await self.get("/v1/customers/anna/transactions?cursor=77").code == "cursor_invalid")
    }

    @Test("The reasons of a customer's risk are listed with their transactions; an unknown customer has none")
    func risk() async throws {
        let path = "/v1/customers/anna/risk"
        let none = try await self.get(path)
        #expect(none["points"] == .number("0") && none["reasons"] == .array([]))
        for id in ["2000000000000901", "2000000000000902"] {
            var coins = SamplePayloads.consumable()
            coins.transactionId = id
            coins.originalTransactionId = id
            coins.revocationDate = coins.purchaseDate
            coins.revocationReason = .other
            try await self.submit(coins)
        }
        let answer = try await self.get(path)
        guard case .array(let reasons)? = answer["reasons"], let reason = reasons.first else {
            Issue.record("\(answer)")
            return
        }
        #expect(reasons.count == 1)
        #expect(reason["reason"] == .string("repeated_refunds") && reason["count"] == .number("2"))
        #expect(reason["transactions"] == .array([.string("2000000000000902"), .string("2000000000000901")]))
        #expect(try await self.get("/v1/customers/ben/risk")["points"] == .number("0"))
        #expect(try await self.get(path + "?environment=Moon").code == "environment_invalid")
    }

    @Test("The reasons of an Apple Account name its customers, and no customer is listed without a threshold")
    func accountRisk() async throws {
        for id in ["2000000000000901", "2000000000000902"] {
            var coins = SamplePayloads.consumable()
            coins.transactionId = id
            coins.originalTransactionId = id
            coins.appTransactionId = "7001"
            coins.revocationDate = coins.purchaseDate
            coins.revocationReason = .other
            try await self.submit(coins)
        }
        let answer = try await self.get("/v1/apple-accounts/7001/risk")
        #expect(answer["account"] == .string("7001") && answer["customers"] == .array([.string("anna")]))
        guard case .array(let reasons)? = answer["reasons"] else {
            Issue.record("\(answer)")
            return
        }
        #expect(reasons.map { $0["reason"] } == [.string("repeated_refunds")])
        let unknown = try await self.get("/v1/apple-accounts/7002/risk")
        #expect(unknown["customers"] == .array([]) && unknown["points"] == .number("0"))
        #expect(try await self.get("/v1/apple-accounts/7001/risk?environment=Moon").code == "environment_invalid")
        #expect(try await self.get("/v1/risk")["customers"] == .array([]))
        #expect(try await self.get("/v1/risk?cursor=77").code == "cursor_invalid")
    }

    @Test("A subscription is one line with its state; what is none is not listed")
    func subscriptions() async throws {
        try await self.fill()
        let answer = try await self.get("/v1/customers/anna/subscriptions")
        for part in [
            #""originalTransaction":"2000000000000001""#, #""owned":true"#, #""purchases":2"#,
            #""transactions":["2000000000000002"]"#, #""group":"pro""#, #""state":"active""#,
        ] {
            #expect(answer.text.contains(part), "\(part) is missing in \(answer.text)")
        }
        #expect(!answer.text.contains("2000000000000900"))
        let empty = try await self.get("/v1/customers/nobody/subscriptions")
        #expect(empty.text == #"{"customer":"nobody","environment":"Production","subscriptions":[]}"#)
    }

    private func entries(_ answer: TestServer.TestResponse) -> [JSONValue] {
        if case .array(let entries)? = answer["entries"] { entries } else { [] }
    }

    @Test(
        "Everything that happened is in one list, newest first, and the same in pages of any size",
        arguments: [1, 2, 3, 7, 200]
    )
    func timeline(limit: Int) async throws {
        try await self.fill()
        _ = try await self.server.notify(self.server.shop.notification())
        _ = try await self.server.send(
            .post,
            "/v1/transactions/2000000000000900/owner",
            body: Array(#"{"customer":"ben","reason":"a gift"}"#.utf8)
        )
        let whole = self.entries(try await self.get("/v1/customers/anna/timeline?limit=200"))
        for type in ["evidence", "event", "transfer", "submission", "action"] {
            #expect(whole.contains { $0["type"] == .string(type) }, "\(type) is missing")
        }
        let dates = whole.compactMap { entry -> String? in
            if case .string(let at)? = entry["at"] { at } else { nil }
        }
        #expect(dates == dates.sorted(by: >))
        var seen: [JSONValue] = []
        var path = "/v1/customers/anna/timeline?limit=\(limit)"
        while seen.count <= whole.count {
            let page = try await self.get(path)
            seen += self.entries(page)
            guard case .string(let next)? = page["next"] else { break }
            path = "/v1/customers/anna/timeline?limit=\(limit)&cursor=\(next)"
        }
        #expect(seen.compactMap { $0["id"] } == whole.compactMap { $0["id"] })
    }

    @Test("Only the kinds that are asked for are listed")
    func kinds() async throws {
        try await self.fill()
        let answer = try await self.get("/v1/customers/anna/timeline?type=submission")
        let types = Set(self.entries(answer).compactMap { $0["type"] })
        #expect(types == [.string("submission")])
        #expect(try await self.get("/v1/customers/anna/timeline?type=submission,x").code == "field_invalid")
        #expect(try await self.get("/v1/customers/anna/timeline?cursor=x").code == "cursor_invalid")
        #expect(try await self.get("/v1/customers/nobody/timeline").code == "customer_unknown")
    }
}
