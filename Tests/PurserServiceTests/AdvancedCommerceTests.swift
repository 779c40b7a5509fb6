import AppStore
import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

/// The ledger's state of subscriptions of generic products, from the evidence of a simulated App Store.
@Suite struct AdvancedCommerceTests {
    private let world: World
    private let server: Server

    init() throws {
        let world = try World(
            seed: 11,
            startingAt: Timestamp(milliseconds: 1_769_853_600_000),
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, environment: .production),
            catalog: WorldCatalog([
                .subscription(
                    "pro.monthly",
                    group: "pro",
                    level: 1,
                    period: .month,
                    price: WorldPrice(milliunits: 9000, currency: "USD")
                ),
                .genericSubscription("studio.membership", group: "studio"),
            ])
        )
        self.world = world
        self.server = try Server(of: world)
    }

    /// A repository that receives everything that a simulated App Store sends.
    private final class Server: Sendable {
        let app: ServedApp
        let ingest: Ingest
        let query: CustomerQuery
        private let sent = Mutex(0)

        init(of world: World) throws {
            let repository = InMemoryRepository()
            let ambient = Ambient(
                now: { Instant(milliseconds: world.now.milliseconds) },
                randomBytes: { count in (0..<count).map { UInt8(truncatingIfNeeded: $0) } }
            )
            let identity = try #require(
                AppIdentity(bundleID: "com.example.shop", appAppleID: 1_234_567_890, environments: [.production])
            )
            let signatures = SignatureVerifier(anchors: try TrustAnchors(roots: [world.certificates.root]))
            self.app = ServedApp(
                name: AppName("shop"),
                verifier: SignedDataVerifier(signatures: signatures, app: identity),
                catalog: Catalog(
                    entitlements: [EntitlementName("pro"): EntitlementDefinition(name: EntitlementName("pro"))],
                    products: Dictionary(
                        uniqueKeysWithValues: ["pro.monthly", "studio.membership"].map { id in
                            let unlocks = [EntitlementName("pro")]
                            let product = Product(id: ProductID(id), kind: .autoRenewable, group: id, unlocks: unlocks)
                            return (product.id, product)
                        }
                    )
                )
            )
            self.ingest = Ingest(
                repository: repository,
                ambient: ambient,
                revocation: nil,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            self.query = CustomerQuery(repository: repository, ambient: ambient)
        }

        /// Ingests everything sent since the last time.
        func take(_ world: World) async throws {
            let first = self.sent.withLock { sent in
                defer { sent = world.notificationCount }
                return sent
            }
            for notification in world.notifications(from: first) {
                _ = try await self.ingest.notification(notification.signedPayload, for: self.app)
            }
        }
    }

    private static func info(_ number: Int) -> JSONValue {
        .object([
            JSONMember(key: "requestReferenceId", value: .string("00000000-0000-4000-8000-00000000000\(number)"))
        ])
    }

    private static func item(_ sku: String, _ price: Int?) -> JSONValue {
        var members = [
            JSONMember(key: "SKU", value: .string(sku)), JSONMember(key: "description", value: .string("All of it")),
            JSONMember(key: "displayName", value: .string("It")),
        ]
        if let price { members.append(JSONMember(key: "price", value: .number("\(price)"))) }
        return .object(members)
    }

    private static let names = JSONValue.object([
        JSONMember(key: "description", value: .string("Everything")),
        JSONMember(key: "displayName", value: .string("Studio")),
    ])

    /// Anna's subscription with two items.
    private func subscribe() throws -> WorldPurchase {
        let request = JSONValue.object([
            JSONMember(key: "operation", value: .string("CREATE_SUBSCRIPTION")),
            JSONMember(key: "version", value: .string("1")), JSONMember(key: "requestInfo", value: Self.info(1)),
            JSONMember(key: "currency", value: .string("USD")), JSONMember(key: "descriptors", value: Self.names),
            JSONMember(key: "items", value: .array([Self.item("music", 10_000), Self.item("film", 2000)])),
            JSONMember(key: "period", value: .string("P1M")),
            JSONMember(key: "taxCode", value: .string("C003-00-1")),
        ])
        let bought = try self.world.perform(.buy("studio.membership", by: "anna", commerce: request))
        return try #require(bought.purchases.first)
    }

    private func call(
        _ operation: String,
        of transaction: String,
        _ members: [JSONMember],
        number: Int = 2
    ) async throws {
        let body = JSONValue.object([JSONMember(key: "requestInfo", value: Self.info(number))] + members)
        try self.world.perform(.callCommerce(operation, of: transaction, body))
        try await self.server.take(self.world)
    }

    private func entitlement(claiming transaction: String) async throws -> Entitlement? {
        try await self.server.take(self.world)
        _ = try await self.server.ingest.purchase(
            self.world.signedTransaction(for: transaction),
            by: #require(CustomerID("anna")),
            intent: .purchase,
            tokens: [],
            for: self.server.app
        )
        return try await self.entitlement()
    }

    private func entitlement() async throws -> Entitlement? {
        let anna = try #require(CustomerID("anna"))
        return try await self.server.query
            .entitlements(of: anna, in: self.server.app, environment: .production).entitlements.first
    }

    @Test("A refund of one item keeps the entitlement, and the revocation of all items ends it")
    func refunds() async throws {
        let bought = try self.subscribe()
        #expect(try await self.entitlement(claiming: bought.transactionId)?.isActive == true)
        try self.world.perform(.advance(by: "P3D"))
        let film = JSONValue.object([
            JSONMember(key: "SKU", value: .string("film")), JSONMember(key: "refundReason", value: .string("LEGAL")),
            JSONMember(key: "refundType", value: .string("FULL")), JSONMember(key: "revoke", value: .bool(true)),
        ])
        let risk = JSONMember(key: "refundRiskingPreference", value: .bool(false))
        let items = JSONMember(key: "items", value: .array([film]))
        try await self.call("requestTransactionRefund", of: bought.transactionId, [items, risk])
        #expect(try await self.entitlement()?.isActive == true)
        #expect(try await self.entitlement()?.willRenew == .yes)
        try self.world.perform(.advance(by: "P3D"))
        let members = [
            JSONMember(key: "refundReason", value: .string("OTHER")),
            JSONMember(key: "refundType", value: .string("FULL")), risk,
        ]
        try await self.call("revokeSubscription", of: bought.transactionId, members, number: 3)
        #expect(try await self.entitlement()?.isActive == false)
    }

    @Test("A cancellation by the developer keeps the paid time, and no more")
    func canceled() async throws {
        let bought = try self.subscribe()
        #expect(try await self.entitlement(claiming: bought.transactionId)?.willRenew == .yes)
        try await self.call("cancelSubscription", of: bought.transactionId, [])
        #expect(try await self.entitlement()?.isActive == true)
        #expect(try await self.entitlement()?.willRenew == .no)
        try self.world.perform(.advance(by: "P2M"))
        try await self.server.take(self.world)
        #expect(try await self.entitlement()?.isActive == false)
    }

    @Test("A migrated subscription stays with its owner, through its renewals and under its new ids")
    func migrated() async throws {
        let bought = try #require(try self.world.perform(.buy("pro.monthly", by: "anna")).purchases.first)
        let before = try #require(try await self.entitlement(claiming: bought.transactionId))
        try self.world.perform(.advance(by: "P10D"))
        try await self.call(
            "migrateSubscription",
            of: bought.transactionId,
            [
                JSONMember(key: "descriptors", value: Self.names),
                JSONMember(key: "items", value: .array([Self.item("music", nil)])),
                JSONMember(key: "targetProductId", value: .string("studio.membership")),
                JSONMember(key: "taxCode", value: .string("C003-00-1")),
            ]
        )
        let after = try #require(try await self.entitlement())
        #expect(after.isActive && after.until == before.until)
        try self.world.perform(.advance(by: "P2M"))
        try await self.server.take(self.world)
        #expect(try await self.entitlement()?.isActive == true)
    }
}
