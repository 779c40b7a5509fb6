import AppStore
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
import Testing

/// The real router over a test shop, without a socket.
struct TestServer {
    /// The shop's secret key.
    static let key = "purser_sk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"

    let shop: TestShop
    let limits: BodyLimits
    let passKeys: PassKeyRing
    let areDocumentsOpen: Bool
    let app: ServedApp
    let sleep: @Sendable (Duration) async throws -> Void
    let services: Services
    let linkResults = LinkResults()

    init(
        shop: TestShop? = nil,
        app: ServedApp? = nil,
        limits: BodyLimits = BodyLimits(),
        areDocumentsOpen: Bool = false,
        retention: RetentionRules? = nil,
        maintenance: DatabaseMaintenance? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await ContinuousClock().sleep(for: $0) }
    ) throws {
        let shop = try shop ?? TestShop()
        self.shop = shop
        self.app = app ?? shop.app
        self.sleep = sleep
        self.limits = limits
        self.areDocumentsOpen = areDocumentsOpen
        self.passKeys = PassKeyRing(path: nil, ambient: self.shop.ambient)
        let name = self.app.name
        self.services = try Services.inTest(
            self.shop.repository,
            apps: [self.app],
            ambient: self.shop.ambient,
            ingest: self.shop.ingest,
            passKeys: self.passKeys,
            retention: retention.map { [name: $0] } ?? [:],
            links: ([LinkTarget("http://127.0.0.1:9", .serverAPI)].compactMap(\.self), self.linkResults),
            maintenance: maintenance,
            sleep: sleep
        )
    }

    /// One exchange: status, headers and the body as JSON.
    struct TestResponse {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let text: String
        let body: JSONValue?

        /// A member of the top-level object.
        subscript(_ key: String) -> JSONValue? {
            guard case .object(let members)? = self.body else { return nil }
            return members.first { $0.key == key }?.value
        }

        /// The `code` of a problem document.
        var code: String? {
            guard case .string(let code)? = self["code"] else { return nil }
            return code
        }
    }

    /// The router that a server would have.
    var router: Router<PurserContext> { self.router(for: nil) }

    /// The router that a server would have, for an operator at its socket where one is named.
    func router(for peer: OperatorPeer?, gate: OperationGate = OperationGate()) -> Router<PurserContext> {
        PurserRouter.make(
            self.services,
            PurserRouter.Settings(
                keys: SecretKeys([(Self.key, self.app)]),
                trust: "simulator",
                limits: self.limits,
                areDocumentsOpen: self.areDocumentsOpen,
                metrics: { "# TYPE up gauge\nup 1\n" },
                database: DatabaseName(path: "/data/purser.db", schema: "0007"),
                gate: gate,
                peer: { _ in peer },
                sleep: self.sleep
            )
        )
    }

    /// The sender of requests to the router.
    struct Client {
        private let perform:
            @Sendable (HTTPRequest.Method, String, HTTPFields, ByteBuffer) async throws -> (HTTPResponse, ByteBuffer)

        /// A client of the router without a socket.
        init(client: any TestClientProtocol) {
            self.perform = { method, path, fields, body in
                let response = try await client.execute(uri: path, method: method, headers: fields, body: body)
                return (response.head, response.body)
            }
        }

        /// A client with its own connection, with the timeout of all tests.
        ///
        /// The client that comes with a live server gives up after 20 seconds, which a busy disk can take.
        init(connection: TestClient) {
            self.perform = { method, path, fields, body in
                var kept = fields
                kept[.connection] = "keep-alive"
                let response = try await connection.execute(
                    TestClient.Request(path, method: method, authority: "localhost", headers: kept, body: body)
                )
                return (response.head, response.body ?? ByteBuffer())
            }
        }

        /// Sends one request.
        func send(
            _ method: HTTPRequest.Method,
            _ path: String,
            key: String?,
            headers: HTTPFields = [:],
            body: [UInt8] = []
        ) async throws -> TestResponse {
            var fields = headers
            if let key { fields[.authorization] = "Bearer \(key)" }
            let (head, answer) = try await self.perform(method, path, fields, ByteBuffer(bytes: body))
            let bytes = Array(answer.readableBytesView)
            let exchange = TestResponse(
                status: head.status,
                headers: head.headerFields,
                text: String(decoding: bytes, as: UTF8.self),
                body: try? JSONValue(json: bytes)
            )
            // The response to every request of a test has to match the description of the API.
            for flaw in APIContract.flaws(method, path, exchange) { Issue.record("\(flaw)") }
            return exchange
        }

        /// Sends a notification as Apple does.
        func notify(_ compact: [UInt8], app: String = "shop") async throws -> TestResponse {
            try await self.notify(body: Array(#"{"signedPayload":""#.utf8) + compact + Array(#""}"#.utf8), app: app)
        }

        /// Sends any body where Apple sends its notifications.
        func notify(body: [UInt8], app: String = "shop") async throws -> TestResponse {
            try await self.send(.post, "/apple/\(app)/notifications", key: nil, body: body)
        }

        /// Submits a purchase as a shop does.
        func submit(_ compact: [UInt8], customer: String, further: String = "") async throws -> TestResponse {
            let json =
                Array(#"{"customer":"\#(customer)","signedTransaction":""#.utf8) + compact
                + Array(#""\#(further)}"#.utf8)
            return try await self.send(.post, "/v1/purchases", key: TestServer.key, body: json)
        }
    }

    /// Runs the router for as many requests as the work sends.
    func run<Outcome: Sendable>(_ work: @Sendable (Client) async throws -> Outcome) async throws -> Outcome {
        try await Application(
            router: self.router,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).test(.router) { client in
            try await work(Client(client: client))
        }
    }

    /// Sends one request through the router.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        key: String? = Self.key,
        headers: HTTPFields = [:],
        body: [UInt8] = []
    ) async throws -> TestResponse {
        try await self.run { client in
            try await client.send(method, path, key: key, headers: headers, body: body)
        }
    }

    /// Sends a notification as Apple does.
    func notify(_ compact: [UInt8], app: String = "shop") async throws -> TestResponse {
        try await self.run { client in try await client.notify(compact, app: app) }
    }

    /// Submits a purchase as a shop does.
    func submit(_ compact: [UInt8], customer: String, further: String = "") async throws -> TestResponse {
        try await self.run { client in try await client.submit(compact, customer: customer, further: further) }
    }
}
