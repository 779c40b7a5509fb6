import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardOperatorsTests {
    private static let base = "/dashboard/operators"

    private let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    private static func stamp(_ page: TestServer.TestResponse) throws -> String {
        String(try #require(page.text.firstMatch(of: #/name="stamp" value="([^"]+)"/#), "\(page.text)").output.1)
    }

    /// Sends the form of an act, and its confirmation.
    private func confirm(
        _ path: String,
        _ fields: [String: String],
        in browser: DashboardBrowser
    ) async throws -> TestServer.TestResponse {
        _ = try await browser.get(path)
        var fields = fields
        fields["stamp"] = try Self.stamp(try await browser.post(path, fields))
        return try await browser.post(path, fields)
    }

    @Test("A role is changed with a reason and the password after a preview, and counts from the next request on")
    func role() async throws {
        let browser = try await self.stage.signedIn("ada")
        let bert = try await self.stage.signedIn("bert", .viewer)
        #expect(try await browser.get(Self.base).text.contains("\(Self.base)/bert/role"))
        let path = "\(Self.base)/bert/role"
        #expect(try await browser.get(path).text.contains("The role of bert is: Viewer"))
        var fields = ["role": "viewer", "password": DashboardStage.password, "reason": "covers for eve"]
        let same = try await browser.post(path, fields)
        #expect(same.text.contains("bert has this role already.") && !same.text.contains("name=\"stamp\""))
        fields["role"] = "nonsense"
        #expect(try await browser.post(path, fields).status == .unprocessableContent)
        fields["role"] = "admin"
        fields["reason"] = ""
        let unreasoned = try await browser.post(path, fields)
        #expect(unreasoned.status == .unprocessableContent && unreasoned.text.contains("id=\"p-reason\""))
        fields["reason"] = "covers for eve"
        let done = try await self.confirm(path, fields, in: browser)
        #expect(done.headers[.location] == "\(Self.base)?done=doneOperatorRole")
        #expect(try await bert.get(Self.base).status == .ok)
        let entry = try #require(try await self.stage.services.audit.newest(before: nil, limit: 1).entries.first)
        #expect(entry.action == .operatorChangeRole && entry.operatorName == "ada" && entry.subject == "bert")
        #expect(entry.reason?.text == "covers for eve")
    }

    @Test("The operators and the sessions of one's own are files too")
    func files() async throws {
        let browser = try await self.stage.signedIn("ada")
        _ = try await self.stage.signedIn("bert", .viewer)
        #expect(try await browser.get(Self.base).text.contains("\(Self.base)?export=csv"))
        let operators = try await browser.get("\(Self.base)?export=csv")
        #expect(operators.headers[.contentDisposition] == "attachment; filename=\"operators.csv\"")
        #expect(operators.text.contains("bert,viewer,active,"), "\(operators.text)")
        let account = "/dashboard/account"
        #expect(try await browser.get(account).text.contains("\(account)?export=json"))
        let sessions = try await browser.get("\(account)?export=json")
        #expect(sessions.text.contains("\"signedIn\":\""), "\(sessions.text)")
    }

    @Test("A wrong password changes nothing, stands at its field, and counts as a failed attempt")
    func password() async throws {
        let browser = try await self.stage.signedIn("ada")
        _ = try await self.stage.signedIn("bert", .viewer)
        let fields = ["password": "wrong", "reason": "left"]
        let refused = try await self.confirm("\(Self.base)/bert/removal", fields, in: browser)
        #expect(refused.status == .unprocessableContent && refused.text.contains("id=\"p-password\""))
        #expect(refused.text.contains("value=\"left\""), "Nothing typed is lost.")
        var last = refused
        for _ in 0..<6 { last = try await self.confirm("\(Self.base)/bert/removal", fields, in: browser) }
        #expect(last.status == .tooManyRequests && last.text.contains("too many failed attempts"))
        #expect(try await self.stage.services.operators.account(OperatorName(rawValue: "bert")).role == .viewer)
    }

    @Test("An operator is removed, and their sessions end; a second click finds no operator")
    func removal() async throws {
        let browser = try await self.stage.signedIn("ada")
        let bert = try await self.stage.signedIn("bert", .support)
        let path = "\(Self.base)/bert/removal"
        let fields = ["password": DashboardStage.password, "reason": "left"]
        _ = try await browser.get(path)
        let preview = try await browser.post(path, fields)
        #expect(preview.text.contains("bert can no longer sign in") && preview.text.contains("at once: 1."))
        let done = try await self.confirm(path, fields, in: browser)
        #expect(done.headers[.location] == "\(Self.base)?done=doneOperatorRemoved")
        #expect(try await bert.get("/dashboard").status == .seeOther)
        let again = try await browser.post(path, fields)
        #expect(again.status == .notFound && again.text.contains("No operator has this name."))
    }

    @Test("All sessions of a person are ended, also one's own")
    func sessions() async throws {
        let browser = try await self.stage.signedIn("ada")
        let bert = try await self.stage.signedIn("bert", .support)
        let fields = ["password": DashboardStage.password, "reason": "a lost laptop"]
        let done = try await self.confirm("\(Self.base)/bert/sessions", fields, in: browser)
        #expect(done.headers[.location] == "\(Self.base)?done=doneOperatorSessions")
        #expect(try await bert.get("/dashboard").status == .seeOther)
        _ = try await browser.get("\(Self.base)/bert/sessions")
        let none = try await browser.post("\(Self.base)/bert/sessions", fields)
        #expect(none.text.contains("bert has no session.") && !none.text.contains("name=\"stamp\""))
        _ = try await self.confirm("\(Self.base)/ada/sessions", fields, in: browser)
        #expect(try await browser.get("/dashboard").status == .seeOther)
    }

    @Test("The last administrator who can sign in is neither removed nor demoted, by a page or by request")
    func lastAdministrator() async throws {
        let browser = try await self.stage.signedIn("ada")
        let password = DashboardStage.password
        for (part, fields) in [
            ("removal", ["password": password, "reason": "x"]),
            ("role", ["role": "viewer", "password": password, "reason": "x"]),
        ] {
            _ = try await browser.get("\(Self.base)/ada/\(part)")
            let refused = try await browser.post("\(Self.base)/ada/\(part)", fields)
            #expect(refused.status == .conflict && refused.text.contains("the last administrator"), "\(part)")
        }
        let draft = try AccessKeyDraft(app: nil, grant: .operator(.admin), title: "test")
        let key = try await self.stage.services.accessKeys.create(draft, by: "test").text
        let answer = try await self.stage.send(.delete, "/v1/operators/ada", key: key)
        #expect(answer.status == .conflict && answer.code == "operator_last_administrator")
        #expect(try await browser.get(Self.base).status == .ok)
    }

    @Test("An invitation of a known operator keeps their role, also that of the last administrator, and says so")
    func invitedAgain() async throws {
        let browser = try await self.stage.signedIn("ada")
        _ = try await self.stage.invite("bert", .support)
        for (name, role) in [("ada", "Administrator: everything"), ("bert", "Support: reads, and helps customers")] {
            _ = try await browser.get(Self.base)
            let fields = ["name": name, "role": "viewer", "password": DashboardStage.password]
            let again = try await browser.post(Self.base, fields)
            #expect(again.status == .ok && again.text.contains("/dashboard/invitation/"), "\(again.text)")
            #expect(again.text.contains("whose role stays as it is (\(role))"), "\(again.text)")
        }
        let roles = try await self.stage.services.operators.list(limit: 9).map(\.role)
        #expect(roles == [.admin, .support])
    }

    @Test("Only administrators act on operators", arguments: [OperatorRole.viewer, .support, .finance])
    func roles(role: OperatorRole) async throws {
        _ = try await self.stage.signedIn("ada")
        let browser = try await self.stage.signedIn("bert", role)
        for part in ["role", "removal", "sessions"] {
            let path = "\(Self.base)/ada/\(part)"
            #expect(try await browser.get(path).status == .forbidden)
            #expect(try await browser.post(path, ["role": "viewer", "reason": "x"]).status == .forbidden)
        }
    }

    @Test("The page for a second factor has the address of the secret as a picture that an app can scan")
    func picture() async throws {
        let browser = try await self.stage.signedIn("ada")
        let page = try await browser.get("/dashboard/account/second-factor")
        let address = try #require(page.text.firstMatch(of: #/href="(otpauth:[^"]+)"/#)?.output.1)
        let code = try #require(QRCode(String(address).replacing("&amp;", with: "&")))
        #expect(page.text.contains("viewBox=\"0 0 \(code.size + 8) \(code.size + 8)\""))
        // The first row of a position pattern, within the quiet zone.
        #expect(page.text.contains("d=\"M4 4h7v1h-7z"))
        #expect(try await browser.get("/dashboard/account/second-factor", language: "zh-CN").text.contains("二维码"))
    }
}
