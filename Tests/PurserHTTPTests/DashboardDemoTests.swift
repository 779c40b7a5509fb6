import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardDemoTests {
    private static let demo = DashboardDemo(password: "a password of the demonstration")

    @Test("The link of the demonstration begins one session, and the password that it sets begins further ones")
    func once() async throws {
        let stage = try DashboardStage(demo: Self.demo)
        let token = try await stage.invite("demo", .admin)
        let browser = DashboardBrowser(stage: stage)
        let begun = try await browser.get("/dashboard/demo/\(token)")
        #expect(begun.status == .seeOther && begun.headers[.location] == "/dashboard")
        #expect(try await browser.get("/dashboard/operators").status == .ok, "An administrator is signed in.")

        let other = DashboardBrowser(stage: stage)
        let again = try await other.get("/dashboard/demo/\(token)")
        #expect(again.status == .notFound && again.text.contains("This link was used"))
        #expect(other.cookies["purser_session"] == nil)
        #expect(try await other.signIn("demo", Self.demo.password).status == .seeOther)
    }

    @Test(
        "A program that only looks at the link, or a browser that reads ahead, does not use it up",
        arguments: [nil, "Sec-Purpose: prefetch", "Sec-Purpose: prefetch;prerender", "X-Purpose: preview"]
    )
    func looking(_ header: String?) async throws {
        let stage = try DashboardStage(demo: Self.demo)
        let path = "/dashboard/demo/\(try await stage.invite("demo", .admin))"
        var headers: HTTPFields = [:]
        if let parts = header?.split(separator: ": "), let name = HTTPField.Name(String(parts[0])) {
            headers[name] = String(parts[1])
        }
        let looked = try await stage.send(header == nil ? .head : .get, path, headers: headers)
        #expect(looked.status == .serviceUnavailable && looked.headers[.setCookie]?.contains("session") != true)
        let browser = DashboardBrowser(stage: stage)
        #expect(try await browser.get(path).status == .seeOther)
        #expect(try await browser.get("/dashboard/operators").status == .ok, "It signs in who opens it.")
    }

    @Test("After an hour the link begins nothing")
    func late() async throws {
        let stage = try DashboardStage(demo: Self.demo)
        let token = try await stage.invite("demo", .admin)
        stage.pass(.minutes(60))
        let browser = DashboardBrowser(stage: stage)
        #expect(try await browser.get("/dashboard/demo/\(token)").status == .notFound)
        #expect(browser.cookies["purser_session"] == nil)
    }

    @Test("Another token, or the invitation of another operator, begins nothing", arguments: ["stranger", "ada"])
    func foreign(_ kind: String) async throws {
        let stage = try DashboardStage(demo: Self.demo)
        let own = try await stage.invite("demo", .admin)
        let token = kind == "ada" ? try await stage.invite("ada", .admin) : "\(own)A"
        let browser = DashboardBrowser(stage: stage)
        #expect(try await browser.get("/dashboard/demo/\(token)").status == .notFound)
        #expect(browser.cookies["purser_session"] == nil)
        #expect(try await browser.get("/dashboard/demo/\(own)").status == .seeOther, "The right one still does.")
    }

    @Test("Without a demonstration there is no such route, even for the token of an invitation")
    func absent() async throws {
        let stage = try DashboardStage()
        let token = try await stage.invite("demo", .admin)
        let browser = DashboardBrowser(stage: stage)
        let answer = try await browser.get("/dashboard/demo/\(token)")
        #expect(answer.status == .notFound && !answer.text.contains("This link was used"))
        #expect(browser.cookies["purser_session"] == nil)
        #expect(try await browser.get("/dashboard/invitation/\(token)").status == .ok, "It is not used up.")
    }
}
