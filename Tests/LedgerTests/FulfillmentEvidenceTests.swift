import Ledger
import PurserTesting
import Testing

@Suite struct FulfillmentEvidenceTests {
    static let ada = CustomerID("ada")
    static let policy = FulfillmentPolicy(from: Scene.day(0))

    static func decision(
        _ environment: StoreEnvironment = .production,
        sandbox: SandboxPolicy = .standard,
        testers: Set<CustomerID> = [],
        _ change: (inout FulfillmentEvidence) -> Void
    ) -> FulfillmentDemand.Decision {
        var evidence = FulfillmentEvidence(
            environment: environment,
            kind: .consumable,
            purchasedAt: Scene.day(1),
            owner: Self.ada
        )
        change(&evidence)
        var policies = SandboxPolicies()
        policies[.consumable] = sandbox
        let catalog = Catalog(sandbox: policies, testers: testers)
        return evidence.demand(policy: Self.policy, catalog: catalog).decision
    }

    @Test("A paid and owned purchase is fulfilled, and each obstacle has its reason")
    func production() {
        #expect(Self.decision { _ in } == .fulfill)
        #expect(Self.decision { $0.owner = nil } == .wait(.unclaimed))
        #expect(Self.decision { $0.isPaid = false } == .nothing(.notPaid))
        #expect(Self.decision { $0.isTwin = true } == .nothing(.twin))
        #expect(Self.decision { $0.flaw = .quantity } == .suspend(.quantity))
        let nobodys = Self.decision {
            $0.flaw = .quantity
            $0.owner = nil
        }
        #expect(nobodys == .wait(.unclaimed), "It is suspended once it has an owner.")
        #expect(Self.decision { $0.isUnconfirmed = true } == .wait(.unconfirmed))
        #expect(Self.decision { $0.revocation = FulfillmentStory.refund(2, 100_000) } == .nothing(.refunded))
        #expect(Self.decision { $0.revocation = FulfillmentStory.refund(2, nil) } == .nothing(.refunded))
        #expect(Self.decision { $0.revocation = FulfillmentStory.refund(2, 33_333) } == .fulfill)
    }

    @Test("An earlier purchase is fulfilled elsewhere until something releases it")
    func elsewhere() {
        #expect(Self.decision { $0.purchasedAt = Scene.day(-1) } == .nothing(.elsewhere))
        #expect(Self.decision { $0.purchasedAt = Scene.day(0) } == .fulfill, "the instant itself is included")
        let released = Self.decision {
            $0.purchasedAt = Scene.day(-1)
            $0.isReleased = true
        }
        #expect(released == .fulfill)
    }

    @Test("A purchase of the Sandbox gives what the policy says")
    func sandbox() {
        #expect(Self.decision(.sandbox, sandbox: .deny) { _ in } == .nothing(.sandbox))
        #expect(Self.decision(.sandbox, sandbox: .allow) { $0.isOverCap = true } == .fulfill)
        #expect(Self.decision(.sandbox, sandbox: .testers) { _ in } == .nothing(.sandbox))
        let testers = Set([Self.ada].compactMap(\.self))
        #expect(Self.decision(.sandbox, sandbox: .testers, testers: testers) { _ in } == .fulfill)
        #expect(Self.decision(.sandbox) { _ in } == .fulfill)
        #expect(Self.decision(.sandbox) { $0.isOverCap = true } == .nothing(.sandboxLimit))
        #expect(Self.decision(.production, sandbox: .deny) { $0.isOverCap = true } == .fulfill)
    }

    @Test("A day's cap counts fulfillments and coins, the difference included")
    func allowance() {
        let goods = FulfillmentGoods(
            productID: ProductID("gems"),
            kind: .consumable,
            quantity: 1,
            coins: ["gems": 60],
            difference: ["gems": 5]
        )
        let policy = SandboxPolicy.capped(fulfillmentsADay: 3, coinsADay: ["gems": 130])
        var allowance = SandboxAllowance()
        var admitted = 0
        while !allowance.isExceeded(by: goods, under: policy) {
            allowance.add(goods)
            admitted += 1
        }
        #expect(admitted == 2 && allowance.coins == ["gems": 130])
        #expect(!allowance.isExceeded(by: goods, under: .capped(fulfillmentsADay: 3, coinsADay: ["stars": 1])))
        #expect(allowance.isExceeded(by: goods, under: .capped(fulfillmentsADay: 2, coinsADay: [:])))
        #expect(SandboxAllowance.day(of: Instant(milliseconds: -1)).milliseconds == -86_400_000)
    }

    @Test("The revoked quantity follows the refund's share and the product's setting")
    func revoked() {
        func revoked(_ share: Int?, _ type: String? = "REFUND_FULL", _ onRefund: RefundConsequence? = nil) -> Int {
            let evidence = FulfillmentEvidence(
                environment: .production,
                kind: .consumable,
                purchasedAt: Scene.day(1),
                revocation: Revocation(revokedAt: Scene.day(2), reason: 0, type: type, percentageMilliunits: share),
                owner: Self.ada,
                onRefund: onRefund
            )
            return evidence.demand(policy: Self.policy, catalog: Catalog()).revoked
        }
        #expect(revoked(100_000) == 100_000 && revoked(nil) == 100_000 && revoked(33_333) == 33_333)
        #expect(revoked(nil, "REFUND_PRORATED") == 0, "the share is not known yet")
        #expect(revoked(200_000) == 100_000 && revoked(-5) == 0)
        #expect(revoked(100_000, nil, .nothing) == 0)
        for consequence in RefundConsequence.allCases where consequence != .nothing {
            #expect(revoked(100_000, nil, consequence) == 100_000)
        }
    }

    @Test(
        "The coins of a twin that this server booked are revoked, forgiven unless they are to be owed",
        arguments: [(RefundConsequence?.none, RefundConsequence.debt), (.revoke, .revoke), (.nothing, .revoke)]
    )
    func twins(onRefund: RefundConsequence?, consequence: RefundConsequence) {
        var evidence = FulfillmentEvidence(
            environment: .production,
            kind: .consumable,
            purchasedAt: Scene.day(1),
            owner: Self.ada,
            hasCoins: true,
            onRefund: onRefund,
            isTwin: true
        )
        #expect(evidence.demand(policy: Self.policy, catalog: Catalog()).revoked == 0, "Another's is not ours.")
        evidence.isBooked = true
        let demand = evidence.demand(policy: Self.policy, catalog: Catalog())
        #expect(demand.revoked == FulfillmentDemand.all && demand.consequence == consequence)
        evidence.isTwin = false
        #expect(evidence.demand(policy: Self.policy, catalog: Catalog()).revoked == 0, "The one that counts stays.")
    }
}
