import AppStore
import HTTPTypes
import Ledger
import PurserTesting
import Testing

@Suite struct OwnershipControllerTests {
    let server: TestServer
    private static let id = "2000000000000001"

    init() throws {
        self.server = try TestServer()
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = ""
    ) async throws -> TestServer.TestResponse {
        try await self.server.send(method, path, body: Array(body.utf8))
    }

    private func buy(_ customer: String) async throws {
        let compact = try self.server.shop.authority.sign(SamplePayloads.transaction(token: "no uuid")).bytes
        #expect(try await self.server.submit(compact, customer: customer).status == .ok)
    }

    @Test("The details of a transaction: its owner and why, its chain, what Apple signed about it")
    func show() async throws {
        try await self.buy("anna")
        let answer = try await self.send(.get, "/v1/transactions/\(Self.id)")
        #expect(answer.status == .ok, "\(answer.text)")
        for part in [
            #""owner":"anna""#, #""originalTransaction":"\#(Self.id)""#, #""state":"running""#,
            #""appAccountToken":"no uuid""#, #""signedAt":"2026-03-01T12:00:00.000Z""#, #""transfers":[]"#,
            #""environment":"Production""#,
        ] {
            #expect(answer.text.contains(part), "\(part) is missing in \(answer.text)")
        }
    }

    @Test("An unknown transaction is a 404, in another environment too")
    func unknown() async throws {
        try await self.buy("anna")
        for path in ["/v1/transactions/77", "/v1/transactions/\(Self.id)?environment=Sandbox"] {
            let answer = try await self.send(.get, path)
            #expect(answer.status == .notFound, "\(path)")
            #expect(answer.code == "transaction_unknown", "\(path)")
        }
        let transferred = try await self.send(.post, "/v1/transactions/77/owner", #"{"customer":"ben"}"#)
        #expect(transferred.status == .notFound)
        #expect(transferred.code == "transaction_unknown")
    }

    @Test("A transfer shows both sides' entitlements before and after, moves once it is meant, and is undone")
    func transfer() async throws {
        try await self.buy("anna")
        let body = #"{"customer":"ben","reach":"purchase","reason":"her brother's login"}"#
        let path = "/v1/transactions/\(Self.id)/owner"
        let shown = try await self.send(.post, path + "?dryRun=true", body)
        #expect(shown.status == .ok, "\(shown.text)")
        let none = #""before":[{"active":true,"name":"pro","state":"active","until":"2026-04-01T12:00:00.000Z"}],"#
        #expect(shown.text.contains(#"{"after":[],\#(none)"customer":"anna""#), "\(shown.text)")
        #expect(shown.text.contains(#""before":[],"customer":"ben""#), "\(shown.text)")
        #expect(shown["change"] == nil && shown["dryRun"] == .bool(true))
        #expect(!shown.text.contains(#""change""#), "It names no action that never was: \(shown.text)")
        #expect(try await self.server.shop.entitlements(of: "anna").map(\.isActive) == [true])
        #expect(try await self.server.shop.entitlements(of: "ben").isEmpty)

        let done = try await self.send(.post, path, body)
        #expect(done["entitlements"] == shown["entitlements"], "What was shown is what happens.")
        let again = try await self.send(.post, path, body)
        #expect(again["nothing"] == .string("ownership_unchanged") && again["change"] == nil, "\(again.text)")
        #expect(again["dryRun"] == .bool(false))
        #expect(try await self.server.shop.entitlements(of: "anna").isEmpty)
        #expect(try await self.server.shop.entitlements(of: "ben").map(\.isActive) == [true])
        let report = try await self.send(.get, "/v1/transactions/\(Self.id)")
        #expect(report["owner"] == .string("ben"))
        #expect(report["reason"] == .string("decision"))
        guard case .string(let change)? = done["change"] else {
            Issue.record("\(done.text)")
            return
        }
        let undone = try await self.send(.post, "/v1/ownership-changes/\(change)/undo", #"{"reason":"a mistake"}"#)
        #expect(undone.status == .ok, "\(undone.text)")
        #expect(try await self.server.shop.entitlements(of: "anna").map(\.isActive) == [true])
        #expect(try await self.server.shop.entitlements(of: "ben").isEmpty)
        let twice = try await self.send(.post, "/v1/ownership-changes/\(change)/undo", "{}")
        #expect(twice.code == "ownership_change_undone")
        let entries = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(
            entries.map(\.outcome) == [.done, .nothing, .done, .refused(code: "ownership_change_undone")],
            "Each action has its outcome, and a dry run has no entry."
        )
        let transferred = try await self.send(.post, path, body)
        #expect(
            transferred["nothing"] == nil && transferred["change"] != nil,
            "The same transfer counts after it was undone."
        )
        #expect(try await self.server.shop.entitlements(of: "ben").map(\.isActive) == [true])
        let timeline = try await self.send(.get, "/v1/customers/anna/timeline?type=action,transfer")
        for part in [
            #""outcome":"done""#, "her brother's login", "a mistake", "transaction.transfer", "ownership.undo",
            "ownership.transferred",
        ] {
            #expect(timeline.text.contains(part), "\(part) is missing in \(timeline.text)")
        }
    }

    @Test("If Apple cannot be reached, the transfer is kept and says so")
    func tokenWithoutApple() async throws {
        try await self.buy("anna")
        let body = #"{"customer":"ben","setAccountToken":true}"#
        let shown = try await self.send(.post, "/v1/transactions/\(Self.id)/owner?dryRun=true", body)
        #expect(shown["accountToken"] == .object([JSONMember(key: "state", value: .string("planned"))]))
        let done = try await self.send(.post, "/v1/transactions/\(Self.id)/owner", body)
        #expect(done.status == .ok)
        #expect(done["accountToken"]?["code"] == .string("appstore_not_configured"), "\(done.text)")
        #expect(try await self.server.shop.entitlements(of: "ben").map(\.isActive) == [true])
    }

    @Test(
        "A transfer that cannot be is refused with its field, and nothing moves",
        arguments: [
            (#"{}"#, "field_missing", "customer"), (#"{"customer":""}"#, "customer_invalid", "customer"),
            (#"{"customer":7}"#, "customer_invalid", "customer"),
            (#"{"customer":"b\u0007"}"#, "customer_invalid", "customer"),
            (#"{"customer":"ben","reach":"all"}"#, "field_invalid", "reach"),
            (#"{"customer":"ben","setAccountToken":"yes"}"#, "field_wrong_type", "setAccountToken"),
            (#"{"customer":"ben","reason":""}"#, "field_invalid", "reason"),
            (#"{"customer":"ben","owner":"x"}"#, "field_unknown", "owner"),
            (#"{"customer":"erased:00"}"#, "customer_gone", nil),
            (#"{"customer":"anonymous:00"}"#, "customer_unknown", nil),
        ] as [(String, String, String?)]
    )
    func bad(body: String, code: String, field: String?) async throws {
        try await self.buy("anna")
        let answer = try await self.send(.post, "/v1/transactions/\(Self.id)/owner", body)
        #expect(answer.code == code, "\(answer.text)")
        if let field { #expect(answer["field"] == .string(field)) }
        #expect(try await self.server.shop.entitlements(of: "anna").map(\.isActive) == [true])
    }

    @Test("An unknown action cannot be undone")
    func undoUnknown() async throws {
        let answer = try await self.send(.post, "/v1/ownership-changes/77/undo")
        #expect(answer.status == .notFound)
        #expect(answer.code == "ownership_change_unknown")
    }
}
