import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct RescissionControllerTests {
    private static let path = "/v1/consent-rescissions"
    private let server: TestServer

    init() throws {
        let shop = try TestShop()
        let row = RescissionPolicy.Row(storefronts: ["USA"], actions: [.freeze, .delete], deleteWithin: .days(30))
        self.server = try TestServer(
            shop: shop,
            app: ServedApp(
                name: shop.app.name,
                verifier: shop.app.verifier,
                catalog: Catalog(rescissions: RescissionPolicy([row]))
            )
        )
    }

    private func send(
        _ method: HTTPRequest.Method = .get,
        _ path: String,
        _ body: String = ""
    ) async throws -> TestServer.TestResponse {
        try await self.server.send(method, path, body: Array(body.utf8))
    }

    /// Records a purchase of an Apple Account, and that consent was rescinded for it.
    private func rescind(
        _ account: String,
        of customer: String,
        atHour hour: Int64 = 0,
        environment: StoreEnvironment = .production
    ) async throws {
        let id = "2\(account)"
        var snapshot = Sample.gems(id, number: UInt64(id) ?? 1)
        (snapshot.appTransactionID, snapshot.storefront) = (AppTransactionID(account), "USA")
        var intake = Sample.facts([snapshot], submission: Sample.submission(customer, id), environment: environment)
        intake.app = self.server.app.name
        intake.rescission = ConsentRescission(
            account: AppTransactionID(account),
            signedAt: Sample.beginning + .hours(hour)
        )
        _ = try await self.server.shop.repository.record(intake)
    }

    @Test("A rescission is listed with what it sets in motion, and resolved by an operator with a reason")
    func life() async throws {
        let none = try await self.send(.get, Self.path)
        #expect(none.status == .ok && none["rescissions"] == .array([]) && none["next"] == nil, "\(none.text)")
        try await self.rescind("7001", of: "anna", atHour: 1)
        let list = try await self.send(.get, Self.path)
        for part in [
            #""account":"7001""#, #""environment":"Production""#, #""rescindedAt":"2026-01-01T01:00:00.000Z""#,
            #""storefront":"USA""#, #""customers":["anna"]"#, #""actions":["freeze","delete"]"#,
            #""deleteBy":"2026-01-31T01:00:00.000Z""#,
        ] {
            #expect(list.text.contains(part), "\(part) is missing in \(list.text)")
        }
        let block = try await self.send(.get, "/v1/customers/anna/block")
        #expect(block["blocked"] == .bool(true) && block["by"] == .string("RESCIND_CONSENT"), "\(block.text)")
        let unblocked = try await self.send(.delete, "/v1/customers/anna/block?reason=enough")
        #expect(unblocked["blocked"] == .bool(true), "\(unblocked.text)")
        #expect(unblocked["nothing"] == .string("customer_not_blocked"))

        let resolve = "\(Self.path)/7001/resolve"
        let shown = try await self.send(.post, "\(resolve)?dryRun=true", #"{"reason":"of age"}"#)
        #expect(shown.status == .ok && shown["resolvedAt"] != nil, "\(shown.text)")
        #expect(try await self.send(.get, "/v1/customers/anna/block")["blocked"] == .bool(true), "Only shown.")
        let done = try await self.send(.post, resolve, #"{"reason":"of age"}"#)
        #expect(done.status == .ok && done["nothing"] == nil && done["account"] == .string("7001"), "\(done.text)")
        let again = try await self.send(.post, resolve, #"{"reason":"of age"}"#)
        #expect(again["nothing"] == .string("rescission_already_resolved"), "\(again.text)")
        #expect(try await self.send(.get, "/v1/customers/anna/block")["blocked"] == .bool(false))
        #expect(try await self.send(.get, Self.path)["rescissions"] == .array([]))
        let entries = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(
            entries.map(\.action) == [
                .consentRescind, .customerUnblock, .consentResolveRescission, .consentResolveRescission,
            ]
        )
        #expect(entries.last?.outcome == .nothing && entries.last?.reason?.text == "of age")
    }

    @Test("A new consent that is recorded over HTTP ends the freeze")
    func consented() async throws {
        try await self.rescind("7001", of: "anna")
        let body = #"{"guardian":"her mother","storefront":"USA"}"#
        #expect(try await self.send(.post, "/v1/customers/anna/consents", body).status == .ok)
        #expect(try await self.send(.get, "/v1/customers/anna/block")["blocked"] == .bool(false))
        #expect(try await self.send(.get, Self.path)["rescissions"] == .array([]))
    }

    @Test("Pages and environments are apart")
    func pages() async throws {
        for (account, customer, hour) in [("7001", "anna", Int64(1)), ("7002", "ben", 2), ("7003", "cleo", 3)] {
            try await self.rescind(account, of: customer, atHour: hour)
        }
        try await self.rescind("7004", of: "dora", environment: .sandbox)
        let first = try await self.send(.get, "\(Self.path)?limit=2")
        #expect(first.text.contains("cleo") && first.text.contains("ben") && !first.text.contains("anna"))
        #expect(first["next"] == .string("2"), "\(first.text)")
        let second = try await self.send(.get, "\(Self.path)?limit=2&cursor=2")
        #expect(second.text.contains("anna") && !second.text.contains("ben") && second["next"] == nil)
        let sandbox = try await self.send(.get, "\(Self.path)?environment=Sandbox")
        #expect(sandbox.text.contains("dora") && !sandbox.text.contains("anna"), "\(sandbox.text)")
        #expect(try await self.send(.get, "/v1/customers/dora/block")["blocked"] == .bool(false))
        let there = try await self.send(.get, "/v1/customers/dora/block?environment=Sandbox")
        #expect(there["blocked"] == .bool(true), "\(there.text)")
    }

    @Test(
        "What makes no sense is refused with a code and changes nothing",
        arguments: [
            (.get, "?cursor=0", "", "cursor_invalid"), (.get, "?cursor=-1", "", "cursor_invalid"),
            (.get, "?cursor=9223372036854775807", "", "cursor_invalid"), (.get, "?cursor=x", "", "cursor_invalid"),
            (.get, "?limit=101", "", "field_wrong_type"), (.get, "?environment=Moon", "", "environment_invalid"),
            (.post, "/7001/resolve", "{}", "field_missing"), (.post, "/7001/resolve", #"{"reason":""}"#, nil),
            (.post, "/7001/resolve", #"{"reason":7}"#, "field_wrong_type"),
            (.post, "/7001/resolve", #"{"reason":"x","why":"y"}"#, "field_unknown"),
            (.post, "/7001/resolve?environment=Moon", #"{"reason":"x"}"#, "environment_invalid"),
            (.post, "/7001/resolve?environment=Sandbox", #"{"reason":"x"}"#, "rescission_unknown"),
            (.post, "/7002/resolve", #"{"reason":"x"}"#, "rescission_unknown"),
            (.post, "/07001/resolve", #"{"reason":"x"}"#, "rescission_unknown"),
            (.post, "/\(String(repeating: "7", count: 65))/resolve", #"{"reason":"x"}"#, "field_invalid"),
            (.post, "/7001/resolve?dryRun=yes", #"{"reason":"x"}"#, "field_wrong_type"),
        ] as [(HTTPRequest.Method, String, String, String?)]
    )
    func refused(method: HTTPRequest.Method, rest: String, body: String, code: String?) async throws {
        try await self.rescind("7001", of: "anna")
        let answer = try await self.send(method, Self.path + rest, body)
        #expect(answer.status.kind == .clientError, "\(answer.text)")
        if let code { #expect(answer.code == code, "\(answer.text)") }
        #expect(try await self.send(.get, "/v1/customers/anna/block")["blocked"] == .bool(true))
        let entries = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(entries.map(\.action) == [.consentRescind])
    }
}
