import AppStore
import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct AppStoreServiceTests {
    private let shop: SimulatedShop
    private let service: AppStoreService

    init() throws {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 5))
        let count = SharedCount()
        let ambient = Ambient(
            now: shop.ambient.now,
            randomBytes: { length in
                let next = count.next()
                return (0..<length).map { UInt8(truncatingIfNeeded: $0 + next) }
            }
        )
        let service = AppStoreService(
            repository: shop.repository,
            ingest: shop.ingest,
            apps: [shop.app],
            ambient: ambient
        )
        self.shop = shop
        self.service = service
    }

    private final class SharedCount: Sendable {
        private let value = Mutex(0)
        func next() -> Int {
            self.value.withLock { value in
                value += 1
                return value
            }
        }
    }

    private func buy(_ product: String, by customer: String) async throws -> WorldPurchase {
        let bought = try #require(try self.shop.world.perform(.buy(product, by: customer)).purchases.first)
        try await self.deliver()
        return bought
    }

    private func deliver() async throws {
        for notification in self.shop.world.drainOutbox() {
            _ = try await self.shop.ingest.notification(notification.signedPayload, for: self.shop.app)
        }
    }

    private func newest(of id: String) async throws -> TransactionSnapshot? {
        let chain = try await self.shop.repository.read { view in
            try view.chain(of: TransactionID(id), app: self.shop.app.name, environment: .production)
        }
        return chain?.chain.transactions.map(\.current).max { $0.purchaseAt < $1.purchaseAt }
    }

    private static let monthly = "pro.monthly"

    @Test("An extended renewal date is in the ledger before its notification, and Apple's refusals are reported")
    func extended() async throws {
        let bought = try await self.buy(Self.monthly, by: "anna")
        // A subscription in a free trial cannot be extended.
        try self.shop.world.perform(.advance(by: "P40D"))
        try await self.deliver()
        let original = OriginalTransactionID(bought.originalTransactionId)
        let before = try #require(try await self.newest(of: bought.transactionId)?.expiresAt)
        let kept = try await self.extend(.subscription(original), by: 7)
        #expect(kept.state == "to be given" && kept.environment == .production)
        #expect(try await self.newest(of: bought.transactionId)?.expiresAt == before, "Apple was not asked yet.")
        let done = try await self.service.advance(kept)
        #expect(done.state == "complete" && done.renewsAt == before + .days(7))
        #expect(try await self.newest(of: bought.transactionId)?.expiresAt == before + .days(7))
        // Apple extends twice a year; a further extension is over, with Apple's error number.
        for _ in 0..<2 {
            let order = try await self.extend(.subscription(original), by: 7)
            _ = try await self.service.advance(order)
        }
        let orders = try await self.service.extensions(of: AppName("shop"), environment: .production)
        #expect(orders.map(\.state).sorted() == ["complete", "complete", "refused"])
        #expect(orders.compactMap(\.refusal) == [.init(code: "appstore_forbidden", number: 4_030_005)])
    }

    /// Records an extension.
    private func extend(
        _ target: RenewalExtension.Target,
        by days: Int,
        key: String? = nil
    ) async throws -> RenewalExtension {
        try await self.service.order(
            target,
            by: try #require(ExtensionDays(days)),
            reasonCode: .serviceIssue,
            in: AppName("shop"),
            environment: target.isProduct ? .production : nil,
            by: "root",
            key: key.map { ExtensionKey($0, of: ContentDigest(of: [Array("root".utf8)])) }
        )
    }

    private func worker(_ service: AppStoreService) -> RenewalExtensionWorker<ContinuousClock> {
        RenewalExtensionWorker(
            service: service,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: .continuous
        )
    }

    @Test(
        "An extension that is sent again under its key reaches Apple once, although Apple was unreachable at first"
    )
    func keyed() async throws {
        let bought = try await self.buy(Self.monthly, by: "anna")
        try self.shop.world.perform(.advance(by: "P40D"))
        try await self.deliver()
        let before = try #require(try await self.newest(of: bought.transactionId)?.expiresAt)
        let single = RenewalExtension.Target.subscription(OriginalTransactionID(bought.originalTransactionId))
        let all = RenewalExtension.Target.product(ProductID(Self.monthly), storefronts: [])
        self.shop.acceptKey(calls: 0)
        for (target, key) in [(single, "one"), (all, "two")] {
            let first = try await self.extend(target, by: 7, key: key)
            await #expect(throws: AppStoreServiceError.self) { try await self.service.advance(first) }
            let second = try await self.extend(target, by: 7, key: key)
            #expect(second == first)
            await #expect(throws: AppStoreServiceError.keyReused) { try await self.extend(target, by: 8, key: key) }
        }
        self.shop.acceptKey(calls: nil)
        for _ in 0..<2 { await self.worker(self.service).advance() }
        try self.shop.world.perform(.advance(by: "P2D"))
        await self.worker(self.service).advance()
        try await self.deliver()
        let orders = try await self.service.extensions(of: AppName("shop"), environment: .production)
        #expect(orders.map(\.state) == ["complete", "complete"])
        // Seven days by each extension, and no more.
        #expect(try await self.newest(of: bought.transactionId)?.expiresAt == before + .days(14))
        #expect(try await self.extend(single, by: 7, key: "one").state == "complete")
        #expect(self.shop.asked.contains { $0.hasPrefix("PUT /inApps/v1/subscriptions/extend/") })
    }

    @Test("An extension that fails delays no other, however many newer ones there are")
    func holdingUp() async throws {
        let bought = try await self.buy(Self.monthly, by: "anna")
        try self.shop.world.perform(.advance(by: "P40D"))
        try await self.deliver()
        // An identifier that cannot be part of a URL is an error that is not a refusal of Apple's.
        let failing = try await self.extend(.subscription(OriginalTransactionID("..")), by: 7)
        try self.shop.world.perform(.advance(by: "PT1S"))
        let good = try await self.extend(
            .subscription(OriginalTransactionID(bought.originalTransactionId)),
            by: 7
        )
        // More than one page of completed extensions, which must not hide open ones.
        for number in 0..<(AppStoreService.maximumOrders + 1) {
            var over = try await self.extend(.subscription(OriginalTransactionID("1\(number)")), by: 1)
            over.completion = .init(at: over.orderedAt, succeeded: 0, failed: 0)
            try await self.shop.repository.write { [over] unit in try unit.keep(over) }
        }
        await self.worker(self.service).advance()
        func state(_ order: RenewalExtension) async throws -> String? {
            try await self.service.order(order.id, in: AppName("shop"))?.state
        }
        #expect(try await state(failing) == "to be given")
        #expect(try await state(good) == "complete")
    }

    @Test("An app without a key is an error, and so is an id that Apple does not know")
    func refused() async throws {
        await #expect(throws: AppStoreServiceError.notConfigured(AppName("other"))) {
            _ = try await self.service.finish(TransactionID("1"), in: AppName("other"))
        }
        do {
            _ = try await self.service.finish(TransactionID("999"), in: AppName("shop"))
            Issue.record("Apple knows nothing of it.")
        } catch {
            #expect(error.code == "appstore_not_found")
        }
    }

    @Test("An order number records an unknown purchase; a wrong one records nothing")
    func orderNumber() async throws {
        let bought = try #require(try self.shop.world.perform(.buy("coins.100", by: "ben")).purchases.first)
        let found = try await self.service.order(bought.orderId, in: AppName("shop"))
        #expect(found.isValid && found.purchases.map(\.transaction.transactionID.rawValue) == [bought.transactionId])
        #expect(try await self.newest(of: bought.transactionId) != nil)
        let wrong = try await self.service.order("M0", in: AppName("shop"))
        #expect(!wrong.isValid && wrong.purchases.isEmpty)
    }

    @Test("Apple includes an account token in what it signs after the token was set, and so does the ledger")
    func token() async throws {
        let bought = try await self.buy("coins.100", by: "cora")
        let token = try #require(AccountToken("7e3fb20b-4cdb-47cc-936d-99d65f608138"))
        try self.shop.world.perform(.advance(by: "PT1H"))
        let done = try await self.service.setAccountToken(
            token,
            of: OriginalTransactionID(bought.originalTransactionId),
            in: AppName("shop")
        )
        #expect(done.environment == .production && done.isRecorded)
        #expect(try await self.newest(of: bought.transactionId)?.accountToken == token)
    }

    @Test("A transaction is finished, and an app transaction is returned as signed")
    func finishAndDownload() async throws {
        let bought = try await self.buy("coins.100", by: "dora")
        #expect(try await self.service.finish(TransactionID(bought.transactionId), in: AppName("shop")) == .production)
        let download = try await self.service.appTransaction(
            of: TransactionID(bought.transactionId),
            in: AppName("shop")
        )
        #expect(download.appTransactionId?.isEmpty == false)
        #expect(download.bundleId == self.shop.world.apps.first?.bundleId)
    }

    @Test(
        "An extension for all subscribers survives a restart, and is complete once Apple reports it, with its failures"
    )
    func allExtended() async throws {
        for customer in ["anna", "ben"] { _ = try await self.buy(Self.monthly, by: customer) }
        try self.shop.world.perform(.advance(by: "P40D"))
        _ = try await self.buy(Self.monthly, by: "late")
        let kept = try await self.extend(.product(ProductID(Self.monthly), storefronts: []), by: 3)
        let order = try await self.service.advance(kept)
        #expect(order.state == "working")
        let again = AppStoreService(
            repository: self.shop.repository,
            ingest: self.shop.ingest,
            apps: [self.shop.app],
            ambient: self.shop.ambient
        )
        try self.shop.world.perform(.advance(by: "P2D"))
        await self.worker(again).advance()
        let known = try #require(try await again.extensions(of: AppName("shop"), environment: .production).first)
        #expect(known.id == order.id && known.state == "complete")
        let completion = try #require(known.completion)
        #expect(completion.succeeded + completion.failed == 3)
        try await self.deliver()
        let failures = try await again.failures(of: known, limit: 9)
        #expect(Int64(failures.count) == completion.failed)
    }

    @Test("The summary notification alone completes an extension, without a request to Apple")
    func summary() async throws {
        _ = try await self.buy(Self.monthly, by: "anna")
        let kept = try await self.extend(.product(ProductID(Self.monthly), storefronts: ["USA"]), by: 3)
        let order = try await self.service.advance(kept)
        try self.shop.world.perform(.advance(by: "P2D"))
        try await self.deliver()
        let known = try await self.service.extensions(of: AppName("shop"), environment: .production)
        #expect(known.map(\.id) == [order.id] && known.first?.state == "complete")
    }

    @Test("An extension that Apple rejects for good is over, and is not sent again")
    func refusedOrder() async throws {
        let order = try await self.extend(.product(ProductID("coins.100"), storefronts: []), by: 3)
        #expect(try await self.service.advance(order).state == "refused")
        let known = try await self.service.extensions(of: AppName("shop"), environment: .production)
        #expect(known.map(\.state) == ["refused"])
    }

    @Test("A preview returns what the ledger knows, and asks Apple nothing")
    func preview() async throws {
        let bought = try await self.buy("coins.100", by: "eva")
        let asked = self.shop.asked.count
        let known = try await self.service.preview(of: TransactionID(bought.transactionId), in: AppName("shop"))
        #expect(known.contains { $0 == ("productId", "coins.100") })
        #expect(try await self.service.preview(of: TransactionID("999"), in: AppName("shop")).map(\.name) == ["known"])
        #expect(self.shop.asked.count == asked)
    }
}

extension RenewalExtension.Target {
    /// Whether the extension is for all subscribers of a product.
    fileprivate var isProduct: Bool {
        if case .product = self { true } else { false }
    }
}
