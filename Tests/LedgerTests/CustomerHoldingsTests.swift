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

    private static func catalogue(_ policy: SandboxPolicy, testers: Set<CustomerID> = []) -> Catalogue {
        var policies = SandboxPolicies()
        policies[.nonConsumable] = policy
        let product = Product(id: Self.frame, kind: .nonConsumable, unlocks: [RightName("frame")])
        return Catalogue(products: [product.id: product], sandbox: policies, testers: testers)
    }

    private func answer(
        production: [Holding] = [],
        sandbox: [Holding],
        _ catalogue: Catalogue,
        day: Int64
    ) throws -> Entitlement? {
        let ada = try #require(Self.ada)
        let holdings = CustomerHoldings(byEnvironment: [.production: production, .sandbox: sandbox])
        return holdings.entitlements(of: ada, at: Self.beginning + .days(day), catalogue: catalogue).first
    }

    @Test(
        "Each policy of the Sandbox lets through what it says, for as long as it says",
        arguments: [
            (.deny, false, nil, nil), (.allow, false, true, true), (.testers, false, nil, nil),
            (.testers, true, true, true), (.capped(deliveriesADay: 1, coinsADay: [:]), false, true, false),
        ] as [(SandboxPolicy, Bool, Bool?, Bool?)]
    )
    func policies(policy: SandboxPolicy, isTester: Bool, sixthDay: Bool?, eighthDay: Bool?) throws {
        let ada = try #require(Self.ada)
        let catalogue = Self.catalogue(policy, testers: isTester ? [ada] : [])
        let sixth = try self.answer(sandbox: [Self.holding("1")], catalogue, day: 6)
        #expect(sixth?.isActive == sixthDay)
        #expect(sixth == nil || sixth?.environment == .sandbox)
        let eighth = try self.answer(sandbox: [Self.holding("1")], catalogue, day: 8)
        #expect(eighth?.isActive == eighthDay)
        if eighthDay == false {
            #expect(eighth?.reason == .sandboxLimit && eighth?.state == .expired)
            #expect(eighth?.since == Self.beginning + .days(7))
        }
    }

    @Test("Under a cap a right says when it will end, and what is revoked stays revoked")
    func cap() throws {
        let catalogue = Self.catalogue(.standard)
        let running = try self.answer(sandbox: [Self.holding("1")], catalogue, day: 1)
        #expect(running?.until == Self.beginning + .days(7))
        let refunded = Self.holding("1", revokedAt: Self.beginning + .days(1))
        let revoked = try self.answer(sandbox: [refunded], catalogue, day: 9)
        #expect(revoked?.state == .revoked)
    }

    @Test("Production answers for a right, unless only the Sandbox gives it now")
    func precedence() throws {
        let catalogue = Self.catalogue(.allow)
        let tested = Self.holding("9")
        let genuine = try self.answer(production: [Self.holding("1")], sandbox: [tested], catalogue, day: 1)
        #expect(genuine?.environment == .production && genuine?.isActive == true)
        let refunded = Self.holding("1", revokedAt: Self.beginning)
        let over = try self.answer(production: [refunded], sandbox: [tested], catalogue, day: 1)
        #expect(over?.environment == .sandbox && over?.isActive == true)
        let both = try self.answer(
            production: [refunded],
            sandbox: [Self.holding("9", revokedAt: Self.beginning)],
            catalogue,
            day: 1
        )
        #expect(both?.environment == .production && both?.isActive == false)
    }

    @Test("A grant beside a purchase of the same right is no second payment, and what lasts longer answers")
    func grants() throws {
        let grant = Grant(
            id: GrantID("g"),
            right: RightName("frame"),
            beginsAt: Self.beginning,
            endsAt: Self.beginning + .days(2),
            grantedAt: Self.beginning,
            grantedBy: "ops",
            reason: "an apology"
        )
        let catalogue = Self.catalogue(.deny)
        let holdings = CustomerHoldings(byEnvironment: [.production: [Self.holding("1")]], grants: [grant])
        let answers = holdings.entitlements(at: Self.beginning, environment: .production, catalogue: catalogue)
        #expect(answers.map(\.reason) == [.paid])
        #expect(answers.map(\.paidTwice) == [false])
        let alone = CustomerHoldings(byEnvironment: [.production: []], grants: [grant])
        let granted = alone.entitlements(at: Self.beginning, environment: .production, catalogue: catalogue)
        #expect(granted.map(\.reason) == [.granted])
        #expect(alone.entitlements(at: Self.beginning, environment: .sandbox, catalogue: catalogue).isEmpty)
    }
}
