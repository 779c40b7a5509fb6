import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardPageTests {
    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    @Test("Every answer of the dashboard has the headers that protect it, and no page has an inline script or style")
    func headers() async throws {
        let browser = try await self.stage.signedIn("ada")
        let stranger = DashboardBrowser(stage: self.stage)
        var answers: [(path: String, answer: TestServer.TestResponse)] = []
        for path in ["/dashboard", "/dashboard/account", "/dashboard/account/second-factor", "/dashboard/operators"] {
            let answer = try await browser.get(path)
            #expect(answer.status == .ok, "\(path)")
            answers.append((path, answer))
            answers.append((path, try await stranger.get(path)))
        }
        let others = ["/dashboard/sign-in", "/dashboard/none", "/dashboard/assets/none", "/dashboard/assets/purser.js"]
        for path in others { answers.append((path, try await stranger.get(path))) }
        for (path, answer) in answers {
            let policy = try #require(answer.headers[.contentSecurityPolicy], "\(path)")
            for part in ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
                #expect(policy.contains(part), "\(path)")
            }
            #expect(!policy.contains("unsafe"), "\(path)")
            #expect(answer.headers[.xContentTypeOptions] == "nosniff", "\(path)")
            let referrer = try #require(HTTPField.Name("Referrer-Policy"))
            #expect(answer.headers[referrer] == "no-referrer", "\(path)")
            if answer.headers[.contentType]?.hasPrefix("text/html") == true {
                #expect(answer.headers[.cacheControl] == "no-store", "\(path)")
                #expect(
                    answer.text.firstMatch(of: #/<style|\sstyle=|<script(?! src="/dashboard/assets/)|\son[a-z]+=/#)
                        == nil
                )
                #expect(answer.text.firstMatch(of: #/(?:src|href)="(?:https?:)?\/\//#) == nil, "\(path)")
                #expect(!answer.text.contains("{{"), "\(path)")
                #expect(answer.text.utf8.count < 20_000, "\(path)")
            }
        }
    }

    @Test("Cookies are hidden from scripts and other sites, and from plain HTTP where the server has HTTPS")
    func cookies() async throws {
        for (address, isSecure) in [("http://127.0.0.1:8080", false), ("https://shop.example.com", true)] {
            let stage = try DashboardStage(address: address)
            _ = try await stage.signedIn("ada")
            let answer = try await DashboardBrowser(stage: stage).signIn("ada")
            let cookie = try #require(answer.headers[values: .setCookie].first { $0.hasPrefix("purser_session=") })
            for part in ["; HttpOnly", "; SameSite=Lax", "; Path=/dashboard"] { #expect(cookie.contains(part)) }
            #expect(cookie.contains("; Secure") == isSecure)
            #expect((answer.headers[.strictTransportSecurity] != nil) == isSecure)
        }
    }

    @Test(
        "A role that a page does not admit is refused by request, reading and writing",
        arguments: OperatorRole.allCases
    )
    func roles(role: OperatorRole) async throws {
        let browser = try await self.stage.signedIn("ada", role)
        let start = try await browser.get("/dashboard")
        #expect(start.status == .ok)
        #expect(start.text.contains("href=\"/dashboard/operators\"") == (role == .admin))
        for letter in ["b", "q"] { #expect(start.text.contains("data-key=\"\(letter)\"") == (role == .admin)) }
        let letters = start.text.matches(of: #/data-key="(.)"/#).map(\.output.1)
        #expect(Set(letters).count == letters.count, "Each letter opens one page.")
        let page = try await browser.get("/dashboard/operators")
        #expect(page.status == (role == .admin ? .ok : .forbidden))
        if role != .admin { #expect(page.text.contains("<nav") && page.text.contains("role=\"search\"")) }
        let fields = ["name": "eve", "role": "admin", "password": DashboardStage.password]
        let answer = try await browser.post("/dashboard/operators", fields)
        #expect(answer.status == (role == .admin ? .ok : .forbidden))
        let eve = try await self.stage.services.operators.list(limit: 9).first { $0.name.rawValue == "eve" }
        #expect((eve != nil) == (role == .admin))
    }

    @Test("A role that is taken away counts from the next request on")
    func changedRole() async throws {
        _ = try await self.stage.signedIn("bert", .admin)
        let browser = try await self.stage.signedIn("ada", .admin)
        #expect(try await browser.get("/dashboard/operators").status == .ok)
        let origin = RequestOrigin(name: "test")
        _ = try await self.stage.services.operators.change(OperatorName(rawValue: "ada"), to: .viewer, by: origin)
        #expect(try await browser.get("/dashboard/operators").status == .forbidden)
        _ = try await self.stage.services.operators.remove(OperatorName(rawValue: "ada"), by: origin)
        #expect(try await browser.get("/dashboard").status == .seeOther)
    }

    @Test("An administrator invites with their password, and the link is shown once")
    func invite() async throws {
        let browser = try await self.stage.signedIn("ada")
        _ = try await browser.get("/dashboard/operators")
        var fields = ["name": "Bert", "role": "support", "password": "wrong"]
        let refused = try await browser.post("/dashboard/operators", fields)
        #expect(refused.status == .unprocessableContent && refused.text.contains("The password is wrong."))
        #expect(refused.text.contains("value=\"Bert\"") && refused.text.contains("value=\"support\" selected"))
        fields["password"] = DashboardStage.password
        let made = try await browser.post("/dashboard/operators", fields)
        let link = #/http://127.0.0.1:8080(/dashboard/invitation/[A-Za-z0-9_-]{43})</#
        let path = try #require(made.text.firstMatch(of: link)?.output.1)
        #expect(try await DashboardBrowser(stage: self.stage).get(String(path)).text.contains("as bert."))
        let list = try await browser.get("/dashboard/operators")
        #expect(list.text.contains("bert") && !list.text.contains(path))
    }

    @Test("Script in a name or a browser's name is shown as text, also behind combining marks")
    func script() async throws {
        let agent = "<script>alert(1)</script>\"\u{301} onfocus=\u{27}a\u{27}"
        _ = try await self.stage.signedIn("ada")
        let browser = DashboardBrowser(stage: self.stage, agent: agent)
        _ = try await browser.signIn("ada")
        let account = try await browser.get("/dashboard/account")
        #expect(account.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;\u{301} onfocus=&#39;a&#39;"))
        let stranger = DashboardBrowser(stage: self.stage)
        let answer = try await stranger.signIn("\"\u{301} onfocus=alert(1) x=\"<b>", "wrong")
        #expect(answer.text.contains("value=\"&quot;\u{301} onfocus=alert(1) x=&quot;&lt;b&gt;\""))
    }

    @Test("A page is in the chosen language, otherwise in the browser's")
    func languages() async throws {
        let browser = DashboardBrowser(stage: self.stage)
        #expect(try await browser.get("/dashboard/sign-in").text.contains("<html lang=\"en\">"))
        let chinese = try await browser.get("/dashboard/sign-in", language: "zh-CN,zh;q=0.9,en;q=0.8")
        #expect(chinese.text.contains("<html lang=\"zh-Hans\">") && chinese.text.contains("登录"))
        #expect(try await browser.get("/dashboard/sign-in", language: "fr,en;q=0.5").text.contains("lang=\"en\""))
        let chosen = try await browser.post(
            "/dashboard/language",
            ["language": "zh-Hans", "next": "/dashboard/sign-in"]
        )
        #expect(chosen.headers[.location] == "/dashboard/sign-in")
        #expect(try await browser.get("/dashboard/sign-in", language: "en").text.contains("登录"))
    }

    @Test("A text with a count has the form for one, and what is no form stays as it is")
    func counts() throws {
        let english = try #require(DashboardFiles.shared.texts[.english])
        let text = try #require(english["reportFetchKind"])
        #expect(DashboardFiles.filled(text, ["Sales", "1"]).contains("1 report is requested"))
        #expect(DashboardFiles.filled(text, ["Sales", "60"]).contains("60 reports are requested"))
        #expect(DashboardFiles.filled("{0:a} {0:a|b|c} {9} {0} {", ["{0:x|y}"]) == "{0:a} {0:a|b|c} {9} {0:x|y} {")
        for (key, text) in english {
            for form in text.matches(of: #/\{\d:([^|}]*)\|([^|}]*)\}/#) {
                #expect(form.output.1 != form.output.2, "\(key)")
            }
            #expect(!DashboardFiles.filled(text, Array(repeating: "1", count: 9)).contains("{"), "\(key): \(text)")
        }
    }

    @Test("Both languages have the same texts, and every text that a template uses")
    func texts() throws {
        let texts = DashboardFiles.shared.texts
        let english = try #require(texts[.english])
        for language in PageLanguage.allCases {
            let other = try #require(texts[language])
            #expect(Set(other.keys) == Set(english.keys), "\(language)")
            for (key, text) in other {
                #expect(!text.isEmpty && text.contains("{0}") == english[key]?.contains("{0}"), "\(key)")
            }
        }
        for (name, bytes) in DashboardFiles.embedded where name.hasSuffix(".mustache") {
            let template = String(decoding: bytes, as: UTF8.self)
            for match in template.matches(of: #/{{t\.(\w+)}}/#) {
                #expect(english[String(match.output.1)] != nil, "\(name): \(match.output.1)")
            }
        }
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let dashboard = folder.path + "/PurserHTTP/Dashboard/"
        let code = try FileManager.default.subpathsOfDirectory(atPath: dashboard).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOfFile: dashboard + $0, encoding: .utf8) }.joined()
        // The names of a form's fields are no texts.
        let fields = Set(code.matches(of: #/Field\(\s*name: "(\w+)"/#).map { String($0.output.1) })
        let key = #/(?:text\(|Column\(|title: |name: |label: |help: |empty: |confirm: |kind: |return )"(\w+)"/#
        for match in code.matches(of: key) {
            let key = String(match.output.1)
            #expect(english[key] != nil || fields.contains(key), "\(key)")
        }
        let templates = DashboardFiles.embedded.filter { $0.key.hasSuffix(".mustache") }
            .map { String(decoding: $0.value, as: UTF8.self) }.joined()
        for key in english.keys {
            let isUsed = ["\"\(key)\"", "done=\(key)\""].contains { code.contains($0) }
            #expect(isUsed || templates.contains("t.\(key)}}"), "\(key) is not used.")
        }
    }

    @Test("Heading cells say what they head, texts that scroll have a name, and punctuation is in the language")
    func markup() {
        for (name, bytes) in DashboardFiles.embedded where name.hasSuffix(".mustache") {
            let template = String(decoding: bytes, as: UTF8.self)
            #expect(template.firstMatch(of: #/<th(?!ead)(?! scope="(?:col|row)")/#) == nil, "\(name)")
            #expect(template.firstMatch(of: #/<pre(?![^>]* role="region" aria-label=)/#) == nil, "\(name)")
            #expect(!template.contains("}}: ") && !template.contains("({{by}}"), "\(name)")
        }
    }

    @Test("Every file of the dashboard's folders is embedded as it is")
    func embedded() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/CDashboard")
        var found: Set<String> = []
        for name in ["Assets", "Templates", "Texts"] {
            for file in try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path) {
                found.insert(file)
                let bytes = try Data(contentsOf: folder.appending(path: "\(name)/\(file)"))
                #expect(DashboardFiles.embedded[file] == Array(bytes), "\(file)")
            }
        }
        #expect(found == Set(DashboardFiles.embedded.keys))
    }

    @Test("Files of the dashboard are kept by browsers as long as their address has their version")
    func assets() async throws {
        let page = try await DashboardBrowser(stage: self.stage).get("/dashboard/sign-in")
        let path = try #require(page.text.firstMatch(of: #/href="([^"]+purser\.css[^"]*)"/#)?.output.1)
        let style = try await self.stage.send(.get, String(path))
        #expect(style.headers[.contentType] == "text/css; charset=utf-8")
        #expect(style.headers[.cacheControl] == "public, max-age=31536000, immutable")
        let plain = try await self.stage.send(.get, "/dashboard/assets/purser.css?v=0")
        #expect(plain.status == .ok && plain.headers[.cacheControl] == "no-cache")
    }

    @Test("An address without a page has a page that says so, and a form that is none is refused")
    func unknown() async throws {
        let missing = try await DashboardBrowser(stage: self.stage).get("/dashboard/a/b")
        #expect(missing.status == .notFound && missing.text.contains("There is no such page."))
        let json = try await self.stage.send(
            .post,
            "/dashboard/sign-in",
            headers: [.contentType: "application/json"],
            body: "{}"
        )
        #expect(json.status == .unsupportedMediaType && json.headers[.contentType]?.hasPrefix("text/html") == true)
        let broken = try await self.stage.send(
            .post,
            "/dashboard/sign-in",
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: "name=%FF"
        )
        #expect(broken.status == .badRequest)
        let long = try await self.stage.send(
            .post,
            "/dashboard/sign-in",
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: "name=" + String(repeating: "a", count: 530_000)
        )
        #expect(long.status == .contentTooLarge)
    }

    @Test("A password is changed by who knows the present one, and other sessions end")
    func password() async throws {
        let browser = try await self.stage.signedIn("ada")
        let other = DashboardBrowser(stage: self.stage)
        _ = try await other.signIn("ada")
        _ = try await browser.get("/dashboard/account")
        let path = "/dashboard/account/password"
        let wrong = try await browser.post(path, ["present": "wrong", "new": "another password"])
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("The password is wrong."))
        let short = try await browser.post(path, ["present": DashboardStage.password, "new": "short"])
        #expect(short.status == .unprocessableContent && short.text.contains("at least 12 characters"))
        let done = try await browser.post(path, ["present": DashboardStage.password, "new": "another password"])
        #expect(done.headers[.location] == "/dashboard/account?done=donePassword")
        #expect(try await browser.get("/dashboard/account?done=donePassword").text.contains("The password is changed"))
        #expect(try await other.get("/dashboard").status == .seeOther)
        #expect(try await other.signIn("ada").status == .unprocessableContent)
        #expect(try await other.signIn("ada", "another password").status == .seeOther)
    }
}
