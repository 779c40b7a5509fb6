import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct FulfillmentServiceTests {
    private let shop: TestShop
    private let service: FulfillmentService
    private static let id = FulfillmentID(TransactionID("1"), in: .production)

    init() async throws {
        self.shop = try TestShop()
        self.shop.setNow(Sample.beginning)
        self.service = FulfillmentService(
            repository: self.shop.repository,
            apps: [self.shop.app],
            ambient: self.shop.ambient,
            audit: AuditLog(repository: self.shop.repository, ambient: self.shop.ambient)
        )
        let gems = ProductID("gems")
        var intake = Sample.facts([Sample.gems("1")], submission: Sample.submission("ada", "1"))
        intake.app = self.shop.app.name
        intake.catalog = Catalog(
            products: [gems: Product(id: gems, kind: .consumable)],
            fulfillment: FulfillmentPolicy(from: Sample.beginning)
        )
        _ = try await self.shop.repository.record(intake)
    }

    private func auditEntries() async throws -> [AuditEntry] {
        try await self.shop.repository.read { view in
            try view.auditEntries(of: Sample.customer("ada"), app: self.shop.app.name, limit: 9)
        }
    }

    @Test("An action on a fulfillment is among its customer's actions, and its reason is erased with the customer")
    func erasure() async throws {
        _ = try await self.service.perform(
            .suspend,
            on: Self.id,
            in: self.shop.app.name,
            by: "ops",
            reason: "ada called"
        )
        #expect(try await self.auditEntries().map(\.action) == [.fulfillmentSuspend])
        #expect(try await self.auditEntries().first?.reason?.text == "ada called")
        try await self.shop.repository.write { unit in
            try unit.erasePersonalFields(of: Sample.customer("ada"), app: self.shop.app.name)
        }
        #expect(
            try await self.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }.map(
                \.reason?.text
            ) == [nil]
        )
    }

    @Test("The shop's statement is entered in the audit log only with a reason")
    func reasons() async throws {
        let failure = DeliveryFailure(code: "shop", at: Sample.beginning)
        let name = self.shop.app.name
        _ = try await self.service.perform(.fail(failure), on: Self.id, in: name, by: "key")
        #expect(try await self.auditEntries() == [])
        _ = try await self.service.perform(.fail(failure), on: Self.id, in: name, by: "key", reason: "no room")
        #expect(try await self.auditEntries().map(\.action) == [.fulfillmentFail])
        let confirm = FulfillmentAction.confirm(.fulfill, by: .shop, recovered: nil)
        _ = try await self.service.perform(confirm, on: Self.id, in: name, by: "key", reason: "by mail")
        #expect(try await self.auditEntries().map(\.reason?.text) == ["by mail", "no room"])
        await #expect(throws: FulfillmentError.unknown) {
            try await self.service.perform(
                .suspend,
                on: FulfillmentID("ful_Production_9"),
                in: name,
                by: "ops",
                reason: "x"
            )
        }
        #expect(
            try await self.shop.repository.read { view in try view.auditHead() }.count == 2,
            "An unknown fulfillment has no entry."
        )
    }

    @Test("Coins that wait for a fulfiller are booked once when the catalog turns wallets on")
    func walletBackfill() async throws {
        let gems = ProductID("gems")
        func catalog(_ coins: FulfillmentPolicy.Coins) -> Catalog {
            Catalog(
                products: [gems: Product(id: gems, kind: .consumable, grants: ["gems": 600])],
                coins: ["gems": Coin()],
                fulfillment: FulfillmentPolicy(from: Sample.beginning, coins: coins)
            )
        }
        let app = ServedApp(
            name: self.shop.app.name,
            verifier: self.shop.app.verifier,
            catalog: catalog(.fulfiller)
        )
        for id in ["2", "3"] {
            var intake = Sample.facts([Sample.gems(id)], submission: Sample.submission("ada", id))
            intake.app = app.name
            intake.catalog = catalog(.fulfiller)
            _ = try await self.shop.repository.record(intake)
        }
        let booking = WalletBackfill(for: app, repository: self.shop.repository, ambient: self.shop.ambient)
        #expect(try await booking.book() == 0, "They are for the fulfiller.")
        let version = CatalogVersion(
            app: app.name,
            number: 1,
            digest: CatalogDigest("1"),
            appliedAt: Sample.beginning,
            appliedBy: "test",
            origin: .command
        )
        app.live.put(catalog(.wallets), as: version)
        #expect(try await booking.book() == 2)
        #expect(try await booking.book() == 0)
        let wallets = try await self.shop.repository.read { view in
            try view.wallets(
                of: Sample.customer("ada"),
                app: app.name,
                environment: .production
            )
        }
        #expect(wallets.map(\.balance) == [1200])
        let other = try await self.shop.repository.read { view in try view.fulfillment(Self.id, of: app.name) }
        #expect(other?.state == .due, "Goods without coins stay with the fulfiller.")
    }
}
