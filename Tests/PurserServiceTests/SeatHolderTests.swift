import AppStore
import Ledger
import PurserService
import PurserTesting
import Testing

/// What the use cases about customers say of a member who has a seat and has bought nothing.
@Suite struct SeatHolderTests {
    private let shop: TestShop
    private let service: CustomerService
    private let root = RequestOrigin(name: "root", reason: "a test")

    init() throws {
        let shop = try TestShop()
        self.shop = shop
        self.service = CustomerService(
            repository: shop.repository,
            ambient: shop.ambient,
            audit: AuditLog(repository: shop.repository, ambient: shop.ambient)
        )
    }

    /// Lets anna buy three seats in Germany on an Apple Account, and gives ben one of them.
    private func assign() async throws {
        let (app, now) = (self.shop.app, self.shop.ambient.now())
        var period = Sample.period("100", of: "100", at: now - .days(1))
        period.productID = ProductID("pro.monthly")
        period.storefront = "DEU"
        period.appTransactionID = AppTransactionID("700001")
        period.quantity = 3
        period.seats = Seats(invitations: .developer, tiers: [Seats.Tier(priceMilliunits: 9990, quantity: 3)])
        var intake = Sample.facts([period], submission: Sample.submission("anna", "100", at: now), app: app.name)
        intake.receivedAt = now
        intake.catalog = app.catalog
        _ = try await self.shop.repository.record(intake)
        let request = SeatRequest(
            .assign(SeatID("seat"), SeatRequest.Member(Sample.customer("ben"))),
            at: now,
            by: "shop"
        )
        let result = try await self.shop.repository.write { unit in
            try unit.carryOut(
                request,
                on: OriginalTransactionID("100"),
                app: app.name,
                environment: .production,
                catalog: app.catalog,
                isPreview: false
            )
        }
        _ = try result.get()
        #expect(try await self.shop.entitlements(of: "ben").map(\.isActive) == [true])
    }

    @Test("The profile of a member counts the entitlement and no purchase")
    func profile() async throws {
        try await self.assign()
        for (name, count) in [("anna", 1), ("ben", 0)] {
            let profile = try await self.service.profile(of: Sample.customer(name), in: self.shop.app)
            #expect(profile.counts.map(\.purchases) == [count], "\(name)")
            #expect(profile.counts.map(\.chains) == [count], "\(name)")
            #expect(profile.counts.map(\.activeEntitlements) == [1], "\(name)")
            #expect(profile.accounts.count == count, "Only who paid uses the Apple Account.")
        }
        let subscriptions = try await self.service.subscriptions(
            of: Sample.customer("ben"),
            in: self.shop.app,
            environment: .production
        )
        #expect(subscriptions.isEmpty)
        for view in PurchaseView.allCases {
            let lines = try await self.service.purchases(
                of: Sample.customer("ben"),
                in: self.shop.app,
                environment: .production,
                view: view
            )
            #expect(lines.isEmpty)
        }
    }

    @Test("A refund of the purchase is no risk signal of a member")
    func risk() async throws {
        try await self.assign()
        let now = self.shop.ambient.now()
        var refunded = Sample.period("100", of: "100", at: now - .days(1), number: 2)
        refunded.productID = ProductID("pro.monthly")
        refunded.appTransactionID = AppTransactionID("700001")
        refunded.quantity = 3
        refunded.seats = Seats(
            invitations: .developer,
            tiers: [Seats.Tier(priceMilliunits: 9990, quantity: 3)],
            revokedCount: 3
        )
        refunded.signedAt = now
        refunded.revocation = Revocation(revokedAt: now, reason: 0, type: "REFUND_FULL", percentageMilliunits: nil)
        var intake = Sample.facts([refunded], app: self.shop.app.name)
        intake.receivedAt = now
        intake.catalog = self.shop.app.catalog
        _ = try await self.shop.repository.record(intake)
        let reading = RiskReading(repository: self.shop.repository)
        let risk = try await reading.risk(
            of: Sample.customer("ben"),
            in: self.shop.app,
            environment: .production,
            at: now
        )
        #expect(risk.points == 0)
        let payer = try await reading.risk(
            of: AppTransactionID("700001"),
            in: self.shop.app,
            environment: .production,
            at: now
        )
        #expect(payer.customers == [Sample.customer("anna")])
        #expect(try await self.shop.entitlements(of: "ben").allSatisfy { !$0.isActive })
    }

    @Test("A member who consents is not in the storefront of the purchaser")
    func storefront() async throws {
        try await self.assign()
        let statement = try ConsentParameters()
        for (name, storefront) in [("anna", "DEU"), ("ben", "ZZZ")] {
            let consent = try await self.service.consent(
                statement,
                id: nil,
                of: Sample.customer(name),
                in: self.shop.app,
                by: self.root
            )
            #expect(consent.value.storefront == storefront, "\(name)")
        }
    }

    @Test("A preview of a merge or an erasure says who gets and who loses the seat", arguments: [true, false])
    func previews(isPreview: Bool) async throws {
        try await self.assign()
        let (ben, cleo) = (Sample.customer("ben"), Sample.customer("cleo"))
        let merge = try await self.service.merge(
            ben,
            into: cleo,
            in: self.shop.app,
            by: self.root,
            isPreview: isPreview
        )
        let gained = try #require(merge.entitlements.first { $0.customer == cleo })
        #expect(!gained.before.contains { $0.isActive } && gained.after.contains { $0.isActive })
        #expect(!gained.after.contains { $0.isPaid })
        if !isPreview { #expect(try await self.shop.entitlements(of: "cleo").map(\.isActive) == [true]) }
        let member = isPreview ? ben : cleo
        let erasure = try await self.service.erase(member, in: self.shop.app, by: self.root, isPreview: true).outcome
        let lost = try #require(erasure.entitlements.first { $0.customer == member })
        #expect(lost.before.contains { $0.isActive } && !lost.after.contains { $0.isActive })
        #expect(try await self.shop.entitlements(of: "anna").map(\.isActive) == [true])
    }
}
