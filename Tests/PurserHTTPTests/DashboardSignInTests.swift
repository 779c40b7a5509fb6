import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardSignInTests {
    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    @Test("An invited person sets a password once, is signed in, and signs in with it from then on")
    func invitation() async throws {
        let token = try await self.stage.invite("ada", .admin)
        let browser = DashboardBrowser(stage: self.stage)
        let page = try await browser.get("/dashboard/invitation/\(token)")
        #expect(page.status == .ok && page.text.contains("You are invited as ada."))
        let short = try await browser.post("/dashboard/invitation", ["token": token, "password": "a", "again": "a"])
        #expect(short.status == .unprocessableContent && short.text.contains("at least 12 characters"))
        let different = try await browser.post(
            "/dashboard/invitation",
            ["token": token, "password": DashboardStage.password, "again": "another password"]
        )
        #expect(different.status == .unprocessableContent && different.text.contains("are different"))
        #expect(different.text.contains("name=\"next\" value=\"/dashboard/invitation/\(token)\""), "Another language.")
        let fields = ["token": token, "password": DashboardStage.password, "again": DashboardStage.password]
        let set = try await browser.post("/dashboard/invitation", fields)
        #expect(set.status == .seeOther && set.headers[.location] == "/dashboard")
        #expect(try await browser.get("/dashboard").text.contains("What to do next"))

        let second = DashboardBrowser(stage: self.stage)
        let used = try await second.get("/dashboard/invitation/\(token)")
        #expect(used.status == .notFound && used.text.contains("This link was used"))
        #expect(try await second.signIn("ada").status == .seeOther)
        #expect(try await second.get("/dashboard").status == .ok)
    }

    @Test("An invitation that has expired sets no password")
    func expiredInvitation() async throws {
        let token = try await self.stage.invite("ada", .admin)
        let browser = DashboardBrowser(stage: self.stage)
        _ = try await browser.get("/dashboard/invitation/\(token)")
        self.stage.pass(.days(3))
        let fields = ["token": token, "password": DashboardStage.password, "again": DashboardStage.password]
        #expect(try await browser.post("/dashboard/invitation", fields).status == .notFound)
        #expect(try await browser.signIn("ada").status == .unprocessableContent)
    }

    @Test("A wrong password, an unknown name and a name without a password get the same page")
    func refused() async throws {
        _ = try await self.stage.signedIn("ada")
        _ = try await self.stage.invite("bert", .viewer)
        var texts: Set<String> = []
        for (name, password) in [("ada", "wrong"), ("carl", DashboardStage.password), ("bert", "")] {
            let browser = DashboardBrowser(stage: self.stage)
            let answer = try await browser.signIn(name, password)
            #expect(answer.status == .unprocessableContent)
            #expect(browser.cookies["purser_session"] == nil)
            #expect(answer.text.contains("value=\"\(name)\""), "What was typed stays.")
            texts.insert(
                answer.text.replacing(browser.proof, with: "").replacing("value=\"\(name)\"", with: "")
            )
        }
        #expect(texts.count == 1)
    }

    @Test("Too many attempts have to wait, and are told how long")
    func delayed() async throws {
        _ = try await self.stage.signedIn("ada")
        let browser = DashboardBrowser(stage: self.stage)
        for _ in 0..<5 { #expect(try await browser.signIn("ada", "wrong").status == .unprocessableContent) }
        let delayed = try await browser.signIn("ada")
        #expect(delayed.status == .tooManyRequests && delayed.headers[.retryAfter] == "2")
        #expect(delayed.text.contains("Try again in 2 seconds."))
        self.stage.pass(.seconds(2))
        #expect(try await browser.signIn("ada").status == .seeOther)
    }

    @Test("A form without the proof of its own browser changes nothing", arguments: ["", "none", "foreign"])
    func forgery(proof: String) async throws {
        let browser = try await self.stage.signedIn("ada")
        let other = try await self.stage.signedIn("bert")
        _ = try await browser.get("/dashboard/account")
        _ = try await other.get("/dashboard/account")
        #expect(browser.proof != other.proof)
        let sent = proof == "foreign" ? other.proof : proof
        let fields = ["present": DashboardStage.password, "new": "another password of ada's"]
        let answer = try await browser.post("/dashboard/account/password", fields, proof: sent)
        #expect(answer.status == .forbidden && answer.text.contains("This form is too old"))
        #expect(try await DashboardBrowser(stage: self.stage).signIn("ada").status == .seeOther)
        let stranger = DashboardBrowser(stage: self.stage)
        _ = try await stranger.get("/dashboard/sign-in")
        let signIn = try await stranger.post(
            "/dashboard/sign-in",
            ["name": "ada", "password": DashboardStage.password],
            proof: sent
        )
        #expect(signIn.status == .forbidden && stranger.cookies["purser_session"] == nil)
        #expect(try await browser.post("/dashboard/account/password", fields).status == .seeOther)
    }

    @Test("A session that ended elsewhere leads to the sign-in, and back to the page afterwards")
    func endedElsewhere() async throws {
        let first = try await self.stage.signedIn("ada")
        let second = DashboardBrowser(stage: self.stage)
        _ = try await second.signIn("ada")
        let account = try await first.get("/dashboard/account")
        let id = try #require(account.text.firstMatch(of: #/name="session" value="(ses_[0-9a-f]+)"/#)?.output.1)
        let ended = try await first.post("/dashboard/account/sessions/end", ["session": String(id)])
        #expect(ended.headers[.location] == "/dashboard/account?done=doneSession")
        let gone = try await second.get("/dashboard/account")
        #expect(gone.status == .seeOther)
        let location = try #require(gone.headers[.location])
        #expect(location == "/dashboard/sign-in?next=%2Fdashboard%2Faccount")
        let page = try await second.get(location)
        #expect(page.text.contains("name=\"next\" value=\"/dashboard/account\""))
        let fields = ["name": "ada", "password": DashboardStage.password, "next": "/dashboard/account"]
        #expect(try await second.post("/dashboard/sign-in", fields).headers[.location] == "/dashboard/account")
        #expect(try await first.get("/dashboard/account").status == .ok)
    }

    @Test("Who ends their own session reads that they are signed out")
    func ownSession() async throws {
        let browser = try await self.stage.signedIn()
        _ = try await browser.get("/dashboard/account")
        let sessions = try await self.stage.services.operators.sessions(of: OperatorName(rawValue: "ada"))
        let id = try #require(sessions.first).id.rawValue
        let ended = try await browser.post("/dashboard/account/sessions/end", ["session": id])
        let page = try await browser.get(try #require(ended.headers[.location]))
        #expect(page.text.contains("You are signed out."))
    }

    @Test("A session ends by signing out, after twelve hours without a request, and after fourteen days")
    func ends() async throws {
        let browser = try await self.stage.signedIn("ada")
        let token = try #require(browser.cookies["purser_session"])
        _ = try await browser.get("/dashboard")
        let out = try await browser.post("/dashboard/sign-out")
        #expect(out.headers[.location] == "/dashboard/sign-in?done=doneSignOut")
        #expect(browser.cookies["purser_session"] == nil)
        let copy = try await self.stage.send(.get, "/dashboard", headers: [.cookie: "purser_session=\(token)"])
        #expect(copy.status == .seeOther)

        _ = try await browser.signIn("ada")
        self.stage.pass(.hours(12))
        #expect(try await browser.get("/dashboard").status == .seeOther)
        _ = try await browser.signIn("ada")
        for _ in 0..<30 {
            #expect(try await browser.get("/dashboard").status == .ok)
            self.stage.pass(.hours(11))
        }
        self.stage.pass(.hours(6))
        #expect(try await browser.get("/dashboard").status == .seeOther)
    }

    @Test("The sign-in leads only to pages of the dashboard")
    func destinations() async throws {
        _ = try await self.stage.signedIn("ada")
        for next in [
            "https://example.com", "//example.com", "/dashboard//example.com", "/v1/keys", "/dashboardx",
            "/dashboard/../v1", "\\\\example.com", "/dashboard/\\example.com", "/dashboard/\r\nSet-Cookie: a=b",
        ] {
            let browser = DashboardBrowser(stage: self.stage)
            _ = try await browser.get("/dashboard/sign-in")
            let fields = ["name": "ada", "password": DashboardStage.password, "next": next]
            let answer = try await browser.post("/dashboard/sign-in", fields)
            #expect(answer.headers[.location] == "/dashboard", "\(next)")
        }
    }

    @Test("With a second factor, the password alone opens nothing, and a code works once")
    func secondFactor() async throws {
        let browser = try await self.stage.signedIn("ada")
        let offer = try await browser.get("/dashboard/account/second-factor")
        let sealed = try #require(offer.text.firstMatch(of: #/name="sealed" value="([^"]+)"/#)?.output.1)
        let text = try #require(offer.text.firstMatch(of: #/<code data-copy>([A-Z2-7]{32})</#)?.output.1)
        let secret = try #require(Self.bytes(base32: String(text)))
        func code() -> String { OneTimeCode.code(secret: secret, at: self.stage.wall.now()) }
        let wrong = ["sealed": String(sealed), "code": "000000", "password": DashboardStage.password]
        let refused = try await browser.post("/dashboard/account/second-factor", wrong)
        #expect(refused.status == .unprocessableContent && refused.text.contains(text), "The same secret is shown.")
        let right = ["sealed": String(sealed), "code": code(), "password": DashboardStage.password]
        #expect(try await browser.post("/dashboard/account/second-factor", right).status == .seeOther)

        let other = DashboardBrowser(stage: self.stage)
        let started = try await other.signIn("ada")
        #expect(started.headers[.location] == "/dashboard/sign-in/code?next=%2Fdashboard")
        let half = try #require(other.cookies["purser_session"])
        #expect(try await other.get("/dashboard").status == .seeOther)
        #expect(try await other.get("/dashboard/account").status == .seeOther)
        _ = try await other.get("/dashboard/sign-in/code")
        let used = try await other.post("/dashboard/sign-in/code", ["code": code()])
        #expect(used.status == .unprocessableContent, "It was used to set the second factor up.")
        self.stage.pass(.seconds(30))
        let now = code()
        #expect(try await other.post("/dashboard/sign-in/code", ["code": now]).headers[.location] == "/dashboard")
        #expect(try await other.get("/dashboard").status == .ok)
        #expect(other.cookies["purser_session"] != half, "The token is another one.")

        let third = DashboardBrowser(stage: self.stage)
        _ = try await third.signIn("ada")
        _ = try await third.get("/dashboard/sign-in/code")
        #expect(try await third.post("/dashboard/sign-in/code", ["code": now]).status == .unprocessableContent)

        _ = try await other.get("/dashboard/account")
        let removal = "/dashboard/account/second-factor/remove"
        #expect(try await other.post(removal, ["password": "wrong"]).text.contains("The password is wrong."))
        #expect(try await other.post(removal, ["password": DashboardStage.password]).status == .seeOther)
        #expect(try await DashboardBrowser(stage: self.stage).signIn("ada").headers[.location] == "/dashboard")
    }

    private static func bytes(base32 text: String) -> [UInt8]? {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var bytes: [UInt8] = []
        var (buffer, bits) = (0, 0)
        for character in text {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            buffer = (buffer << 5 | value) & 0xFFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        return bytes
    }
}
