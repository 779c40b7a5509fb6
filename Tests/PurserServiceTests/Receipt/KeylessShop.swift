import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization

/// A shop without a key for Apple's API beside a simulated App Store: it has receipts, and Apple's shared secret.
final class KeylessShop: Sendable {
    /// The simulated App Store.
    let world: World
    /// The repository of the ledger.
    let repository: any Repository
    /// The app.
    let app: ServedApp
    /// Encrypts receipts.
    let seal: ReceiptSeal
    private let ambient: Ambient
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let line: Line

    /// The client of verifyReceipt.
    private final class Line: Sendable {
        let urls = Mutex<[String]>([])
        let isDown = Mutex(false)
    }

    init(
        _ environment: WorldEnvironment = .production,
        secret: String? = nil,
        next: String? = nil,
        repository: any Repository = InMemoryRepository()
    ) throws {
        let world = try SimulatedShop.world(seed: 11, environment: environment)
        let shop = try SimulatedShop(world: world, repository: repository)
        let line = Line()
        let transport = AppStoreTransport { call, _ throws(AppStoreTransportError) in
            line.urls.withLock { $0.append(call.url) }
            if line.isDown.withLock({ $0 }) { throw .unreachable }
            let body = world.verifyReceipt(call.body ?? [], inSandbox: call.url == "sandbox")
            return AppStoreHTTPResponse(status: 200, body: body)
        }
        let client = VerifyReceiptClient(production: "production", sandbox: "sandbox", transport: transport) { _ in }
        let own = try world.sharedSecret()
        self.world = world
        self.repository = repository
        self.line = line
        self.ambient = shop.ambient
        self.seal = ReceiptSeal(secrets: WebhookSecrets(path: nil, ambient: shop.ambient), ambient: shop.ambient)
        self.app = ServedApp(
            name: shop.app.name,
            verifier: shop.app.verifier,
            catalog: shop.app.catalog,
            sharedSecrets: SharedSecrets([own]),
            receiptClient: ReceiptClient(client: client, secret: secret ?? own, next: next)
        )
    }

    /// Records evidence.
    var ingest: Ingest {
        Ingest(
            repository: self.repository,
            ambient: self.ambient,
            revocation: nil,
            receipts: ReceiptStorage(repository: self.repository, seal: self.seal, logger: self.logger),
            logger: self.logger
        )
    }

    /// The addresses of requests.
    var asked: [String] { self.line.urls.withLock { $0 } }

    /// Blocks all requests to Apple, or none.
    func setDown(_ isDown: Bool) { self.line.isDown.withLock { $0 = isDown } }

    /// The current instant.
    var now: Instant { Instant(milliseconds: self.world.now.milliseconds) }

    /// The environment of the world.
    var environment: StoreEnvironment { self.world.apps.first?.environment == .sandbox ? .sandbox : .production }

    /// Lets a customer buy, and the app submit the receipt.
    @discardableResult
    func buy(_ product: String = "basic.monthly", by name: String = "anna") async throws -> String {
        let customer = try self.world.customer(name)
        let bought = try self.world.buy(product, by: customer)
        try await self.show(name)
        return bought.transactionId
    }

    /// Lets an app submit its receipt.
    func show(_ name: String = "anna") async throws {
        guard let customer = CustomerID(name) else { return }
        let receipt = try self.world.receipt(of: try self.world.customer(name))
        _ = try await self.ingest.receipt(
            Data(receipt.bytes).base64EncodedString(),
            about: nil,
            by: customer,
            intent: .purchase,
            tokens: [],
            for: self.app
        )
    }

    /// Advances the time in steps, with a round of the poller after each.
    func pass(_ duration: Duration, by step: Duration = .hours(6)) async throws {
        var passed = Duration.zero
        while passed < duration {
            try self.world.advance(by: step)
            passed += step
            await self.poll()
        }
    }

    /// Asks Apple about all due receipts; returns whether any request was made.
    @discardableResult
    func poll(_ seal: ReceiptSeal? = nil) async -> Int {
        let poller = ReceiptPoller(
            ingest: self.ingest,
            seal: seal ?? self.seal,
            apps: [self.app],
            logger: self.logger
        )
        var count = 0
        while true {
            let asked = await poller.work()
            guard asked > 0 else { return count }
            count += asked
        }
    }

    /// The number of stored receipts.
    func keptCount() async throws -> Int {
        let farAway = self.now + .days(3650)
        let leases = try await self.repository.leaseReceipts(at: farAway, until: farAway, limit: 99)
        for lease in leases {
            let step = ReceiptStep.later(lease.receipt.dueAt, failures: lease.receipt.failures)
            _ = try await self.repository.write { unit in try unit.settle(lease, step) }
        }
        return leases.count
    }

    /// The chain of a transaction.
    func chain(of transaction: String) async throws -> Chain? {
        try await self.repository.read { view in
            try view.chain(
                of: TransactionID(transaction),
                app: self.app.name,
                environment: self.environment
            )
        }?.chain
    }

    /// The current state of a subscription.
    func phase(of transaction: String) async throws -> SubscriptionPhase? {
        try await self.chain(of: transaction)?
            .state(at: self.now, environment: self.environment, gracePolicy: self.app.catalog.gracePolicy).phase
    }
}

extension Duration {
    /// A number of hours.
    static func hours(_ count: Int) -> Self { .seconds(count * 3600) }
    /// A number of days.
    static func days(_ count: Int) -> Self { .hours(count * 24) }
}
