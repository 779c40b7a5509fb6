import AppStore
import Crypto
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

/// Two apps behind one router, with keys in the database, and a wall clock that tests turn.
final class AuthenticationStage: Sendable {
    /// The secret with which the shop signs who its customers are.
    static let tokenSecret = Array("a shared secret of the shop, 32+ bytes".utf8)

    let shop: TestShop
    let keys: AccessKeyService
    let wall: Ambient
    private let now: Clock
    private let responder: RouterResponder<PurserContext>

    private final class Clock: Sendable {
        let now = Mutex(Instant(milliseconds: 1_800_000_000_000))
        let bytes = Mutex(SeededGenerator(seed: 7))
    }

    init(
        limits: RateLimits = RateLimits(),
        proxies: TrustedProxies = TrustedProxies(),
        tokenKeys: [CustomerTokenKey]? = nil,
        environments: Set<AppStoreEnvironment> = [.production, .sandbox],
        guards: RuleSet? = nil,
        sharedSecrets: SharedSecrets = SharedSecrets(),
        repository: any Repository = InMemoryRepository()
    ) throws {
        let shop = try TestShop(repository: repository, environments: environments)
        let clock = Clock()
        let wall = Ambient(
            now: { clock.now.withLock { $0 } },
            randomBytes: { count in
                clock.bytes.withLock { generator in
                    (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
                }
            }
        )
        let app = ServedApp(
            name: shop.app.name,
            verifier: shop.app.verifier,
            catalog: shop.app.catalog,
            guards: guards,
            sharedSecrets: sharedSecrets
        )
        let other = ServedApp(name: AppName("other"), verifier: shop.app.verifier, catalog: shop.app.catalog)
        let tokenKeys = try tokenKeys ?? [CustomerTokenKey(secret: Self.tokenSecret)]
        let services = try Services.inTest(
            shop.repository,
            apps: [app, other],
            ambient: shop.ambient,
            wall: wall,
            ingest: shop.ingest,
            addresses: AddressGuard()
        )
        self.shop = shop
        self.now = clock
        self.wall = wall
        self.keys = services.accessKeys
        self.responder = PurserRouter.make(
            services,
            PurserRouter.Settings(
                keys: SecretKeys([(TestServer.key, app)]),
                trust: "simulator",
                authentication: AuthenticationSettings(
                    limits: limits,
                    proxies: proxies,
                    customerTokens: [shop.app.name: CustomerTokenKeys(tokenKeys)]
                )
            )
        ).buildResponder()
    }

    /// The wall clock's seconds since 1970.
    var seconds: Int64 { self.wall.now().milliseconds / 1000 }

    /// Turns the wall clock on.
    func pass(_ span: Span) {
        self.now.now.withLock { $0 = $0 + span }
    }

    /// A key of the database.
    func key(_ grant: AccessKey.Grant, app: String? = "shop") async throws -> String {
        let draft = try AccessKeyDraft(app: app.map { AppName($0) }, grant: grant, title: "test")
        return try await self.keys.create(draft, by: "test").text
    }

    /// A token that the shop signs for a customer with its secret.
    func token(_ claims: String, header: String = #"{"alg":"HS256"}"#, secret: [UInt8] = tokenSecret) -> String {
        let signed = Self.encoded(Array(header.utf8)) + "." + Self.encoded(Array(claims.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Array(signed.utf8), using: SymmetricKey(data: secret))
        return signed + "." + Self.encoded(Array(code))
    }

    /// A token for a customer that is as it should be.
    func token(for customer: String) -> String {
        self.token(#"{"sub":"\#(customer)","aud":"shop","exp":\#(self.seconds + 3600)}"#)
    }

    /// Base64url without padding.
    static func encoded(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Sends one request through the router.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        key: String?,
        token: String? = nil,
        idempotency: String? = nil,
        body: String = ""
    ) async throws -> TestServer.TestResponse {
        var headers = HTTPFields()
        if let token, let name = HTTPField.Name("Purser-Customer-Token") { headers[name] = token }
        if let idempotency, let name = HTTPField.Name("Idempotency-Key") { headers[name] = idempotency }
        let fields = headers
        return try await Application(
            responder: self.responder,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).test(.router) { client in
            try await TestServer.Client(client: client)
                .send(method, path, key: key, headers: fields, body: Array(body.utf8))
        }
    }

    /// Runs the router behind a socket of this machine, for as many requests as the work sends.
    func live<Outcome: Sendable>(_ work: @Sendable (TestServer.Client) async throws -> Outcome) async throws -> Outcome
    {
        try await self.live(connections: 1) { clients in try await work(clients[0]) }
    }

    /// Runs the router behind a socket of this machine, for so many clients, each with a connection of its own.
    func live<Outcome: Sendable>(
        connections count: Int,
        _ work: @Sendable ([TestServer.Client]) async throws -> Outcome
    ) async throws -> Outcome {
        try await Application(
            responder: self.responder,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).test(.live) { client in
            let port = try #require(client.port)
            let connections = (0..<count).map { _ in
                TestClient(host: "localhost", port: port, configuration: .init(timeout: TestTimeout.duration))
            }
            for connection in connections { connection.connect() }
            let outcome: Outcome
            do {
                outcome = try await work(connections.map { TestServer.Client(connection: $0) })
            } catch {
                for connection in connections { try await connection.shutdown() }
                throw error
            }
            for connection in connections { try await connection.shutdown() }
            return outcome
        }
    }
}
