import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Ledger
import Logging
import PurserHTTP
import PurserService
import PurserTesting
import Synchronization
import Testing

/// A server with a dashboard, and a wall clock that tests turn.
final class DashboardStage: Sendable {
    /// A password that is long enough.
    static let password = "correct horse battery"

    let services: Services
    let wall: Ambient
    /// The shop whose purchases the server knows, unless it serves another app.
    let shop: TestShop
    private let state: State
    private let responder: RouterResponder<PurserContext>

    private final class State: Sendable {
        let now = Mutex(Instant(milliseconds: 1_800_000_000_000))
        let bytes: Mutex<SeededGenerator>

        init(seed: UInt64) {
            self.bytes = Mutex(SeededGenerator(seed: seed))
        }
    }

    /// A server of a test shop, or of another app with its own time and intake; two servers of one shop are two nodes,
    /// each with its own seed.
    init(
        address: String = "http://127.0.0.1:8080",
        demo: DashboardDemo? = nil,
        shop: TestShop? = nil,
        repository: any Repository = InMemoryRepository(),
        app: ServedApp? = nil,
        ambient: Ambient? = nil,
        ingest: Ingest? = nil,
        connect: [AppName: Services.Connect]? = nil,
        thresholds: AlarmThresholds = AlarmThresholds(),
        links: (targets: [LinkTarget], results: LinkResults?) = ([], nil),
        doctor: DoctorRun.Checks? = nil,
        seed: UInt64 = 31,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in }
    ) throws {
        let shop = try shop ?? TestShop(repository: repository)
        let app = app ?? shop.app
        let state = State(seed: seed)
        let wall = Ambient(
            now: { state.now.withLock { $0 } },
            randomBytes: { count in
                state.bytes.withLock { generator in
                    (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
                }
            }
        )
        self.state = state
        self.wall = wall
        self.shop = shop
        self.services = try Services.inTest(
            shop.repository,
            apps: [app],
            ambient: ambient ?? shop.ambient,
            wall: wall,
            ingest: ingest ?? shop.ingest,
            connect: connect,
            thresholds: thresholds,
            links: links
        )
        self.responder = PurserRouter.make(
            self.services,
            PurserRouter.Settings(
                keys: SecretKeys([(TestServer.key, app)]),
                trust: "simulator",
                dashboard: DashboardSettings(address: DashboardAddress(address), demo: demo, sleep: sleep),
                doctor: doctor,
                peer: { _ in nil }
            )
        ).buildResponder()
    }

    /// Turns the wall clock on.
    func pass(_ span: Span) { self.state.now.withLock { $0 = $0 + span } }

    /// The token of an invitation.
    func invite(_ name: String, _ role: OperatorRole) async throws -> String {
        try await self.services.operators.invite(
            OperatorName(rawValue: name),
            role: role,
            by: RequestOrigin(name: "test")
        ).token
    }

    /// A browser in which an operator with a role has just set their password.
    func signedIn(_ name: String = "ada", _ role: OperatorRole = .admin) async throws -> DashboardBrowser {
        let token = try await self.invite(name, role)
        let browser = DashboardBrowser(stage: self)
        _ = try await browser.get("/dashboard/invitation/\(token)")
        let answer = try await browser.post(
            "/dashboard/invitation",
            ["token": token, "password": Self.password, "again": Self.password]
        )
        try #require(answer.status == .seeOther, "\(answer.text)")
        return browser
    }

    /// Submits a transaction, as the shop's backend does.
    func submit(_ payload: TransactionPayload, customer: String) async throws {
        let signed = String(decoding: try self.shop.authority.sign(payload).bytes, as: UTF8.self)
        let body = #"{"customer":"\#(customer)","signedTransaction":"\#(signed)"}"#
        let answer = try await self.send(.post, "/v1/purchases", key: TestServer.key, body: body)
        try #require(answer.status == .ok || answer.status == .created, "\(answer.text)")
    }

    /// Sends one request through the router.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        key: String? = nil,
        headers: HTTPFields = [:],
        body: String = ""
    ) async throws -> TestServer.TestResponse {
        try await Application(
            responder: self.responder,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).test(.router) { client in
            try await TestServer.Client(client: client)
                .send(method, path, key: key, headers: headers, body: Array(body.utf8))
        }
    }
}

/// A browser with its cookies, which sends the proof of the last page's form with each form.
final class DashboardBrowser: Sendable {
    private let stage: DashboardStage
    private let agent: String
    private let state = Mutex<(cookies: [String: String], proof: String)>(([:], ""))

    init(stage: DashboardStage, agent: String = "Test browser") {
        self.stage = stage
        self.agent = agent
    }

    /// The cookies by name.
    var cookies: [String: String] { self.state.withLock { $0.cookies } }

    /// The value of the last page's form.
    var proof: String { self.state.withLock { $0.proof } }

    /// The same browser, whose requests reach another node.
    func moved(to node: DashboardStage) -> DashboardBrowser {
        let browser = DashboardBrowser(stage: node, agent: self.agent)
        let (cookies, proof) = self.state.withLock { $0 }
        browser.state.withLock { $0 = (cookies, proof) }
        return browser
    }

    /// Opens a page.
    func get(_ path: String, language: String? = nil) async throws -> TestServer.TestResponse {
        try await self.send(.get, path, language: language)
    }

    /// Sends a form; `proof` replaces that of the last page, and `site` says how near the page is that sends it.
    func post(
        _ path: String,
        _ fields: [String: String] = [:],
        proof: String? = nil,
        site: String? = nil
    ) async throws -> TestServer.TestResponse {
        var all = fields
        all["csrf"] = proof ?? self.proof
        let body = all.map { name, value in "\(name)=\(Self.encoded(value))" }.joined(separator: "&")
        return try await self.send(.post, path, site: site, body: body)
    }

    /// Signs in on the page for it.
    func signIn(_ name: String, _ password: String = DashboardStage.password) async throws -> TestServer.TestResponse {
        _ = try await self.get("/dashboard/sign-in")
        return try await self.post("/dashboard/sign-in", ["name": name, "password": password])
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        language: String? = nil,
        site: String? = nil,
        body: String = ""
    ) async throws -> TestServer.TestResponse {
        var headers: HTTPFields = [.userAgent: self.agent]
        if let site, let name = HTTPField.Name("Sec-Fetch-Site") { headers[name] = site }
        if method == .post { headers[.contentType] = "application/x-www-form-urlencoded" }
        if let language { headers[.acceptLanguage] = language }
        let cookies = self.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        if !cookies.isEmpty { headers[.cookie] = cookies }
        let answer = try await self.stage.send(method, path, headers: headers, body: body)
        self.state.withLock { state in
            for text in answer.headers[values: .setCookie] {
                let pair = text.prefix { $0 != ";" }.split(
                    separator: "=",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                state.cookies[String(pair[0])] = text.contains("Max-Age=0") ? nil : String(pair[1])
            }
            if let proof = answer.text.firstMatch(of: #/name="csrf" value="([^"]*)"/#) {
                state.proof = String(proof.output.1)
            }
        }
        return answer
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                byte < 128 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + String(repeating: "0", count: 2 - digits.count) + digits
        }.joined()
    }
}
