import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct OperatorManagementTests {
    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    private func key(_ grant: AccessKey.Grant, app: AppName? = nil) async throws -> String {
        let draft = try AccessKeyDraft(app: app, grant: grant, title: "test")
        return try await self.stage.services.accessKeys.create(draft, by: "test").text
    }

    @Test("An operator is invited, listed without the link, given a role, signed out and removed")
    func life() async throws {
        let key = try await self.key(.operator(.admin))
        let body = #"{"name":"Ada","role":"support","reason":"joins the team"}"#
        let made = try await self.stage.send(.post, "/v1/operators", key: key, body: body)
        #expect(made.status == .created && made.headers[.cacheControl] == "no-store")
        #expect(made["name"] == .string("ada") && made["state"] == .string("invited"))
        guard case .string(let link)? = made["link"] else {
            Issue.record("No link: \(made.text)")
            return
        }
        #expect(link.hasPrefix("http://127.0.0.1:8080/dashboard/invitation/"))
        let list = try await self.stage.send(.get, "/v1/operators", key: key)
        #expect(list.text.contains("\"ada\"") && !list.text.contains("link"))

        let browser = try await self.stage.signedIn("ada", .support)
        let changed = try await self.stage.send(.patch, "/v1/operators/ada", key: key, body: #"{"role":"finance"}"#)
        #expect(changed["role"] == .string("finance") && changed["state"] == .string("active"))
        let ended = try await self.stage.send(.delete, "/v1/operators/ada/sessions?reason=lost", key: key)
        #expect(ended.text == #"{"ended":1}"#)
        #expect(try await browser.get("/dashboard").status == .seeOther)
        #expect(try await self.stage.send(.delete, "/v1/operators/ada", key: key).status == .ok)
        for (method, path, body) in [
            (HTTPRequest.Method.delete, "/v1/operators/ada", ""), (.delete, "/v1/operators/ada/sessions", ""),
            (.patch, "/v1/operators/ada", #"{"role":"viewer"}"#),
        ] {
            let gone = try await self.stage.send(method, path, key: key, body: body)
            #expect(gone.status == .notFound && gone.code == "operator_not_found")
        }
        let entries = try await self.stage.services.repository.read { view in
            try view.auditEntries(after: 0, limit: 50)
        }
        let actions = entries.map(\.action.rawValue)
        for action in [
            "operator.invite", "operator.accept_invitation", "operator.sign_in", "operator.change_role",
            "operator.end_sessions", "operator.remove",
        ] { #expect(actions.contains(action), "\(action)") }
        #expect(entries.first { $0.action == .operatorInvite }?.reason?.text == "joins the team")
    }

    @Test("Without a role, an operator who exists keeps theirs, and a new one is refused")
    func keptRole() async throws {
        let key = try await self.key(.operator(.admin))
        _ = try await self.stage.invite("ada", .support)
        let kept = try await self.stage.send(.post, "/v1/operators", key: key, body: #"{"name":"ada"}"#)
        #expect(kept.status == .created && kept["role"] == .string("support"), "\(kept.text)")
        let body = #"{"name":"ada","role":"finance"}"#
        let changed = try await self.stage.send(.post, "/v1/operators", key: key, body: body)
        #expect(changed["role"] == .string("finance"))
        let new = try await self.stage.send(.post, "/v1/operators", key: key, body: #"{"name":"bert"}"#)
        #expect(new.status == .unprocessableContent && new.code == "field_missing", "\(new.text)")
        #expect(try await self.stage.services.operators.list(limit: 9).map(\.name.rawValue) == ["ada"])
    }

    @Test("Only an administrator of all apps manages operators")
    func refused() async throws {
        let shop = AppName("shop")
        let keys = [
            (TestServer.key, "operator_key_needed"),
            (try await self.key(.secret([.read, .write, .admin])), "operator_key_needed"),
            (try await self.key(.operator(.admin), app: shop), "operator_key_needed"),
            (try await self.key(.operator(.support)), "key_not_allowed"),
            (try await self.key(.operator(.finance)), "key_not_allowed"),
        ]
        for (key, code) in keys {
            let body = #"{"name":"eve","role":"admin"}"#
            let answer = try await self.stage.send(.post, "/v1/operators", key: key, body: body)
            #expect(answer.status == .forbidden && answer.code == code, "\(answer.text)")
            #expect(try await self.stage.send(.get, "/v1/operators", key: key).code == code)
        }
        #expect(try await self.stage.services.operators.list(limit: 9).isEmpty)
    }

    @Test(
        "A name that no operator can have is refused",
        arguments: [
            "", " ", "key_a", "-a", "a b", "ä", "a/b", String(repeating: "a", count: 65), "server", "Schedule", "root",
            "configuration", "unknown", "onRefund", "RESCIND_CONSENT", "65532",
        ]
    )
    func names(name: String) async throws {
        let key = try await self.key(.operator(.admin))
        let body = #"{"name":"\#(name)","role":"admin"}"#
        let answer = try await self.stage.send(.post, "/v1/operators", key: key, body: body)
        #expect(answer.status == .unprocessableContent && answer.code == "operator_name_invalid", "\(answer.text)")
    }
}
