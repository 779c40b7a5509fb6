import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct FulfillmentControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    /// Buys coins in a shop that fulfills what was bought since an instant.
    private func buy(_ id: String = "1", from: Span = .zero) async throws -> String {
        let now = self.server.shop.ambient.now()
        let gems = ProductID("gems")
        let catalog = Catalog(
            products: [gems: Product(id: gems, kind: .consumable, grants: ["gems": 600])],
            fulfillment: FulfillmentPolicy(from: now + from, coins: .fulfiller)
        )
        let version = CatalogVersion(
            app: self.server.shop.app.name,
            number: 1,
            digest: CatalogDigest("1"),
            appliedAt: now,
            appliedBy: "test",
            origin: .command
        )
        self.server.shop.app.live.put(catalog, as: version)
        var intake = Sample.facts(
            [
                TransactionSnapshot(
                    transactionID: TransactionID(id),
                    originalTransactionID: OriginalTransactionID(id),
                    productID: gems,
                    kind: .consumable,
                    purchaseAt: now,
                    signedAt: now,
                    digest: .number(1)
                )
            ],
            submission: Sample.submission("anna", id, at: now),
            app: self.server.shop.app.name
        )
        intake.receivedAt = now
        intake.catalog = catalog
        _ = try await self.server.shop.repository.record(intake)
        return "/v1/fulfillments/\(FulfillmentID(TransactionID(id), in: .production))"
    }

    private static func count(_ page: TestServer.TestResponse) -> Int? {
        guard case .array(let elements)? = page["fulfillments"] else { return nil }
        return elements.count
    }

    private func post(_ path: String, _ json: String = "{}") async throws -> TestServer.TestResponse {
        try await self.server.send(.post, path, body: Array(json.utf8))
    }

    @Test("What is due is listed page by page, and confirming it once is enough")
    func confirmed() async throws {
        let path = try await self.buy()
        _ = try await self.buy("2")
        let due = try await self.server.send(.get, "/v1/fulfillments?state=due&customer=anna&limit=1")
        #expect(Self.count(due) == 1)
        guard case .string(let next)? = due["next"] else { return #expect(Bool(false), "\(due.text)") }
        let rest = try await self.server.send(.get, "/v1/fulfillments?state=due&cursor=\(next)")
        #expect(Self.count(rest) == 1 && rest["next"] == nil, "\(rest.text)")
        for nothing in [nil, "fulfillment_unchanged"] {
            let confirmed = try await self.post(path + "/confirm")
            #expect(confirmed["nothing"] == nothing.map { .string($0) })
            #expect(confirmed.status == .ok && confirmed["state"] == .string("confirmed"), "\(confirmed.text)")
            #expect(confirmed["confirmedBy"] == .string("shop"))
        }
        let shown = try await self.server.send(.get, path)
        #expect(shown["environment"] == .string("Production"))
        let audit = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(audit.isEmpty, "The shop's confirmation is an event, not an entry in the audit log.")
    }

    @Test("What an operator confirms is kept as an operator's, and is in the audit log without a reason too")
    func confirmedByOperator() async throws {
        let path = try await self.buy().replacing("/v1/", with: "/v1/apps/shop/", maxReplacements: 1)
        let ada = OperatorPeer(userID: 0, name: "ada")
        let confirmed = try await self.server.send(.post, path + "/confirm", as: ada, body: Array("{}".utf8))
        #expect(confirmed["confirmedBy"] == .string("operator"), "\(confirmed.text)")
        let audit = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(audit.map(\.action) == [.fulfillmentConfirm] && audit.map(\.operatorName) == ["ada"])
    }

    @Test("What fails stays due, what is suspended is tried again, and each is in the audit log")
    func actions() async throws {
        let path = try await self.buy()
        let failed = try await self.post(path + "/fail", #"{"code":"out_of_stock"}"#)
        #expect(failed["state"] == .string("due") && failed["attempts"] == .number("1"), "\(failed.text)")
        #expect(try await self.post(path + "/suspend", #"{"reason":"wrong"}"#)["state"] == .string("suspended"))
        let again = try await self.post(path + "/suspend", #"{"reason":"wrong"}"#)
        #expect(again["nothing"] == .string("fulfillment_unchanged"), "\(again.text)")
        #expect(try await self.post(path + "/fail").code == "fulfillment_not_possible")
        #expect(try await self.post(path + "/retry")["state"] == .string("due"))
        let audit = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(audit.map(\.action) == [.fulfillmentSuspend, .fulfillmentSuspend, .fulfillmentRetry])
        #expect(audit.map(\.outcome) == [.done, .nothing, .done])
    }

    @Test("A purchase that is older than fulfillment here is released, and only then confirmed")
    func released() async throws {
        let path = try await self.buy(from: .days(1))
        let shown = try await self.server.send(.get, path)
        #expect(shown["state"] == .string("canceled") && shown["reason"] == .string("elsewhere"), "\(shown.text)")
        #expect(try await self.post(path + "/retry").code == "fulfillment_not_possible")
        #expect(try await self.post(path + "/release", #"{"reason":"lost"}"#)["state"] == .string("due"))
    }

    @Test("What cannot be is refused with its code and changes nothing")
    func refused() async throws {
        let path = try await self.buy()
        let unknown = "/v1/fulfillments/ful_Production_9"
        #expect(try await self.server.send(.get, unknown).code == "fulfillment_not_found")
        #expect(try await self.post(unknown + "/confirm").code == "fulfillment_not_found")
        #expect(try await self.post("/v1/fulfillments/nonsense/release").code == "fulfillment_not_found")
        let early = try await self.post(path + "/confirm", #"{"call":"revoke"}"#)
        #expect(early.status == .conflict && early.code == "fulfillment_not_possible")
        for json in [
            #"{"call":"steal"}"#, #"{"recovered":{"gems":1}}"#, #"{"call":"revoke","recovered":{"gems":-1}}"#,
            #"{"call":"revoke","recovered":[1]}"#, #"{"amount":1}"#,
            #"{"call":"revoke","recovered":{"gems":99999999999999999999}}"#,
            #"{"call":"revoke","recovered":{"\#u{E9}":1,"e\#u{301}":2}}"#,
        ] {
            let answer = try await self.post(path + "/confirm", json)
            #expect(answer.status == .unprocessableContent, "\(json): \(answer.text)")
        }
        for query in ["state=done", "cursor=-1", "cursor=x", "limit=0"] {
            let answer = try await self.server.send(.get, "/v1/fulfillments?\(query)")
            #expect(answer.status == .unprocessableContent, "\(query): \(answer.text)")
        }
        #expect(try await self.server.send(.get, path)["state"] == .string("due"))
    }
}
