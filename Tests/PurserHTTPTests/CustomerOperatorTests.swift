import AppStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Ledger
import Logging
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// What an operator at the server's own socket does for customers, and what the audit log has of it.
@Suite struct CustomerOperatorTests {
    private static let id = "2000000000000001"
    private static let consents = "customers/anna/consents"

    private let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    /// Sends a request about the shop as the operator ada.
    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = ""
    ) async throws -> TestServer.TestResponse {
        let application = Application(
            router: self.server.router(for: OperatorPeer(userID: 0, name: "ada")),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        return try await application.test(.router) { client in
            try await TestServer.Client(client: client)
                .send(method, "/v1/apps/shop/\(path)", key: nil, body: Array(body.utf8))
        }
    }

    private func entries() async throws -> [AuditEntry] {
        try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 99) }
    }

    private func buy(_ customer: String) async throws {
        let compact = try self.server.shop.authority.sign(SamplePayloads.transaction()).bytes
        #expect(try await self.server.submit(compact, customer: customer).status == .ok)
    }

    @Test("What an operator records of consents is in the audit log, with the operator's name and the reason")
    func consents() async throws {
        #expect(try await self.send(.post, Self.consents + "?dryRun=true", #"{"reason":"x"}"#).status == .ok)
        #expect(try await self.send(.delete, Self.consents + "?dryRun=true").status == .ok)
        #expect(try await self.entries().isEmpty, "A dry run does nothing.")
        #expect(try await self.send(.delete, Self.consents + "?reason=x")["nothing"] == .string("consent_missing"))
        let given = try await self.send(.post, Self.consents, #"{"id":"c-1","reason":"she called"}"#)
        #expect(given["recordedBy"] == .string("ada") && given["nothing"] == nil, "\(given.text)")
        let again = try await self.send(.post, Self.consents, #"{"id":"c-1"}"#)
        #expect(again["nothing"] == .string("consent_unchanged"), "\(again.text)")
        let withdrawn = try await self.send(.delete, Self.consents + "/c-1?reason=she%20wrote")
        #expect(withdrawn["withdrawnAt"] != nil && withdrawn["nothing"] == nil, "\(withdrawn.text)")
        let twice = try await self.send(.delete, Self.consents + "/c-1")
        #expect(twice["nothing"] == .string("consent_already_withdrawn"), "\(twice.text)")
        let entries = try await self.entries()
        #expect(entries.allSatisfy { $0.operatorName == "ada" })
        #expect(
            entries.map { "\($0.action.rawValue) \($0.subject) \($0.outcome?.word ?? "") \($0.reason?.text ?? "")" }
                == [
                    "consent.withdraw consent nothing x", "consent.give c-1 done she called",
                    "consent.give c-1 nothing ", "consent.withdraw c-1 done she wrote", "consent.withdraw c-1 nothing ",
                ]
        )
    }

    @Test("An operator sees what would be transferred before it moves, and it is in the audit log once it has moved")
    func transfers() async throws {
        try await self.buy("anna")
        let body = #"{"customer":"ben","reason":"her brother's login"}"#
        let shown = try await self.send(.post, "transactions/\(Self.id)/owner?dryRun=true", body)
        #expect(shown["dryRun"] == .bool(true) && shown["newCustomer"] == .bool(true), "\(shown.text)")
        #expect(try await self.entries().isEmpty)
        let done = try await self.send(.post, "transactions/\(Self.id)/owner", body)
        guard case .string(let change)? = done["change"] else { return #expect(Bool(false), "\(done.text)") }
        #expect(try await self.server.shop.entitlements(of: "ben").map(\.isActive) == [true])
        let undone = try await self.send(.post, "ownership-changes/\(change)/undo", #"{"reason":"a mistake"}"#)
        #expect(undone.status == .ok, "\(undone.text)")
        #expect(try await self.server.shop.entitlements(of: "anna").map(\.isActive) == [true])
        let entries = try await self.entries()
        #expect(entries.map(\.action) == [.transactionTransfer, .ownershipUndo])
        #expect(entries.map { $0.reason?.text } == ["her brother's login", "a mistake"])
        #expect(entries.allSatisfy { $0.operatorName == "ada" && $0.outcome == .done })
    }

    @Test(
        "What cannot be done is refused with its code, in a dry run too",
        arguments: [
            (.post, "transactions/7/owner", #"{"customer":"ben"}"#, "transaction_unknown"),
            (.get, "customers/nobody", "", "customer_unknown"),
            (.post, "ownership-changes/7/undo", "", "ownership_change_unknown"),
            (.post, "customers/nobody/merge", #"{"into":"erased:00"}"#, "customer_gone"),
            (.delete, "customers/nobody", "", "customer_unknown"),
            (.delete, "customers/anna/consents/c-9", "", "consent_unknown"),
        ] as [(HTTPRequest.Method, String, String, String)]
    )
    func refused(method: HTTPRequest.Method, path: String, body: String, code: String) async throws {
        let dry = method == .get ? path : path + "?dryRun=true"
        let answer = try await self.send(method, dry, body)
        #expect(answer.code == code, "\(answer.text)")
        #expect(try await self.entries().isEmpty)
    }

    @Test("The timeline has the code of an action that was refused")
    func refusedAction() async throws {
        let record = AuditRecord(
            by: "root",
            .transactionSetToken,
            on: "1",
            about: AuditDraft.About([Sample.customer("anna")], of: self.server.app.name)
        )
        let log = AuditLog(repository: self.server.shop.repository, ambient: self.server.shop.ambient)
        try await log.add(record, .refused(code: "appstore_forbidden"))
        let answer = try await self.send(.get, "customers/anna/timeline?type=action&limit=4")
        guard case .array(let entries)? = answer["entries"] else { return #expect(Bool(false), "\(answer.text)") }
        #expect(entries.map { $0["data"]?["outcome"] } == [.string("refused")])
        #expect(entries.map { $0["data"]?["code"] } == [.string("appstore_forbidden")])
    }
}
