import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Ledger
import Logging
import NIOCore
import PurserHTTP
import PurserService
import PurserTesting
import Synchronization
import Testing

/// What operators on the server's machine do with the database, at the operators' socket.
@Suite struct DatabaseControllerTests {
    private let repository = InMemoryRepository()
    private let copied = Copied()

    private final class Copied: Sendable {
        let calls = Mutex<[String]>([])
    }

    /// One exchange with the router.
    private struct TestResponse {
        let status: HTTPResponse.Status
        let text: String

        var events: [OperationEvent] {
            self.text.split(separator: "\n").compactMap { OperationEvent(json: Array($0.utf8)) }
        }

        var problemCode: String? {
            guard case .string(let code)? = (try? JSONValue(json: Array(self.text.utf8)))?["code"] else { return nil }
            return code
        }
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        body: String = "",
        as peer: OperatorPeer? = .current,
        key: String? = nil,
        gate: OperationGate = OperationGate()
    ) async throws -> TestResponse {
        let copied = self.copied
        let maintenance = DatabaseMaintenance(
            backup: { path, isReplacing, progress throws(OperationFailure) in
                copied.calls.withLock { $0.append("\(path) \(isReplacing)") }
                guard path != "/full" else { throw OperationFailure(code: "copy_no_room", detail: "No room.") }
                progress(OperationProgress(stage: "copying", done: 1, total: 2, unit: "pages"))
                return OperationResult(isClean: true, fields: [.init("path", .text(path))])
            },
            check: { _, finding throws(OperationFailure) in
                finding(OperationFinding(code: "database_integrity", detail: "a page"))
                return OperationResult(isClean: false, fields: [])
            }
        )
        let server = try TestServer(shop: TestShop(repository: self.repository), maintenance: maintenance)
        let application = Application(
            router: server.router(for: peer, gate: gate),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        var headers: HTTPFields = [:]
        if let key { headers[.authorization] = "Bearer \(key)" }
        let fields = headers
        return try await application.test(.router) { client in
            try await client.execute(
                uri: path,
                method: method,
                headers: fields,
                body: ByteBuffer(string: body)
            ) { response in
                TestResponse(status: response.status, text: String(buffer: response.body))
            }
        }
    }

    @Test("The server says which database it has and how far its schema has come")
    func status() async throws {
        let answer = try await self.send(.get, "/v1/database")
        #expect(answer.status == .ok)
        #expect(answer.text == #"{"database":"/data/purser.db","schema":"0007","serves":true}"#)
    }

    @Test(
        "Only the server's own user and the administrator get through",
        arguments: ["/v1/database", "/v1/audit", "/v1/apps/shop/refunds", "/v1/keys"]
    )
    func strangers(path: String) async throws {
        let stranger = OperatorPeer(userID: OperatorPeer.current.userID &+ 4711, name: "mallory")
        let answer = try await self.send(.get, path, as: stranger)
        #expect(answer.status == .forbidden && answer.problemCode == "operator_not_allowed")
        // A key does not help a user who may not use the socket.
        let keyed = try await self.send(.get, path, as: stranger, key: TestServer.key)
        #expect(keyed.status == .forbidden && keyed.problemCode == "operator_not_allowed")
        let administrator = OperatorPeer(userID: 0, name: "root")
        #expect(try await self.send(.get, path, as: administrator).status == .ok)
    }

    @Test(
        "No key opens from the network what is for operators on the machine",
        arguments: [
            (HTTPRequest.Method.get, "/v1/database"), (.post, "/v1/database/backups"), (.post, "/v1/database/checks"),
            (.post, "/v1/evidence/verifications"), (.post, "/v1/syncs"), (.post, "/v1/apps/shop/syncs"),
            (.post, "/v1/figure-rebuilds"),
        ]
    )
    func network(method: HTTPRequest.Method, path: String) async throws {
        let keyless = try await self.send(method, path, body: "{}", as: nil)
        #expect(keyless.status == .unauthorized && keyless.problemCode == "key_missing")
        let keyed = try await self.send(method, path, body: "{}", as: nil, key: TestServer.key)
        #expect(keyed.status == .forbidden && keyed.problemCode == "operators_socket_only")
        #expect(self.copied.calls.withLock { $0.isEmpty })
    }

    @Test("An app that is not configured is refused")
    func unknownApp() async throws {
        for (method, path) in [(HTTPRequest.Method.get, ""), (.get, "/1"), (.get, "/1/file"), (.post, "")] {
            let answer = try await self.send(method, "/v1/apps/nowhere/reports\(path)", body: "hello")
            #expect(answer.status == .notFound && answer.problemCode == "app_unknown", "\(method) \(path)")
        }
        #expect(try await self.send(.get, "/v1/apps/shop/reports").status == .ok)
        let appless = try await self.send(.get, "/v1/reports")
        #expect(appless.problemCode == "app_missing")
    }

    @Test("What a key of one app may not read, an operator of the machine may: the audit log")
    func auditOfOneApp() async throws {
        let answer = try await self.send(.get, "/v1/audit", as: nil, key: TestServer.key)
        #expect(answer.status == .forbidden && answer.problemCode == "key_of_one_app")
    }

    @Test("A backup reports each step and is in the audit log under the operator's name")
    func backup() async throws {
        let operatorPeer = OperatorPeer(userID: 0, name: "ada")
        let answer = try await self.send(
            .post,
            "/v1/database/backups",
            body: #"{"path":"/b/copy.db","replace":true,"reason":"before the move"}"#,
            as: operatorPeer
        )
        #expect(answer.status == .ok)
        #expect(
            answer.events == [
                .progress(OperationProgress(stage: "copying", done: 1, total: 2, unit: "pages")),
                .result(OperationResult(isClean: true, fields: [.init("path", .text("/b/copy.db"))])),
            ]
        )
        #expect(self.copied.calls.withLock { $0 } == ["/b/copy.db true"])
        let entry = try #require(
            try await self.repository.read { view in try view.auditEntries(after: 0, limit: 5) }.first
        )
        #expect(entry.operatorName == "ada" && entry.action == .databaseBackup)
        #expect(entry.subject == "/b/copy.db" && entry.reason?.text == "before the move")
        let listed = try await self.send(.get, "/v1/audit?limit=1")
        #expect(listed.text.contains(#""operatorName":"ada""#))
        #expect(listed.text.contains(#""outcome":"begun""#), "The outcome of a copy is not known before.")
        let end = try await self.send(.get, "/v1/audit?cursor=1")
        #expect(end.text.contains(#""outcome":"done""#) && end.text.contains(#""entry":"1""#), "\(end.text)")
        #expect(try await self.send(.get, "/v1/audit?cursor=2").text == #"{"entries":[]}"#)
    }

    @Test("A failure is reported as the last event")
    func failure() async throws {
        let answer = try await self.send(.post, "/v1/database/backups", body: #"{"path":"/full"}"#)
        #expect(answer.events == [.failure(OperationFailure(code: "copy_no_room", detail: "No room."))])
    }

    @Test("Without an audit log there is no copy")
    func noAudit() async throws {
        await self.repository.close()
        let answer = try await self.send(.post, "/v1/database/backups", body: #"{"path":"/b"}"#)
        #expect(answer.events.count == 1)
        guard case .failure(let failure)? = answer.events.first else {
            Issue.record("\(answer.text)")
            return
        }
        #expect(failure.code == "repository_unavailable")
        #expect(self.copied.calls.withLock { $0.isEmpty })
    }

    @Test(
        "A body that is not as it should be is refused, and nothing is done",
        arguments: [
            ("", "field_missing"), ("{}", "field_missing"), ("[]", "json_wrong_type"), ("{", "json_invalid"),
            (#"{"path":5}"#, "field_wrong_type"), (#"{"path":"relative.db"}"#, "path_not_absolute"),
            (#"{"path":"/a","replace":"yes"}"#, "field_wrong_type"), (#"{"path":"/a","rm":true}"#, "field_unknown"),
            (#"{"path":"/a","path":"/b"}"#, "json_duplicate_key"), (#"{"path":"/a\u0000b"}"#, "path_not_absolute"),
            (#"{"path":"/a","reason":""}"#, "field_invalid"), (#"{"path":"/a","reason":"a\nb"}"#, "field_invalid"),
        ]
    )
    func badBody(body: String, code: String) async throws {
        let answer = try await self.send(.post, "/v1/database/backups", body: body)
        #expect(answer.status == .badRequest || answer.status == .unprocessableContent)
        #expect(answer.problemCode == code)
        #expect(self.copied.calls.withLock { $0.isEmpty })
        #expect(try await self.repository.read { view in try view.auditHead() } == .beginning)
    }

    @Test("A check reports its findings; a verification takes a date")
    func checks() async throws {
        let check = try await self.send(.post, "/v1/database/checks")
        #expect(check.events.count == 2 && check.events.last == .result(OperationResult(isClean: false, fields: [])))
        let verification = try await self.send(
            .post,
            "/v1/evidence/verifications",
            body: #"{"sinceMilliseconds":1}"#
        )
        guard case .result(let result)? = verification.events.last else {
            Issue.record("\(verification.text)")
            return
        }
        #expect(result.isClean)
        let wrong = try await self.send(
            .post,
            "/v1/evidence/verifications",
            body: #"{"sinceMilliseconds":"yesterday"}"#
        )
        #expect(wrong.problemCode == "field_wrong_type")
    }

    @Test("After the stop nothing long is begun that would hold it up")
    func stopped() async throws {
        let gate = OperationGate()
        gate.stop()
        let answer = try await self.send(.post, "/v1/evidence/verifications", gate: gate)
        #expect(answer.events.last?.isLast == true)
    }
}
