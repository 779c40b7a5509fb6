import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardWebhookTests {
    let stage: DashboardStage
    let app: AppName
    let base: String

    init() throws {
        self.stage = try DashboardStage()
        self.app = self.stage.shop.app.name
        self.base = "/dashboard/apps/\(self.app.rawValue)/webhooks"
    }

    private static let new = [
        "kind": "events", "url": "https://shop.example.com/in", "name": "backend", "events": "subscription.*",
        "environments": "Production", "percent": "", "fulfiller": "no", "signature": "hmac",
        "reason": "the new backend", "password": DashboardStage.password,
    ]

    /// Creates an endpoint, and returns its id.
    private func webhook(_ address: String = "https://one.example.com/") async throws -> WebhookID {
        var draft = WebhookDraft()
        draft.address = address
        return try await self.stage.services.webhooks.make(draft, .events, in: self.app, by: "test").endpoint.id
    }

    private func endpoints() async throws -> [WebhookEndpoint] {
        try await self.stage.services.webhooks.list(self.app)
    }

    /// Records a notification, and fails to deliver its events.
    private func fail(_ id: WebhookID) async throws {
        var intake = Sample.notification(1, about: Sample.period("1", of: "1"))
        intake.app = self.app
        let repository = self.stage.shop.repository
        _ = try await repository.record(intake)
        let now = self.stage.shop.ambient.now()
        let sink = SinkName(id.rawValue)
        let lease = try #require(
            try await repository.leaseStreams(for: sink, of: self.app, at: now, until: now + .minutes(1), limit: 9)
                .first
        )
        try await repository.write { unit in
            try unit.putBack(lease, until: nil, after: DeliveryFailure(code: "status", status: 500, at: now))
        }
    }

    /// Opens an act, sends its fields, and returns the fields that confirm its preview.
    private func preview(
        _ browser: DashboardBrowser,
        _ path: String,
        _ fields: [String: String]
    ) async throws -> [String: String] {
        #expect(try await browser.get(path).status == .ok, "\(path)")
        let shown = try await browser.post(path, fields)
        #expect(shown.status == .ok, "\(shown.text)")
        let stamp = try #require(shown.text.firstMatch(of: #/name="stamp" value="([^"]+)"/#)?.output.1, "\(shown.text)")
        let once = try #require(shown.text.firstMatch(of: #/name="once" value="([^"]+)"/#)?.output.1)
        return fields.merging(["stamp": String(stamp), "once": String(once)]) { $1 }
    }

    @Test("An endpoint is created after a preview, and its secret is shown exactly once and in no file")
    func create() async throws {
        let browser = try await self.stage.signedIn()
        let path = "\(self.base)/create"
        let confirmed = try await self.preview(browser, path, Self.new)
        #expect(try await self.endpoints().isEmpty, "A preview creates nothing.")
        let made = try await browser.post(path, confirmed)
        let secret = try #require(made.text.firstMatch(of: #/whsec_[A-Za-z0-9+\/=]+/#)?.output, "\(made.text)")
        #expect(made.status == .ok && made.headers[.cacheControl] == "no-store")
        let endpoint = try #require(try await self.endpoints().first)
        #expect(endpoint.title == "backend" && endpoint.createdBy == "ada")
        #expect(endpoint.filter == WebhookFilter(patterns: ["subscription.*"], environments: [.production]))
        let again = try await browser.post(path, confirmed)
        #expect(again.status == .conflict && !again.text.contains("whsec_"))
        #expect(try await self.endpoints().count == 1, "A second confirmation of the same form creates nothing.")
        let id = endpoint.id.rawValue
        for page in ["", "?export=csv", "?export=json", "/\(id)", "/\(id)?export=json"] {
            let shown = try await browser.get(self.base + page)
            #expect(shown.status == .ok && !shown.text.contains("whsec_") && !shown.text.contains(secret), "\(page)")
        }
        let entries = try await self.stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 50) }
        let entry = try #require(entries.last { $0.action == .webhookCreate })
        #expect(entry.operatorName == "ada" && entry.reason?.text == "the new backend")
    }

    @Test(
        "A wrong field keeps what was typed, has the error beside it, and creates nothing",
        arguments: [
            ("url", "http://8.8.8.8/"), ("url", "https://10.0.0.1/"), ("events", "sub.*"), ("percent", "10"),
            ("percent", "0"),
        ]
    )
    func mistakes(field: String, value: String) async throws {
        let browser = try await self.stage.signedIn()
        _ = try await browser.get("\(self.base)/create")
        let answer = try await browser.post("\(self.base)/create", Self.new.merging([field: value]) { $1 })
        #expect(answer.status == .unprocessableContent && answer.text.contains("id=\"p-\(field)\""), "\(answer.text)")
        #expect(answer.text.contains("value=\"backend\"") && answer.text.contains("value=\"the new backend\""))
        #expect(!answer.text.contains("value=\"wrong\""), "A password is not sent back.")
        #expect(try await self.endpoints().isEmpty)
    }

    @Test("A new secret replaces the previous one, and the same confirmation does not create a third")
    func rotate() async throws {
        let id = try await self.webhook()
        let browser = try await self.stage.signedIn()
        let path = "\(self.base)/\(id)/rotate"
        let fields = ["overlapHours": "0", "reason": "it leaked", "password": DashboardStage.password]
        let confirmed = try await self.preview(browser, path, fields)
        #expect(try await browser.post(path, confirmed).text.contains("whsec_"))
        #expect(try await browser.post(path, confirmed).status == .conflict)
        #expect(try await self.endpoints().first?.generation == 2)
        for hours in ["-1", "169", "many"] {
            let wrong = try await browser.post(path, fields.merging(["overlapHours": hours]) { $1 })
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("id=\"p-overlapHours\""), "\(hours)")
        }
    }

    @Test("An endpoint is changed by what is different, paused, resumed and deleted")
    func life() async throws {
        let id = try await self.webhook()
        let browser = try await self.stage.signedIn()
        let path = "\(self.base)/\(id)"
        let values = [
            "url": "https://one.example.com/", "name": "<b>new</b>", "events": "", "environments": "",
            "fulfiller": "no", "reason": "a name", "password": DashboardStage.password,
        ]
        let sandbox = try await browser.get("\(path)/change?environment=Sandbox")
        #expect(sandbox.text.contains("value=\"https://one.example.com/\""), "A query keeps the values of the form.")
        let change = try await self.preview(browser, "\(path)/change", values)
        let changed = try await browser.post("\(path)/change", change)
        #expect(changed.headers[.location] == "\(path)?done=doneWebhookChange", "\(changed.text)")
        let page = try await browser.get("\(path)?done=doneWebhookChange")
        #expect(page.text.contains("&lt;b&gt;new&lt;/b&gt;") && !page.text.contains("<b>new"))
        let same = try await browser.post("\(path)/change", values)
        #expect(same.text.contains("Nothing would change.") && !same.text.contains("name=\"stamp\""))
        let pause = try await self.preview(browser, "\(path)/pause", ["reason": "an outage"])
        #expect(try await browser.post("\(path)/pause", pause).status == .seeOther)
        #expect(try await self.endpoints().first?.state == .paused)
        #expect(try await browser.get(path).text.contains(">Paused<"))
        #expect(try await browser.post("\(path)/pause", pause).status == .conflict, "It is paused already.")
        let resume = try await self.preview(browser, "\(path)/resume", ["reason": "it is over"])
        #expect(try await browser.post("\(path)/resume", resume).status == .seeOther)
        #expect(try await self.endpoints().first?.state == .active)
        let proof = ["reason": "gone", "password": DashboardStage.password]
        let deletion = try await self.preview(browser, "\(path)/delete", proof)
        let deleted = try await browser.post("\(path)/delete", deletion)
        #expect(deleted.headers[.location] == "\(self.base)?done=doneWebhookDelete", "\(deleted.text)")
        #expect(try await self.endpoints().isEmpty)
        #expect(try await browser.post("\(path)/delete", deletion).status == .notFound)
        #expect(try await browser.get(path).status == .notFound)
    }

    @Test("Undelivered events are listed with their failure, retried, and skipped with a reason")
    func deliveries() async throws {
        let id = try await self.webhook()
        try await self.fail(id)
        let browser = try await self.stage.signedIn("sue", .support)
        let path = "\(self.base)/\(id)"
        let page = try await browser.get(path)
        #expect(page.text.contains("HTTP 500") && page.text.contains("chn_Production_1_1"))
        #expect(page.text.contains("\(path)/skip?event=chn_Production_1_1"))
        var fields = ["event": "chn_Production_1_2", "reason": "x", "password": DashboardStage.password]
        let wrong = try await self.preview(browser, "\(path)/skip", fields)
        let refused = try await browser.post("\(path)/skip", wrong)
        #expect(refused.status == .notFound && refused.text.contains("id=\"p-event\""))
        fields["event"] = "chn_Production_1_1"
        let skip = try await self.preview(browser, "\(path)/skip", fields)
        let skipped = try await browser.post("\(path)/skip", skip)
        #expect(skipped.headers[.location] == "\(path)?done=doneWebhookSkip", "\(skipped.text)")
        #expect(try await browser.post("\(path)/skip", skip).status == .conflict, "It was skipped before.")
        let retry = try await self.preview(browser, "\(path)/retry", ["event": "", "reason": "repaired"])
        let retried = try await browser.post("\(path)/retry", retry)
        #expect(retried.headers[.location] == "\(path)?done=doneWebhookNothing")
    }

    @Test("A test event that does not arrive is an error on the page, with the way back")
    func unreachable() async throws {
        // Nothing listens at this port of the machine.
        let id = try await self.webhook("http://127.0.0.1:9/")
        let browser = try await self.stage.signedIn("sue", .support)
        let path = "\(self.base)/\(id)/test"
        let shown = try await browser.get(path)
        #expect(shown.text.contains("webhook.tested, to 127.0.0.1:9"))
        let stamp = try #require(shown.text.firstMatch(of: #/name="stamp" value="([^"]+)"/#)?.output.1)
        let answer = try await browser.post(path, ["stamp": String(stamp), "once": "1"])
        #expect(answer.status == .unprocessableContent && answer.text.contains("The endpoint did not accept it"))
        #expect(answer.text.contains("href=\"\(self.base)/\(id)\""))
        let entries = try await self.stage.audited("webhook.test")
        #expect(entries.count == 2 && entries.allSatisfy { $0.operatorName == "sue" && $0.subject == id.rawValue })
        #expect(entries.first?.outcome == .begun && entries.last?.outcome?.code != nil)
    }

    @Test("A replay is previewed with the number of its events, runs once, and is canceled")
    func replay() async throws {
        let id = try await self.webhook()
        try await self.fail(id)
        let browser = try await self.stage.signedIn("sue", .support)
        let path = "\(self.base)/\(id)/replay"
        let fields = ["from": "2001-01-01", "through": "", "reason": "a new database"]
        let confirmed = try await self.preview(browser, path, fields)
        #expect(try await browser.post(path, confirmed).status == .seeOther)
        #expect(try await self.endpoints().first?.replay?.last == 2)
        #expect(try await browser.post(path, confirmed).status == .conflict, "One is in progress.")
        #expect(try await browser.get("\(self.base)/\(id)").text.contains("0 of 2 events are queued"))
        let cancel = try await self.preview(browser, "\(self.base)/\(id)/cancel-replay", ["reason": "enough"])
        #expect(try await browser.post("\(self.base)/\(id)/cancel-replay", cancel).status == .seeOther)
        #expect(try await self.endpoints().first?.replay == nil)
        let wrong = try await browser.post(path, fields.merging(["from": "soon"]) { $1 })
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("id=\"p-from\""))
        let empty = try await browser.post(path, fields.merging(["through": "2001-01-02"]) { $1 })
        #expect(empty.status == .unprocessableContent && empty.text.contains("id=\"p-through\""))
    }

    @Test("Each role opens what is its own, also by request", arguments: OperatorRole.allCases)
    func roles(role: OperatorRole) async throws {
        let id = try await self.webhook()
        let browser = try await self.stage.signedIn("ada", role)
        let page = try await browser.get("\(self.base)/\(id)")
        #expect(page.status == .ok)
        for (act, scope) in [
            ("retry", AccessScope.write), ("skip", .write), ("replay", .write), ("test", .write),
            ("cancel-replay", .write), ("pause", .admin), ("change", .admin), ("rotate", .admin), ("delete", .admin),
        ] {
            let status: HTTPResponse.Status = role.scopes.contains(scope) ? .ok : .forbidden
            #expect(try await browser.get("\(self.base)/\(id)/\(act)").status == status, "\(act)")
            if status == .forbidden { #expect(!page.text.contains("/\(id)/\(act)\""), "\(act)") }
        }
        let create = try await browser.get("\(self.base)/create")
        #expect(create.status == (role == .admin ? .ok : .forbidden))
    }

    @Test("An empty list says the next step, in both languages, and a wrong id has a page")
    func empty() async throws {
        let browser = try await self.stage.signedIn("vic", .viewer)
        #expect(try await browser.get(self.base).text.contains("Your backend has no endpoint yet."))
        #expect(try await browser.get(self.base, language: "zh").text.contains("你的后端还没有端点"))
        #expect(try await browser.get("\(self.base)/we_none").status == .notFound)
    }
}
