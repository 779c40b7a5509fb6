import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// A shop that sells coins beside a simulated App Store, and the calls that stories about them make.
struct PaidStage {
    /// The product: a hundred coins.
    static let coins = "coins.100"

    let world: WorldStage
    let anna: WorldCustomer

    /// A stage whose shop hands over what was bought from an instant on, by default everything.
    init(
        _ environment: WorldEnvironment = .production,
        from: Span = .days(-365),
        coins: FulfillmentPolicy.Coins = .wallets,
        sandbox: SandboxPolicies = SandboxPolicies()
    ) throws {
        let known = try WorldStage(environment)
        self.world = try WorldStage(
            environment,
            catalog: Catalog(
                entitlements: known.app.catalog.entitlements,
                products: known.app.catalog.products,
                coins: ["coins": Coin()],
                sandbox: sandbox,
                fulfillment: FulfillmentPolicy(from: known.shop.ambient.now() + from, coins: coins)
            )
        )
        self.anna = try self.world.shop.world.customer("anna")
    }

    // MARK: The store

    /// Anna pays, and the server does not know it yet.
    func pay(_ product: String = Self.coins, with token: String? = nil) throws -> String {
        try self.world.shop.world.buy(product, by: self.anna, appAccountToken: token.flatMap(UUID.init)).transactionId
    }

    /// Delivers the store's pending notifications.
    func hear(after duration: Duration = .seconds(5)) async throws { try await self.world.pass(duration) }

    /// Lets time pass without anything arriving.
    func missOut(on duration: Duration) async throws {
        try await self.world.shop.world.advance(by: duration) { _ in .failed(.noResponse) }
    }

    // MARK: The shop

    /// Makes an order and returns its name and token.
    func makeOrder(_ product: String = Self.coins, token: String? = nil) async throws -> (id: String, token: String) {
        let own = token.map { #","appAccountToken":"\#($0)""# } ?? ""
        let answer = try await self.world.send(
            .post,
            "/v1/orders",
            body: #"{"customer":"anna","product":"\#(product)"\#(own)}"#
        )
        guard case .string(let id)? = answer["id"], case .string(let made)? = answer["appAccountToken"] else {
            throw WorldError.unknownApp
        }
        return (id, made)
    }

    /// An order as it is.
    func order(_ id: String) async throws -> TestServer.TestResponse {
        try await self.world.send(.get, "/v1/orders/\(id)")
    }

    /// Hands a transaction in as the app does, and returns what it is to do with it.
    func submit(_ id: String, signed: String? = nil) async throws -> JSONValue? {
        let text = try signed ?? self.world.signed(id)
        let answer = try await self.world.send(
            .post,
            "/v1/purchases",
            body: #"{"customer":"anna","signedTransaction":"\#(text)"}"#
        )
        #expect(answer.status == .ok, "\(answer.text)")
        return answer["finish"]
    }

    /// Anna spends coins.
    func spend(_ quantity: Int, key: String = "s") async throws {
        let answer = try await self.world.send(
            .post,
            "/v1/customers/anna/wallets/coins/spend",
            idempotency: key,
            body: #"{"quantity":\#(quantity),"reason":"a sword"}"#
        )
        #expect(answer.status == .created, "\(answer.text)")
    }

    /// Anna's coins, and what she owes.
    func wallet(_ environment: String = "Production") async throws -> [JSONValue?] {
        let answer = try await self.world.send(.get, "/v1/customers/anna/wallets/coins?environment=\(environment)")
        return [answer["wallet"]?["balance"] ?? answer["balance"], answer["wallet"]?["debt"] ?? answer["debt"]]
    }

    /// Where the fulfillment of a transaction stands.
    func fulfillment(_ id: String, _ environment: StoreEnvironment = .production) async throws -> Fulfillment? {
        try await self.world.shop.repository.read { view in
            try view.fulfillment(
                FulfillmentID(TransactionID(id), in: environment),
                of: self.world.app.name
            )
        }
    }

    /// The sender of calls to the fulfiller, by the world's clock.
    func sender(_ send: @escaping FulfillmentSender.Send) async throws -> FulfillmentSender {
        let endpoint = WebhookEndpoint(
            id: WebhookID("we_1"),
            app: self.world.app.name,
            content: .events,
            address: "https://shop.example.com",
            title: "shop",
            isFulfiller: true,
            state: .active,
            createdAt: self.world.shop.ambient.now(),
            createdBy: "test"
        )
        try await self.world.shop.repository.write { unit in
            try unit.changeWebhooks(of: self.world.app.name) { $0 = [endpoint] }
        }
        return FulfillmentSender(
            for: self.world.app.name,
            repository: self.world.shop.repository,
            ambient: self.world.shop.ambient,
            workers: self.world.shop.ambient,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            send: send
        )
    }
}
