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

/// What commands ask at the operators' socket, where the routes of shops answer to the machine's users.
@Suite struct OperatorControllerTests {
    private static let ada = OperatorPeer(userID: 0, name: "ada")

    private let server: TestServer

    init() throws {
        self.server = try TestServer(sleep: { _ in })
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ json: String? = nil
    ) async throws -> TestServer.TestResponse {
        try await self.server.send(method, path, as: Self.ada, body: Array((json ?? "").utf8))
    }

    private func audit() async throws -> [AuditEntry] {
        try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 100) }
    }

    @Test(
        "What is about an app is below its address; without one, and with one that is not served, that is said",
        arguments: [
            "webhooks", "events?from=newest&type=refund.*", "fulfillments?state=due&customer=anna&limit=1",
            "imports?limit=1", "catalog", "catalog/versions?limit=1", "products", "refunds?state=held",
            "reported-refunds", "refund-report?environment=Sandbox", "refund-policies", "refund-overrides/anna",
            "refund-export?since=2026-01-01T00:00:00Z&until=2027-01-01T00:00:00Z&limit=1", "risk?limit=1",
            "prices?storefront=CHN", "prices/mismatches", "links?language=zh-Hans", "reports?limit=1",
        ]
    )
    func apps(path: String) async throws {
        let answer = try await self.send(.get, "/v1/apps/shop/\(path)")
        #expect(answer.status == .ok, "\(answer.text)")
        let appless = try await self.send(.get, "/v1/\(path)")
        #expect(appless.status == .badRequest && appless.code == "app_missing", "\(appless.text)")
        let unknown = try await self.send(.get, "/v1/apps/nowhere/\(path)")
        #expect(unknown.status == .notFound && unknown.code == "app_unknown", "\(unknown.text)")
        let misspelled = try await self.send(.get, "/v1/apps/shop/\(path)\(path.contains("?") ? "&" : "?")unheard=1")
        #expect(misspelled.code == "parameter_unknown", "\(misspelled.text)")
    }

    @Test(
        "What is about the whole server needs no app, and takes one",
        arguments: ["alarms?state=all", "alarm-silences", "keys?limit=1", "audit?limit=1", "metrics/series"]
    )
    func whole(path: String) async throws {
        for address in ["/v1/\(path)", "/v1/apps/shop/\(path)"] {
            let answer = try await self.send(.get, address)
            #expect(answer.status == .ok, "\(address): \(answer.text)")
        }
    }

    @Test("A request from the network is never an operator's, regardless of its content and its key")
    func network() async throws {
        let stage = try AuthenticationStage()
        let admin = try await stage.key(.operator(.admin), app: nil)
        try await stage.live { client in
            for name in ["X-Forwarded-For", "X-Operator", "X-Peer-Uid", "Forwarded"] {
                var headers = HTTPFields()
                if let field = HTTPField.Name(name) { headers[field] = "root" }
                let keyless = try await client.send(.get, "/v1/database", key: nil, headers: headers)
                #expect(keyless.status == .unauthorized && keyless.code == "key_missing", "\(keyless.text)")
                let keyed = try await client.send(.get, "/v1/database", key: admin, headers: headers)
                #expect(keyed.status == .forbidden && keyed.code == "operators_socket_only", "\(keyed.text)")
            }
            let audit = try await client.send(.get, "/v1/audit?limit=1", key: admin)
            #expect(audit.status == .ok, "A key of all apps that administrates reads the log: \(audit.text)")
        }
    }

    @Test("An operator who adds, changes and removes an endpoint is in the audit log by name, with the reasons")
    func webhooks() async throws {
        let path = "/v1/apps/shop/webhooks"
        let made = try await self.send(.post, path, #"{"url":"https://shop.example.com/in","reason":"the new shop"}"#)
        #expect(made.status == .created && made["createdBy"] == .string("ada"), "\(made.text)")
        guard case .string(let id)? = made["id"] else { return }
        let paused = try await self.send(.patch, "\(path)/\(id)", #"{"paused":true,"reason":"it moves"}"#)
        #expect(paused["state"] == .string("paused"), "\(paused.text)")
        #expect(try await self.send(.delete, "\(path)/\(id)?reason=it%20is%20gone").status == .noContent)
        let entries = try await self.audit()
        #expect(entries.allSatisfy { $0.operatorName == "ada" })
        // A removal is entered before its first step, and once more with what came of it.
        #expect(entries.prefix(3).map { $0.reason?.text } == ["the new shop", "it moves", "it is gone"])
        #expect(entries.last?.outcome == .done)
    }

    @Test("An operator applies a catalog and makes a key of an app, both under their name")
    func catalogAndKeys() async throws {
        let applied = try await self.send(.post, "/v1/apps/shop/catalog?reason=spring", "products: {}")
        #expect(applied.status == .ok && applied["applied"]?["appliedBy"] == .string("ada"), "\(applied.text)")
        let made = try await self.send(
            .post,
            "/v1/keys",
            #"{"kind":"operator","role":"admin","name":"bert","app":"shop","reason":"on call"}"#
        )
        #expect(made.status == .created && made["app"] == .string("shop"), "\(made.text)")
        guard case .string(let id)? = made["id"] else { return }
        let revoked = try await self.send(.delete, "/v1/keys/\(id)?reason=off%20call")
        #expect(revoked["revokedBy"] == .string("ada") && revoked["nothing"] == nil, "\(revoked.text)")
        #expect(try await self.send(.delete, "/v1/keys/\(id)")["nothing"] != nil)
        let wrong = try await self.send(.post, "/v1/keys", #"{"kind":"publishable","name":"app","app":"nowhere"}"#)
        #expect(wrong.code == "app_unknown", "\(wrong.text)")
        let entries = try await self.audit()
        #expect(entries.allSatisfy { $0.operatorName == "ada" })
        #expect(entries.map { $0.reason?.text } == ["spring", "on call", "off call", nil])
    }

    @Test(
        "A page of the audit log that cannot be is refused with the field",
        arguments: [
            ("cursor=0", "cursor_invalid", "cursor"), ("cursor=-1", "cursor_invalid", "cursor"),
            ("cursor=x", "cursor_invalid", "cursor"), ("limit=0", "field_wrong_type", "limit"),
            ("limit=501", "field_wrong_type", "limit"),
        ]
    )
    func wrongPage(query: String, code: String, field: String) async throws {
        let answer = try await self.send(.get, "/v1/audit?\(query)")
        #expect(answer.status == .unprocessableContent, "\(answer.text)")
        #expect(answer.code == code && answer["field"] == .string(field), "\(answer.text)")
    }

    @Test("Every reason is a text of a bounded length without control characters, in every request")
    func reasons() async throws {
        let long = String(repeating: "x", count: 1001)
        for (method, path) in [
            (HTTPRequest.Method.post, "/v1/apps/shop/catalog"), (.delete, "/v1/apps/shop/refund-overrides/anna"),
            (.delete, "/v1/apps/shop/webhooks/we_1"), (.delete, "/v1/keys/key_1"),
        ] {
            for reason in ["", long, "a%00b", "a%0Ab"] {
                let answer = try await self.send(
                    method,
                    "\(path)?reason=\(reason)",
                    method == .post ? "products: {}" : nil
                )
                #expect(answer.status == .unprocessableContent, "\(path) \(reason.prefix(9)): \(answer.text)")
                #expect(answer["field"] == .string("reason"), "\(path) \(reason.prefix(9)): \(answer.text)")
            }
        }
        #expect(try await self.audit().isEmpty)
    }
}

extension TestServer {
    /// Sends one request as a user of the machine at the operators' socket, with no key.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        as peer: OperatorPeer,
        headers: HTTPFields = [:],
        body: [UInt8] = []
    ) async throws -> TestResponse {
        try await Application(
            router: self.router(for: peer),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).test(.router) { client in
            try await Client(client: client).send(method, path, key: nil, headers: headers, body: body)
        }
    }
}
