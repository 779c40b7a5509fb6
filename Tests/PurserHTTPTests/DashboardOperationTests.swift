import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct DashboardOperationTests {
    private static let base = "/dashboard/apps/shop"

    private let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage(app: ImportStage().app)
    }

    private static func stamp(_ page: TestServer.TestResponse) throws -> String {
        String(try #require(page.text.firstMatch(of: #/name="stamp" value="([^"]+)"/#), "\(page.text)").output.1)
    }

    @Test("Pages without data say what would be here, and are in Chinese too")
    func empty() async throws {
        let browser = try await self.stage.signedIn("ada")
        for (path, english, chinese) in [
            ("imports", "Nothing was imported yet.", "尚未导入任何内容"), ("keys", "There is no key yet.", "尚无密钥"),
            ("settings", "com.example.shop", "套装 ID"), ("doctor", "cannot run the doctor", "无法运行诊断"),
            ("audit", "operator.sign_in", "检查哈希链"),
        ] {
            let page = try await browser.get("\(Self.base)/\(path)")
            #expect(page.status == .ok && page.text.contains(english), "\(path): \(page.text)")
            #expect(!page.text.contains("{{") && !page.text.contains("{0}"), "\(path)")
            let other = try await browser.get("\(Self.base)/\(path)", language: "zh-CN")
            #expect(other.text.contains(chinese), "\(path): \(other.text)")
        }
    }

    @Test(
        "Each page admits the roles that its route under /v1 admits",
        arguments: [OperatorRole.viewer, .support, .finance]
    )
    func roles(role: OperatorRole) async throws {
        let browser = try await self.stage.signedIn("ada", role)
        for path in ["imports", "links", "alarms"] {
            #expect(try await browser.get("\(Self.base)/\(path)").status == .ok, "\(path)")
        }
        let closed = [
            "keys", "new-key", "keys/key_1/revoke", "audit", "settings", "doctor", "import-file", "imports/1/retry",
            "imports/1/cancel",
        ]
        let start = try await browser.get("/dashboard")
        for path in closed {
            #expect(try await browser.get("\(Self.base)/\(path)").status == .forbidden, "\(path)")
            // Two of them have nothing to send.
            let sent = try await browser.post("\(Self.base)/\(path)").status
            let isRefused = sent == .forbidden || sent == .notFound || sent == .methodNotAllowed
            #expect(isRefused, "\(path): \(sent)")
            #expect(!start.text.contains("href=\"\(Self.base)/\(path)\""), "\(path)")
        }
    }

    // MARK: Imports

    /// Enters an import with two failed rows and one that waits.
    private func fill() async throws -> ImportJobID {
        let app = AppName("shop")
        let id = ImportJobID("0123456789abcdef")
        let now = self.stage.services.ambient.now()
        let job = ImportJob(id: id, app: app, publishesEvents: true, startedBy: "<b>eve</b>", startedAt: now)
        let failure = ImportRow.Failure(code: "import_transaction_unknown", detail: "Apple does not know it.")
        let rows = (1...3).map { line in
            ImportRow(
                position: ImportRow.Position(line: Int64(line)),
                subject: .transaction,
                appleID: "10\(line)",
                owner: CustomerID("=anna,\(line)"),
                state: line == 3 ? .pending : .failed(failure)
            )
        }
        try await self.stage.services.repository.write { unit in
            try unit.beginImport(job)
            _ = try unit.addImportRows(rows, to: id, of: app)
            _ = try unit.moveImport(id, of: app, from: [.receiving], to: .working, pause: nil, at: now)
        }
        return id
    }

    @Test("An import shows its progress and its failed rows, which come as a file that can be submitted again")
    func imports() async throws {
        let id = try await self.fill()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let list = try await browser.get("\(Self.base)/imports")
        #expect(list.text.contains("<progress class=\"bar\" value=\"2\" max=\"3\""))
        #expect(list.text.contains("&lt;b&gt;eve") && !list.text.contains("import-file"))
        let page = try await browser.get("\(Self.base)/imports/\(id)")
        #expect(page.text.contains("2 of 3 rows, 2 failed") && page.text.contains("Apple does not know it."))
        #expect(!page.text.contains("/retry\""), "For administrators.")
        let file = try await browser.get("\(Self.base)/imports/\(id)/failures")
        #expect(file.headers[.contentType]?.hasPrefix("text/csv") == true)
        #expect(
            file.text.hasPrefix("line,code,detail,transactionId") && file.text.contains(",101,")
                && file.text.contains("\"'=anna,1\"")
        )
        for path in ["imports/none", "imports/none/failures"] {
            #expect(try await browser.get("\(Self.base)/\(path)").status == .notFound, "\(path)")
        }
        let sandbox = try await browser.get("\(Self.base)/imports?environment=Sandbox")
        #expect(sandbox.text.contains("No renewal dates were extended here."))
    }

    @Test("An import is retried and canceled by an administrator, each once")
    func importActs() async throws {
        let id = try await self.fill()
        let browser = try await self.stage.signedIn("ada")
        let retry = "\(Self.base)/imports/\(id)/retry"
        let asked = try await browser.get(retry)
        #expect(asked.text.contains("about 2 rows that failed"))
        let stamp = try Self.stamp(asked)
        #expect(try await browser.post(retry, ["stamp": stamp]).status == .seeOther)
        let retried = try await browser.post(retry, ["stamp": stamp])
        #expect(retried.status == .conflict && retried.text.contains("No row has failed"))
        let cancel = "\(Self.base)/imports/\(id)/cancel"
        let sure = try Self.stamp(try await browser.get(cancel))
        let proof = ["stamp": sure, "password": DashboardStage.password]
        let done = try await browser.post(cancel, proof)
        #expect(done.headers[.location] == "\(Self.base)/imports/\(id)?done=doneImportCancel")
        let twice = try await browser.post(cancel, proof)
        #expect(twice.status == .conflict && twice.text.contains("nothing to cancel"))
        let entries = try await self.stage.services.audit.newest(before: nil, limit: 9) { entry in
            entry.action == .importCancel || entry.action == .importRetry
        }.entries
        #expect(entries.count == 3 && entries.allSatisfy { $0.operatorName == "ada" })
    }

    @Test("A small file is checked before it is submitted, and submitted once; a mistake stands at the field")
    func submit() async throws {
        let browser = try await self.stage.signedIn("ada")
        let path = "\(Self.base)/import-file"
        #expect(try await browser.get(path).text.contains("purser import FILE --app shop"))
        var fields = ["importFormat": "csv", "importEvents": "off", "importContent": "transactionId,color\n1,red"]
        let wrong = try await browser.post(path, fields)
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("id=\"p-importContent\""))
        #expect(wrong.text.contains("1,red"), "Nothing typed is lost.")
        fields["importContent"] = "transactionId,owner\r\n2000000000000001,anna\r\n12x,bert"
        let preview = try await browser.post(path, fields)
        #expect(preview.text.contains("2 rows are read. 1 of them has errors") && preview.text.contains("Line 3:"))
        #expect(try await self.stage.services.imports.list(of: AppName("shop"), limit: 9).isEmpty)
        fields["stamp"] = try Self.stamp(preview)
        let done = try await browser.post(path, fields)
        #expect(done.status == .seeOther, "\(done.text)")
        #expect(try await browser.post(path, fields).status == .conflict, "A second click imports nothing.")
        let jobs = try await self.stage.services.imports.list(of: AppName("shop"), limit: 9)
        try #require(jobs.count == 1)
        #expect(jobs[0].counts.rows == 2 && jobs[0].counts.failed == 1)
        #expect(jobs[0].startedBy == "ada" && !jobs[0].publishesEvents)
    }

    // MARK: Keys

    @Test("A key is created with the password, shown once and never in an address, and revoked")
    func keys() async throws {
        let browser = try await self.stage.signedIn("ada")
        let path = "\(Self.base)/new-key"
        _ = try await browser.get(path)
        var fields = [
            "name": "<i>backend</i>", "keyGrant": "secret-read", "app": "shop", "password": "wrong",
            "reason": "a backend",
        ]
        fields["stamp"] = try Self.stamp(try await browser.post(path, fields))
        let refused = try await browser.post(path, fields)
        #expect(refused.status == .unprocessableContent && refused.text.contains("The password is wrong."))
        #expect(try await self.stage.services.accessKeys.list(of: nil, limit: 9).isEmpty)
        fields["password"] = DashboardStage.password
        let made = try await browser.post(path, fields)
        #expect(made.status == .ok && made.headers[.location] == nil && made.text.contains("&lt;i&gt;backend"))
        #expect(made.headers[.cacheControl] == "no-store")
        let text = try #require(made.text.firstMatch(of: #/purser_sk_[A-Za-z0-9_-]+/#)?.output)
        #expect(try await self.stage.send(.get, "/v1/products", key: String(text)).status == .ok)
        #expect(try await browser.post(path, fields).status == .conflict, "A second click creates no second key.")
        let key = try #require(try await self.stage.services.accessKeys.list(of: nil, limit: 9).first)
        #expect(key.grant == .secret([.read]) && key.app?.rawValue == "shop" && key.createdBy == "ada")
        let list = try await browser.get("\(Self.base)/keys")
        #expect(list.text.contains(key.id.rawValue) && !list.text.contains(text))

        let revoke = "\(Self.base)/keys/\(key.id)/revoke"
        _ = try await browser.get(revoke)
        var revoking = ["password": DashboardStage.password, "reason": "leaked"]
        revoking["stamp"] = try Self.stamp(try await browser.post(revoke, revoking))
        #expect(try await browser.post(revoke, revoking).headers[.location] == "\(Self.base)/keys?done=doneKeyRevoked")
        #expect(try await browser.post(revoke, revoking).status == .conflict)
        #expect(try await self.stage.send(.get, "/v1/products", key: String(text)).status == .unauthorized)
        let missing = try await browser.post("\(Self.base)/keys/none/revoke", revoking)
        #expect(missing.status == .notFound)
    }

    @Test("A publishable key of all apps is refused at the field of the app")
    func publishable() async throws {
        let browser = try await self.stage.signedIn("ada")
        let path = "\(Self.base)/new-key"
        _ = try await browser.get(path)
        let fields = [
            "name": "app", "keyGrant": "publishable", "app": "*", "password": DashboardStage.password, "reason": "x",
        ]
        let answer = try await browser.post(path, fields)
        #expect(answer.status == .unprocessableContent && answer.text.contains("id=\"p-app\""))
    }

    // MARK: The audit log

    @Test("The audit log is newest first, page by page, by operator and action, and its chain is checked")
    func audit() async throws {
        let browser = try await self.stage.signedIn("ada")
        for number in 0..<120 {
            let record = AuditRecord(
                by: number.isMultiple(of: 40) ? "bert" : "carl",
                .catalogApply,
                on: "version \(number)",
                reason: "<b>reason \(number)</b>"
            )
            try await self.stage.services.audit.add(record)
        }
        let first = try await browser.get("\(Self.base)/audit")
        #expect(first.text.contains("version 119") && !first.text.contains("version 69<"))
        #expect(first.text.contains("&lt;b&gt;reason 119"))
        let next = try #require(first.text.firstMatch(of: #/href="([^"]+)" rel="next"/#)?.output.1)
        let second = try await browser.get(String(next).replacing("&amp;", with: "&"))
        #expect(second.text.contains("version 69<") && !second.text.contains("version 70<"))
        let bert = try await browser.get("\(Self.base)/audit?operator=bert")
        #expect(bert.text.contains("version 80") && bert.text.contains("version 0<"))
        #expect(!bert.text.contains("version 1<") && !bert.text.contains("rel=\"next\""))
        let signIns = try await browser.get("\(Self.base)/audit?action=operator.")
        #expect(signIns.text.contains("operator.sign_in") && !signIns.text.contains("catalog.apply<"))
        let sandbox = try await browser.get("\(Self.base)/audit?environment=Sandbox")
        let kept = sandbox.text.matches(of: #/name="environment" value="Sandbox"/#)
        #expect(kept.count == 2, "The search of the header and the filter: \(sandbox.text)")
        let file = try await browser.get("\(Self.base)/audit?export=json")
        #expect(file.text.matches(of: #/"catalog.apply"/#).count == 120)
        let long = String(repeating: "a", count: 300)
        #expect(try await browser.get("\(Self.base)/audit?operator=\(long)").status == .unprocessableContent)
        _ = try await browser.get("\(Self.base)/audit")
        let checked = try await browser.post("\(Self.base)/audit")
        #expect(checked.text.contains("The chain is intact"))
    }

    @Test("An entry of the audit log has its details in the file too, and a long subject is cut on the page only")
    func auditDetails() async throws {
        let token = String(repeating: "token", count: 9)
        let details = ["coin": "gems", "quantity": "7"]
        let record = AuditRecord(
            by: "bert",
            .walletGrant,
            on: token,
            reason: "a test",
            details: details,
            about: AuditDraft.About([Sample.customer("anna")], of: self.stage.shop.app.name)
        )
        try await self.stage.services.audit.add(record)
        let browser = try await self.stage.signedIn("ada")
        let page = try await browser.get("\(Self.base)/audit")
        let shown = "<span class=\"id cut\" data-copy=\"\(token)\" title=\"\(token)\">\(token)</span>"
        #expect(page.text.contains(shown), "\(page.text)")
        #expect(page.text.contains("href=\"\(Self.base)/customers/anna\">anna</a>"), "\(page.text)")
        #expect(page.text.contains("coin: gems, quantity: 7") && !page.text.contains(">Details</th>"))
        let file = try await browser.get("\(Self.base)/audit?export=csv")
        #expect(file.text.contains(",details") && file.text.contains("coin: gems, quantity: 7"), "\(file.text)")
        #expect(file.text.contains("wallet.grant,anna,\(token)"), "\(file.text)")
    }

    @Test("A search of the audit log looks at so many entries and goes on at the next page")
    func auditSearch() async throws {
        let log = self.stage.services.audit
        for number in 0...Int(AuditLog.searchCount) {
            try await log.add(AuditRecord(by: number == 0 ? "first" : "other", .catalogApply, on: "\(number)"))
        }
        let found = try await log.newest(before: nil, limit: 5) { $0.operatorName == "first" }
        #expect(found.entries.isEmpty)
        let next = try #require(found.next)
        let rest = try await log.newest(before: next, limit: 5) { $0.operatorName == "first" }
        #expect(rest.entries.map(\.subject) == ["0"] && rest.next == nil)
    }

    // MARK: Settings and the doctor

    @Test("The settings show what the server works with, and no secret")
    func settings() async throws {
        let browser = try await self.stage.signedIn("ada")
        let page = try await browser.get("\(Self.base)/settings")
        for text in ["com.example.shop", "1234567890", "/apple/shop/notifications", "simulator", "127.0.0.1"] {
            #expect(page.text.contains(text), "\(text)")
        }
        #expect(!page.text.contains(TestServer.key) && !page.text.contains("PRIVATE KEY"))
    }

    @Test("The doctor runs in the background once at a time, and its page shows the findings as they come")
    func doctor() async throws {
        let (gate, opened) = AsyncStream<Void>.makeStream()
        let runs = Mutex(0)
        let stage = try DashboardStage(doctor: { report in
            runs.withLock { $0 += 1 }
            report(DoctorFinding(.clock, .ok, "The clock is right."))
            for await _ in gate { break }
            report(DoctorFinding(.keyMissing, .error, app: AppName("shop"), "<b>No key.</b>", remedy: "Add it."))
        })
        let browser = try await stage.signedIn("ada")
        let path = "\(Self.base)/doctor"
        let refresh = try #require(HTTPField.Name("Refresh"))
        #expect(try await browser.get(path).headers[refresh] == nil)
        #expect(try await browser.post(path).headers[.location] == path)
        #expect(try await browser.post(path).status == .seeOther, "A second click begins no second run.")
        var page = try await browser.get(path)
        while !page.text.contains("The clock is right.") { page = try await browser.get(path) }
        #expect(page.headers[refresh] == "3" && page.text.contains("The doctor is running"))
        opened.yield()
        while page.headers[refresh] != nil { page = try await browser.get(path) }
        #expect(
            page.text.contains("&lt;b&gt;No key.") && page.text.contains("Add it.") && page.text.contains("key_missing")
        )
        #expect(page.text.contains("<td>The clock is right. <span"))
        let chinese = try await browser.get(path, language: "zh-Hans")
        #expect(chinese.text.contains("<td>时钟与 Apple 的一致。 <span"), "\(chinese.text)")
        #expect(chinese.text.contains("没有 App Store Server API 的密钥") && chinese.text.contains("“App 内购买项目”密钥"))
        #expect(!chinese.text.contains("The clock is right.") && !chinese.text.contains("Add it."))
        #expect(runs.withLock { $0 } == 1)
        let entries = try await stage.audited("doctor.begin")
        #expect(entries.map(\.operatorName) == ["ada"] && entries.first?.outcome == .done)
    }
}
