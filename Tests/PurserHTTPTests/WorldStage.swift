import AppStore
import AppStoreSimulator
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Ledger
import Logging
import NIOCore
import PurserHTTP
import PurserService
import PurserTesting

/// A production server beside a simulated App Store: its app has both environments, and Apple's interfaces answer.
final class WorldStage: Sendable {
    let shop: SimulatedShop
    let app: ServedApp
    let line: WorldTransport
    private let responder: RouterResponder<PurserContext>
    private let operators: RouterResponder<PurserContext>

    /// A stage whose world is the Sandbox or Production.
    init(
        _ environment: WorldEnvironment,
        catalog: Catalog? = nil,
        repository: any Repository = InMemoryRepository()
    ) throws {
        let world = try SimulatedShop.world(seed: 31, environment: environment)
        let shop = try SimulatedShop(world: world, repository: repository)
        let sold = world.apps[0]
        guard
            let identity = AppIdentity(
                bundleID: sold.bundleId,
                appAppleID: sold.appAppleId,
                environments: [.production, .sandbox]
            )
        else { throw WorldError.unknownApp }
        let line = WorldTransport(to: world)
        let name = shop.app.name
        let key = try world.apiKey()
        let app = ServedApp(
            name: name,
            verifier: SignedDataVerifier(
                signatures: SignatureVerifier(anchors: try TrustAnchors(roots: [world.certificates.root])),
                app: identity
            ),
            catalog: catalog ?? shop.app.catalog,
            appStore: try line.client(
                bundleID: sold.bundleId,
                budget: SharedRequestBudget(repository: shop.repository, app: name)
            ),
            offerSigner: OfferSigner(
                key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
                bundleID: sold.bundleId
            )
        )
        self.shop = shop
        self.line = line
        self.app = app
        let services = try Services.inTest(shop.repository, apps: [app], ambient: shop.ambient, ingest: shop.ingest)
        var settings = PurserRouter.Settings(keys: SecretKeys([(TestServer.key, app)]), trust: "simulator")
        self.responder = PurserRouter.make(services, settings).buildResponder()
        settings.peer = { _ in .current }
        self.operators = PurserRouter.make(services, settings).buildResponder()
    }

    /// Sends one request through the router; an operator's comes by the operators' socket, and is about the app.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        key: String? = TestServer.key,
        headers: HTTPFields = [:],
        idempotency: String? = nil,
        body: String = "",
        byOperator: Bool = false
    ) async throws -> TestServer.TestResponse {
        var fields = headers
        if let idempotency, let name = HTTPField.Name("Idempotency-Key") { fields[name] = idempotency }
        let all = fields
        return try await Application(
            responder: byOperator ? self.operators : self.responder,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).test(.router) { client in
            try await TestServer.Client(client: client).send(
                method,
                byOperator ? "/v1/apps/\(self.app.name)" + path.dropFirst("/v1".count) : path,
                key: byOperator ? nil : key,
                headers: all,
                body: Array(body.utf8)
            )
        }
    }

    /// Lets time pass at the store, whose notifications arrive over HTTP.
    func pass(_ duration: Duration) async throws {
        try await self.shop.world.advance(by: duration) { notification in
            let body = #"{"signedPayload":"\#(String(decoding: notification.signedPayload, as: UTF8.self))"}"#
            let path = "/apple/\(self.app.name)/notifications"
            guard let answer = try? await self.send(.post, path, key: nil, body: body) else {
                return .failed(.noResponse)
            }
            return .answered(status: answer.status.code)
        }
    }

    /// What the App Store signed of a transaction, as text.
    func signed(_ transaction: String) throws -> String {
        String(decoding: try self.shop.world.signedTransaction(for: transaction), as: UTF8.self)
    }
}
