import Ledger
import Testing

@Suite struct CustomerHoldingsTests {
    private static let ada = CustomerID("ada")
    private static let beginning = Instant(milliseconds: 1_772_366_400_000)
    private static let frame = ProductID("frame")

    private static func holding(_ id: String, revokedAt: Instant? = nil) -> Holding {
        Holding(purchases: [
            HeldPurchase(
                kind: .nonConsumable,
                productID: Self.frame,
                begunAt: Self.beginning,
                revocation: revokedAt.map { HeldRevocation(revokedAt: $0, reason: .refunded) },
                isPaid: true,
                transactionIDs: [TransactionID(id)]
            )
        ])
    }

    private static func catalog(_ policy: SandboxPolicy, testers: Set<CustomerID> = []) -> Catalog {
        var policies = SandboxPolicies()
        policies[.nonConsumable] = policy
        let product = Product(id: Self.frame, kind: .nonConsumable, unlocks: [EntitlementName("frame")])
        return Catalog(products: [product.id: product], sandbox: policies, testers: testers)
    }

    private func answer(
        production: [Holding] = [],
        sandbox: [Holding],
        _ catalog: Catalog,
        day: Int64
    ) throws -> Entitlement? {
        let ada = try #require(Self.ada)
        let holdings = CustomerHoldings(byEnvironment: [.production: production, .sandbox: sandbox])
        return holdings.entitlements(of: ada, at: Self.beginning + .days(day), catalog: catalog).first
    }

    @Test(
        "Each Sandbox policy limits entitlements and their duration",
        arguments: [
            (.deny, false, nil, nil), (.allow, false, true, true), (.testers, false, nil, nil),
            (.testers, true, true, true), (.capped(fulfillmentsADay: 1, coinsADay: [:]), false, true, false),
        ] as [(SandboxPolicy, Bool, Bool?, Bool?)]
    )
    func policies(policy: SandboxPolicy, isTester: Bool, sixthDay: Bool?, eighthDay: Bool?) throws {
        let ada = try #require(Self.ada)
        let catalog = Self.catalog(policy, testers: isTester ? [ada] : [])
        let sixth = try self.answer(sandbox: [Self.holding("1")], catalog, day: 6)
        #expect(sixth?.isActive == sixthDay)
        #expect(sixth == nil || sixth?.environment == .sandbox)
        let eighth = try self.answer(sandbox: [Self.holding("1")], catalog, day: 8)
        #expect(eighth?.isActive == eighthDay)
        if eighthDay == false {
            #expect(eighth?.reason == .sandboxLimit && eighth?.state == .expired)
            #expect(eighth?.since == Self.beginning + .days(7))
        }
    }

    @Test("Under a cap an entitlement states its end, and a revoked one stays revoked")
    func cap() throws {
        let catalog = Self.catalog(.standard)
        let running = try self.answer(sandbox: [Self.holding("1")], catalog, day: 1)
        #expect(running?.until == Self.beginning + .days(7))
        let refunded = Self.holding("1", revokedAt: Self.beginning + .days(1))
        let revoked = try self.answer(sandbox: [refunded], catalog, day: 9)
        #expect(revoked?.state == .revoked)
    }

    @Test("The entitlement of Production counts, unless only that of the Sandbox is active")
    func precedence() throws {
        let catalog = Self.catalog(.allow)
        let tested = Self.holding("9")
        let genuine = try self.answer(production: [Self.holding("1")], sandbox: [tested], catalog, day: 1)
        #expect(genuine?.environment == .production && genuine?.isActive == true)
        let refunded = Self.holding("1", revokedAt: Self.beginning)
        let over = try self.answer(production: [refunded], sandbox: [tested], catalog, day: 1)
        #expect(over?.environment == .sandbox && over?.isActive == true)
        let both = try self.answer(
            production: [refunded],
            sandbox: [Self.holding("9", revokedAt: Self.beginning)],
            catalog,
            day: 1
        )
        #expect(both?.environment == .production && both?.isActive == false)
    }

    @Test(
        "A grant beside a purchase is not a second payment, and the one that lasts longer counts"
    )
    func grants() throws {
        let grant = Grant(
            id: GrantID("g"),
            entitlement: EntitlementName("frame"),
            beginsAt: Self.beginning,
            endsAt: Self.beginning + .days(2),
            grantedAt: Self.beginning,
            grantedBy: "ops",
            reason: "an apology"
        )
        let catalog = Self.catalog(.deny)
        let holdings = CustomerHoldings(byEnvironment: [.production: [Self.holding("1")]], grants: [grant])
        let answers = holdings.entitlements(at: Self.beginning, environment: .production, catalog: catalog)
        #expect(answers.map(\.reason) == [.paid])
        #expect(answers.map(\.paidTwice) == [false])
        let alone = CustomerHoldings(byEnvironment: [.production: []], grants: [grant])
        let granted = alone.entitlements(at: Self.beginning, environment: .production, catalog: catalog)
        #expect(granted.map(\.reason) == [.granted])
        #expect(alone.entitlements(at: Self.beginning, environment: .sandbox, catalog: catalog).isEmpty)
    }
}
