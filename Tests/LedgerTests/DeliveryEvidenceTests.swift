import Ledger
import PurserTesting
import Testing

@Suite struct DeliveryEvidenceTests {
    static let ada = CustomerID("ada")
    static let policy = DeliveryPolicy(from: Scene.day(0))

    static func handing(
        _ environment: StoreEnvironment = .production,
        sandbox: SandboxPolicy = .standard,
        testers: Set<CustomerID> = [],
        _ change: (inout DeliveryEvidence) -> Void
    ) -> DeliveryDemand.Handing {
        var evidence = DeliveryEvidence(
            environment: environment,
            kind: .consumable,
            purchasedAt: Scene.day(1),
            owner: Self.ada
        )
        change(&evidence)
        var policies = SandboxPolicies()
        policies[.consumable] = sandbox
        let catalogue = Catalogue(sandbox: policies, testers: testers)
        return evidence.demand(policy: Self.policy, catalogue: catalogue).handing
    }

    @Test("What is paid for and owned is delivered, and what keeps it from that is named")
    func production() {
        #expect(Self.handing { _ in } == .deliver)
        #expect(Self.handing { $0.owner = nil } == .wait(.unclaimed))
        #expect(Self.handing { $0.isPaid = false } == .nothing(.notPaid))
        #expect(Self.handing { $0.isTwin = true } == .nothing(.twin))
        #expect(Self.handing { $0.flaw = .quantity } == .park(.quantity))
        let nobodys = Self.handing {
            $0.flaw = .quantity
            $0.owner = nil
        }
        #expect(nobodys == .wait(.unclaimed), "It is parked once it is somebody's.")
        #expect(Self.handing { $0.isUnconfirmed = true } == .wait(.unconfirmed))
        #expect(Self.handing { $0.revocation = DeliveryStory.refund(2, 100_000) } == .nothing(.refunded))
        #expect(Self.handing { $0.revocation = DeliveryStory.refund(2, nil) } == .nothing(.refunded))
        #expect(Self.handing { $0.revocation = DeliveryStory.refund(2, 33_333) } == .deliver)
    }

    @Test("An earlier purchase is delivered elsewhere until something releases it")
    func elsewhere() {
        #expect(Self.handing { $0.purchasedAt = Scene.day(-1) } == .nothing(.elsewhere))
        #expect(Self.handing { $0.purchasedAt = Scene.day(0) } == .deliver, "the instant itself is included")
        let released = Self.handing {
            $0.purchasedAt = Scene.day(-1)
            $0.isReleased = true
        }
        #expect(released == .deliver)
    }

    @Test("A purchase of the Sandbox gives what the policy says")
    func sandbox() {
        #expect(Self.handing(.sandbox, sandbox: .deny) { _ in } == .nothing(.sandbox))
        #expect(Self.handing(.sandbox, sandbox: .allow) { $0.isOverCap = true } == .deliver)
        #expect(Self.handing(.sandbox, sandbox: .testers) { _ in } == .nothing(.sandbox))
        let testers = Set([Self.ada].compactMap(\.self))
        #expect(Self.handing(.sandbox, sandbox: .testers, testers: testers) { _ in } == .deliver)
        #expect(Self.handing(.sandbox) { _ in } == .deliver)
        #expect(Self.handing(.sandbox) { $0.isOverCap = true } == .nothing(.sandboxLimit))
        #expect(Self.handing(.production, sandbox: .deny) { $0.isOverCap = true } == .deliver)
    }

    @Test("A day's cap counts deliveries and coins, the difference included")
    func allowance() {
        let goods = DeliveryGoods(
            productID: ProductID("gems"),
            kind: .consumable,
            quantity: 1,
            coins: ["gems": 60],
            difference: ["gems": 5]
        )
        let policy = SandboxPolicy.capped(deliveriesADay: 3, coinsADay: ["gems": 130])
        var allowance = SandboxAllowance()
        var admitted = 0
        while !allowance.isExceeded(by: goods, under: policy) {
            allowance.add(goods)
            admitted += 1
        }
        #expect(admitted == 2 && allowance.coins == ["gems": 130])
        #expect(!allowance.isExceeded(by: goods, under: .capped(deliveriesADay: 3, coinsADay: ["stars": 1])))
        #expect(allowance.isExceeded(by: goods, under: .capped(deliveriesADay: 2, coinsADay: [:])))
        #expect(SandboxAllowance.day(of: Instant(milliseconds: -1)).milliseconds == -86_400_000)
    }

    @Test("What is taken back follows the refund's share and the product's word")
    func taken() {
        func taken(_ share: Int?, _ type: String? = "REFUND_FULL", _ onRefund: RefundConsequence? = nil) -> Int {
            let evidence = DeliveryEvidence(
                environment: .production,
                kind: .consumable,
                purchasedAt: Scene.day(1),
                revocation: Revocation(revokedAt: Scene.day(2), reason: 0, type: type, percentageMilliunits: share),
                owner: Self.ada,
                onRefund: onRefund
            )
            return evidence.demand(policy: Self.policy, catalogue: Catalogue()).taken
        }
        #expect(taken(100_000) == 100_000 && taken(nil) == 100_000 && taken(33_333) == 33_333)
        #expect(taken(nil, "REFUND_PRORATED") == 0, "the share is not known yet")
        #expect(taken(200_000) == 100_000 && taken(-5) == 0)
        #expect(taken(100_000, nil, .nothing) == 0)
        for consequence in RefundConsequence.allCases where consequence != .nothing {
            #expect(taken(100_000, nil, consequence) == 100_000)
        }
    }

    @Test(
        "The coins of a twin that this server booked are taken back, forgiven unless they are to be owed",
        arguments: [(RefundConsequence?.none, RefundConsequence.debt), (.takeBack, .takeBack), (.nothing, .takeBack)]
    )
    func twins(onRefund: RefundConsequence?, consequence: RefundConsequence) {
        var evidence = DeliveryEvidence(
            environment: .production,
            kind: .consumable,
            purchasedAt: Scene.day(1),
            owner: Self.ada,
            hasCoins: true,
            onRefund: onRefund,
            isTwin: true
        )
        #expect(evidence.demand(policy: Self.policy, catalogue: Catalogue()).taken == 0, "Another's is not ours.")
        evidence.isBooked = true
        let demand = evidence.demand(policy: Self.policy, catalogue: Catalogue())
        #expect(demand.taken == DeliveryDemand.all && demand.consequence == consequence)
        evidence.isTwin = false
        #expect(evidence.demand(policy: Self.policy, catalogue: Catalogue()).taken == 0, "The one that counts stays.")
    }
}
