import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct DeliveryDeskTests {
    private let shop: TestShop
    private let desk: DeliveryDesk
    private static let id = DeliveryID(TransactionID("1"), in: .production)

    init() async throws {
        self.shop = try TestShop()
        self.shop.setNow(Sample.beginning)
        self.desk = DeliveryDesk(
            repository: self.shop.repository,
            apps: [self.shop.app],
            ambient: self.shop.ambient,
            audit: AuditLog(repository: self.shop.repository, ambient: self.shop.ambient)
        )
        let gems = ProductID("gems")
        var intake = Sample.facts([Sample.gems("1")], submission: Sample.submission("ada", "1"))
        intake.app = self.shop.app.name
        intake.catalogue = Catalogue(
            products: [gems: Product(id: gems, kind: .consumable)],
            deliveries: DeliveryPolicy(from: Sample.beginning)
        )
        _ = try await self.shop.repository.record(intake)
    }

    private func acts() async throws -> [AuditEntry] {
        try await self.shop.repository.acts(of: Sample.customer("ada"), app: self.shop.app.name, limit: 9)
    }

    @Test("What is done to a delivery is among what was done to its customer, and its reason is forgotten with him")
    func erasure() async throws {
        _ = try await self.desk.act(.park, on: Self.id, in: self.shop.app.name, by: "ops", reason: "ada called")
        #expect(try await self.acts().map(\.action) == [.deliveryPark])
        #expect(try await self.acts().first?.reason?.text == "ada called")
        try await self.shop.repository.erasePersonalFields(of: Sample.customer("ada"), app: self.shop.app.name)
        #expect(try await self.shop.repository.auditEntries(after: 0, limit: 9).map(\.reason?.text) == [nil])
    }

    @Test("The shop's word is entered where it says why, and not where it does not")
    func reasons() async throws {
        let failure = DeliveryFailure(code: "shop", at: Sample.beginning)
        let name = self.shop.app.name
        _ = try await self.desk.act(.fail(failure), on: Self.id, in: name, by: "key")
        #expect(try await self.acts() == [])
        _ = try await self.desk.act(.fail(failure), on: Self.id, in: name, by: "key", reason: "no room")
        #expect(try await self.acts().map(\.action) == [.deliveryFail])
        let confirm = DeliveryAct.confirm(.handOver, by: .shop, recovered: nil)
        _ = try await self.desk.act(confirm, on: Self.id, in: name, by: "key", reason: "by mail")
        #expect(try await self.acts().map(\.reason?.text) == ["by mail", "no room"])
        await #expect(throws: DeliveryError.unknown) {
            try await self.desk.act(.park, on: DeliveryID("dlv_Production_9"), in: name, by: "ops", reason: "x")
        }
        #expect(try await self.shop.repository.auditHead().count == 2, "Nothing is entered of what is not known.")
    }

    @Test("Coins that wait for a fulfiller are booked once when the catalogue comes to keep them in wallets")
    func coinBooking() async throws {
        let gems = ProductID("gems")
        func catalogue(_ coins: DeliveryPolicy.Coins) -> Catalogue {
            Catalogue(
                products: [gems: Product(id: gems, kind: .consumable, grants: ["gems": 600])],
                coins: ["gems": Coin()],
                deliveries: DeliveryPolicy(from: Sample.beginning, coins: coins)
            )
        }
        let app = ServedApp(
            name: self.shop.app.name,
            verifier: self.shop.app.verifier,
            catalogue: catalogue(.fulfiller)
        )
        for id in ["2", "3"] {
            var intake = Sample.facts([Sample.gems(id)], submission: Sample.submission("ada", id))
            intake.app = app.name
            intake.catalogue = catalogue(.fulfiller)
            _ = try await self.shop.repository.record(intake)
        }
        let booking = CoinBooking(for: app, repository: self.shop.repository, books: self.shop.ambient)
        #expect(try await booking.book() == 0, "They are the fulfiller's.")
        let version = CatalogueVersion(
            app: app.name,
            number: 1,
            digest: CatalogueDigest("1"),
            appliedAt: Sample.beginning,
            appliedBy: "test",
            origin: .command
        )
        app.live.put(catalogue(.wallets), as: version)
        #expect(try await booking.book() == 2)
        #expect(try await booking.book() == 0)
        let wallets = try await self.shop.repository.wallets(
            of: Sample.customer("ada"),
            app: app.name,
            environment: .production
        )
        #expect(wallets.map(\.balance) == [1200])
        let other = try await self.shop.repository.delivery(Self.id, of: app.name)
        #expect(other?.state == .due, "What brings no coins stays the fulfiller's.")
    }
}
