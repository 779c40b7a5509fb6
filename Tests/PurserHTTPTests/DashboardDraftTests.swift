import AppStore
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardDraftTests {
    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    /// The value of a hidden field.
    private func field(_ name: String, in page: TestServer.TestResponse) -> String? {
        guard let range = page.text.range(of: "name=\"\(name)\" value=\"") else { return nil }
        return String(page.text[range.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
    }

    private static func draft(to address: String) -> String {
        String(decoding: Base64URL.encode(Array(#"{"":"\#(address)","name":"eve"}"#.utf8)), as: UTF8.self)
    }

    /// A form that was sent after its session had ended.
    private func interrupted() async throws -> (browser: DashboardBrowser, page: TestServer.TestResponse) {
        let browser = try await self.stage.signedIn("ada")
        _ = try await browser.get("/dashboard/operators")
        self.stage.pass(.days(15))
        let fields = ["name": "bert & <co>", "role": "support", "password": DashboardStage.password]
        return (browser, try await browser.post("/dashboard/operators", fields))
    }

    @Test("A form whose session has ended is kept over the sign-in, without its password, and sent by a button")
    func kept() async throws {
        let (browser, page) = try await self.interrupted()
        #expect(page.status == .unauthorized && page.text.contains("you can continue with what you typed"))
        #expect(!page.text.contains(DashboardStage.password))
        let draft = try #require(self.field("draft", in: page))
        let plain = String(decoding: try #require(Base64URL.decode(Array(draft.utf8))), as: UTF8.self)
        #expect(plain.contains("bert & <co>") && !plain.contains("csrf") && !plain.contains("password"))
        let wrong = try await browser.post("/dashboard/sign-in", ["name": "ada", "password": "x", "draft": draft])
        #expect(self.field("draft", in: wrong) == draft, "A wrong password loses nothing.")
        let answer = try await browser.post(
            "/dashboard/sign-in",
            ["name": "ada", "password": DashboardStage.password, "draft": draft]
        )
        #expect(answer.status == .ok && answer.text.contains("Your form was kept"))
        #expect(answer.text.contains("action=\"/dashboard/operators\""))
        #expect(answer.text.contains("name=\"name\" value=\"bert &amp; &lt;co&gt;\""))
        let sent = try await browser.post("/dashboard/operators", ["name": "bert & <co>", "role": "support"])
        #expect(sent.status == .unprocessableContent, "The password is asked for again.")
        #expect(sent.text.contains("value=\"bert &amp; &lt;co&gt;\""))
    }

    @Test("Another language keeps the form, before the sign-in and after it")
    func language() async throws {
        let (browser, page) = try await self.interrupted()
        let draft = try #require(self.field("draft", in: page))
        #expect(page.text.ranges(of: draft).count == 2, "The sign-in and the choice of a language both carry it.")
        let choice = ["next": "/dashboard/sign-in", "language": "zh-Hans", "draft": draft]
        let chinese = try await browser.post("/dashboard/language", choice)
        #expect(chinese.status == .ok && chinese.text.contains("lang=\"zh-Hans\"") && chinese.text.contains("登录"))
        #expect(self.field("draft", in: chinese) == draft)
        #expect(chinese.headers[.setCookie]?.contains("purser_language=zh-Hans") == true)
        let kept = try await browser.post(
            "/dashboard/sign-in",
            ["name": "ada", "password": DashboardStage.password, "draft": draft]
        )
        let again = try #require(self.field("draft", in: kept))
        let english = try await browser.post(
            "/dashboard/language",
            ["next": "/dashboard/sign-in", "language": "en", "draft": again]
        )
        #expect(english.status == .ok && english.text.contains("Your form was kept"), "\(english.text)")
        #expect(english.text.contains("name=\"name\" value=\"bert &amp; &lt;co&gt;\""))
        let none = try await browser.post("/dashboard/language", ["next": "/dashboard", "language": "en"])
        #expect(none.status == .seeOther && none.headers[.location] == "/dashboard")
    }

    @Test("A form of another site is not kept, so that no stranger can prepare one for an operator who signs in")
    func foreign() async throws {
        let browser = try await self.stage.signedIn("ada")
        _ = try await browser.get("/dashboard/operators")
        self.stage.pass(.days(15))
        let page = try await browser.post("/dashboard/operators", ["name": "eve", "role": "admin"], proof: "forged")
        #expect(page.status == .unauthorized && self.field("draft", in: page) == nil)
        #expect(page.text.contains("open the page again"))
        let stranger = DashboardBrowser(stage: self.stage)
        let other = try await stranger.post("/dashboard/operators", ["name": "eve", "role": "admin"])
        #expect(other.status == .unauthorized && self.field("draft", in: other) == nil)
    }

    @Test("A form of a session that another tab's sign-in has replaced comes back, and is sent by a button only")
    func replaced() async throws {
        let browser = try await self.stage.signedIn("ada")
        _ = try await browser.get("/dashboard/operators")
        let old = browser.proof
        _ = try await browser.signIn("ada")
        _ = try await browser.get("/dashboard")
        #expect(browser.proof != old)
        let fields = ["name": "bert & <co>", "role": "support", "password": DashboardStage.password, "stamp": "1"]
        for site in [nil, "none", "cross-site", "same-site"] {
            let refused = try await browser.post("/dashboard/operators", fields, proof: old, site: site)
            #expect(refused.status == .forbidden && refused.text.contains("This form is too old"))
            #expect(!refused.text.contains("bert"), "\(site ?? "no site")")
        }
        let page = try await browser.post("/dashboard/operators", fields, proof: old, site: "same-origin")
        #expect(page.status == .forbidden && page.text.contains("Your form was kept"), "\(page.text)")
        #expect(page.text.contains("action=\"/dashboard/operators\"") && !page.text.contains("name=\"stamp\""))
        #expect(page.text.contains("name=\"name\" value=\"bert &amp; &lt;co&gt;\""))
        #expect(!page.text.contains(DashboardStage.password))
        let names = try await self.stage.services.operators.list(limit: 9).map(\.name.rawValue)
        #expect(names == ["ada"], "The page does nothing by itself.")
        let sent = try await browser.post("/dashboard/operators", ["name": "bert & <co>", "role": "support"])
        #expect(sent.status == .unprocessableContent && sent.text.contains("value=\"bert &amp; &lt;co&gt;\""))
    }

    @Test("A kept form is not lost when its operator signs in, or out, in another tab")
    func keptMeanwhile() async throws {
        let (browser, page) = try await self.interrupted()
        let draft = try #require(self.field("draft", in: page))
        let old = browser.proof
        _ = try await browser.signIn("ada")
        _ = try await browser.get("/dashboard")
        let fields = ["name": "ada", "password": DashboardStage.password, "draft": draft]
        let foreign = try await browser.post("/dashboard/sign-in", fields, proof: old, site: "cross-site")
        #expect(foreign.status == .forbidden && foreign.text.contains("This form is too old"))
        let kept = try await browser.post("/dashboard/sign-in", fields, proof: old, site: "same-origin")
        #expect(kept.status == .forbidden && kept.text.contains("Your form was kept"), "\(kept.text)")
        #expect(kept.text.contains("action=\"/dashboard/operators\""))
        #expect(try await browser.post("/dashboard/sign-out").status == .seeOther)
        let again = try await browser.post("/dashboard/sign-in", fields, proof: old, site: "same-origin")
        #expect(again.status == .forbidden && self.field("draft", in: again) == draft, "\(again.text)")
        let none = try await browser.post("/dashboard/sign-in", ["name": "ada"], proof: old, site: "same-origin")
        #expect(none.status == .forbidden && none.text.contains("This form is too old"))
    }

    @Test("The code of a failed fulfillment is no proof, and is kept")
    func failureCode() async throws {
        let browser = try await self.stage.signedIn("ada")
        _ = try await browser.get("/dashboard")
        self.stage.pass(.days(15))
        let fields = ["failureCode": "warehouse_closed", "reason": "a flood", "code": "123456"]
        let page = try await browser.post("/dashboard/apps/shop/fulfillments/1/fail", fields)
        let draft = try #require(self.field("draft", in: page))
        let plain = String(decoding: try #require(Base64URL.decode(Array(draft.utf8))), as: UTF8.self)
        #expect(plain.contains("failureCode") && plain.contains("warehouse_closed") && !plain.contains("123456"))
    }

    @Test(
        "A kept form goes to a page of the dashboard only",
        arguments: ["https://evil.example", "//evil", "/v1/keys"]
    )
    func destination(address: String) async throws {
        let (browser, _) = try await self.interrupted()
        let answer = try await browser.post(
            "/dashboard/sign-in",
            ["name": "ada", "password": DashboardStage.password, "draft": Self.draft(to: address)]
        )
        #expect(answer.status == .seeOther && answer.headers[.location] == "/dashboard")
    }

    @Test("A form that is too large to be carried along is not kept, and the page says so")
    func large() async throws {
        let browser = try await self.stage.signedIn("ada")
        _ = try await browser.get("/dashboard/operators")
        self.stage.pass(.days(15))
        let fields = ["name": String(repeating: "a", count: 300_000), "role": "support"]
        let page = try await browser.post("/dashboard/operators", fields)
        #expect(page.status == .unauthorized && page.text.contains("open the page again"))
    }
}
