import Ledger
import PurserTesting
import Testing

@Suite struct EntitlementEventDerivationTests {
    private static let ada = Sample.customer("ada")
    private static let pass = ProductID("pass")
    private static let catalog = Catalog(
        products: [
            Self.pass: Product(
                id: Self.pass,
                kind: .nonRenewing,
                unlocks: [EntitlementName("plus")],
                lasts: CalendarPeriod(months: 0, days: 10)
            )
        ]
    )

    private static func day(_ day: Int64) -> Instant { Sample.beginning + .days(day) }

    private static func passes(_ days: Int64..., revokedOn revoked: Int64? = nil) -> CustomerHoldings {
        let holdings = days.enumerated().map { number, day in
            Holding(purchases: [
                HeldPurchase(
                    kind: .nonRenewing,
                    productID: Self.pass,
                    begunAt: Self.day(day),
                    revocation: number == 0
                        ? revoked.map { HeldRevocation(revokedAt: Self.day($0), reason: .refunded) } : nil,
                    isPaid: true,
                    transactionIDs: [TransactionID("\(number + 1)")]
                )
            ])
        }
        return CustomerHoldings(byEnvironment: [.production: holdings])
    }

    private static func derive(
        from before: CustomerHoldings,
        publishedOn publishedDay: Int64? = nil,
        to after: CustomerHoldings,
        on day: Int64,
        isPublished: Bool = true
    ) -> EntitlementEventDerivation {
        EntitlementEventDerivation(
            of: Self.ada,
            from: before,
            publishedAt: publishedDay.map(Self.day),
            to: after,
            at: Self.day(day),
            environment: .production,
            catalog: Self.catalog,
            isPublished: isPublished
        )
    }

    @Test("An entitlement is granted with what gives it, changed while it stays, and ended with its last day")
    func story() {
        let nothing = CustomerHoldings()
        let bought = Self.derive(from: nothing, to: Self.passes(0), on: 0)
        #expect(bought.drafts.map(\.name) == [.entitlementGranted])
        #expect(bought.dueAt == Self.day(10))
        let longer = Self.derive(from: Self.passes(0), publishedOn: 0, to: Self.passes(0, 3), on: 3)
        #expect(longer.drafts.map(\.name) == [.entitlementChanged], "It lasts longer.")
        let over = Self.derive(from: Self.passes(0), publishedOn: 0, to: Self.passes(0), on: 10)
        #expect(over.drafts.map(\.name) == [.entitlementEnded])
        #expect(over.dueAt == nil)
        let refunded = Self.derive(from: Self.passes(0), publishedOn: 0, to: Self.passes(0, revokedOn: 2), on: 2)
        #expect(refunded.drafts.map(\.name) == [.entitlementEnded])
        #expect(refunded.dueAt == nil)
    }

    @Test("Without a difference nothing is published, and an unusable entitlement is changed, not ended")
    func nothing() {
        #expect(Self.derive(from: Self.passes(0), publishedOn: 0, to: Self.passes(0), on: 5).drafts.isEmpty)
        let refunded = Self.passes(0, revokedOn: 2)
        #expect(Self.derive(from: refunded, to: refunded, on: 40).drafts.isEmpty)
        let known = Self.derive(from: CustomerHoldings(), to: refunded, on: 3)
        #expect(known.drafts.map(\.name) == [.entitlementChanged], "It was never published as usable.")
    }

    @Test("An entitlement that another customer has now is ended, once")
    func gone() throws {
        let gone = Self.derive(from: Self.passes(0), publishedOn: 0, to: CustomerHoldings(), on: 4)
        #expect(gone.drafts.map(\.name) == [.entitlementEnded])
        let body = String(decoding: try #require(gone.drafts.first).body, as: UTF8.self)
        #expect(body.contains(#""active":false,"state":"expired","reason":"replaced","since":"2026-01-05T"#), "\(body)")
        let unusable = Self.derive(from: Self.passes(0, revokedOn: 2), to: CustomerHoldings(), on: 4)
        #expect(unusable.drafts.isEmpty)
    }

    @Test("A suppressed change is not published, and what time had changed before is")
    func quiet() {
        let bought = Self.derive(from: CustomerHoldings(), to: Self.passes(0), on: 0, isPublished: false)
        #expect(bought.drafts.isEmpty)
        #expect(bought.dueAt == Self.day(10), "Its end will be published.")
        let late = Self.derive(from: Self.passes(0), publishedOn: 0, to: Self.passes(0, 20), on: 20, isPublished: false)
        #expect(late.drafts.map(\.name) == [.entitlementEnded])
    }

    @Test("A clock that is set back publishes nothing again")
    func clock() {
        let derivation = Self.derive(from: Self.passes(0, 3), publishedOn: 12, to: Self.passes(0, 3), on: 5)
        #expect(derivation.drafts.isEmpty)
        #expect(derivation.publishedAt == Self.day(12))
        #expect(derivation.dueAt == Self.day(20))
    }

    @Test("Grants change entitlements of Production where they begin, end and are revoked, and of no other environment")
    func grants() {
        var grant = Grant(
            id: GrantID("g"),
            entitlement: EntitlementName("plus"),
            beginsAt: Self.day(2),
            endsAt: Self.day(6),
            grantedAt: Self.day(0),
            grantedBy: "ops",
            reason: "a test"
        )
        func next(_ day: Int64, _ environment: StoreEnvironment = .production) -> Instant? {
            CustomerHoldings(grants: [grant])
                .nextChange(after: Self.day(day), environment: environment, catalog: Self.catalog)
        }
        #expect(next(0) == Self.day(2))
        #expect(next(2) == Self.day(6))
        #expect(next(6) == nil)
        #expect(next(0, .sandbox) == nil)
        grant.revocation = Grant.Revocation(at: Self.day(3), by: "ops", reason: "a test")
        #expect(next(2) == Self.day(3))
        #expect(next(3) == nil, "What was revoked never ends again.")
    }
}
