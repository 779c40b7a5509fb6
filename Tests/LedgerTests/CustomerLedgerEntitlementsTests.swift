import Ledger
import Testing

@Suite struct CustomerLedgerEntitlementsTests {
    static let sync = EntitlementName("sync")
    static let export = EntitlementName("export")

    static func catalog(timeZone: String = "UTC") -> Catalog {
        let products = [
            Product(id: ProductID("basic"), kind: .autoRenewable, unlocks: [sync]),
            Product(id: ProductID("pro"), kind: .autoRenewable, unlocks: [sync, export]),
            Product(id: ProductID("lifetime"), kind: .nonConsumable, unlocks: [export]),
            Product(
                id: ProductID("pass"),
                kind: .nonRenewing,
                unlocks: [export],
                lasts: CalendarPeriod(months: 1, days: 0)
            ),
            Product(id: ProductID("coins"), kind: .consumable, grants: ["gold": 100]),
        ]
        return Catalog(products: Dictionary(products.map { ($0.id, $0) }) { $1 }, timeZone: timeZone)
    }

    let ada: CustomerID
    let ben: CustomerID

    init() throws {
        self.ada = try #require(CustomerID("ada"))
        self.ben = try #require(CustomerID("ben"))
    }

    /// Ada's ledger of these chains; `others` are Ben's transactions, everything else is hers.
    func ledger(_ chains: [Chain], others: Set<String> = []) -> CustomerLedger {
        CustomerLedger(
            customer: self.ada,
            environment: .production,
            chains: chains.map { chain in
                let claims = chain.transactions.map { record in
                    let isOther = others.contains(record.transactionID.rawValue)
                    return (record.transactionID, Claim(owner: isOther ? self.ben : self.ada, reason: .accountToken))
                }
                return OwnedChain(chain: chain, claims: Dictionary(claims) { $1 })
            }
        )
    }

    static func single(
        _ id: String,
        _ product: String,
        _ kind: TransactionSnapshot.Kind,
        from: Double,
        _ change: (inout TransactionSnapshot) -> Void = { _ in }
    ) -> Chain {
        Chain(transactions: [TransactionRecord(Scene.snapshot(id, product: product, kind: kind, from: from, change))])
    }

    func entitlement(_ name: EntitlementName, _ ledger: CustomerLedger, on day: Double) -> Entitlement? {
        ledger.entitlements(at: Scene.day(day), catalog: Self.catalog()).first { $0.name == name }
    }

    // MARK: Subscriptions

    @Test("A subscription gives the entitlements of its product, and names what they rest on")
    func subscription() throws {
        let ledger = self.ledger([Scene().period("1", from: 0, to: 30).renewal(30, signed: 0).chain])
        let entitlements = ledger.entitlements(at: Scene.day(1), catalog: Self.catalog())
        #expect(entitlements.map(\.name) == [Self.export, Self.sync])
        let entitlement = try #require(entitlements.first)
        #expect(
            entitlement.isActive && entitlement.state == .active && entitlement.willRenew == .yes
                && !entitlement.paidTwice
        )
        #expect(entitlement.since == Scene.day(0) && entitlement.until == Scene.day(30))
        #expect(entitlement.transactionIDs == [TransactionID("1")] && entitlement.environment == .production)
        #expect(entitlement.subscription?.phase == .active)
        #expect(ledger.entitlements(at: Scene.day(31), catalog: Self.catalog()).allSatisfy { !$0.isActive })
        #expect(ledger.entitlements(at: Scene.day(1), catalog: Catalog()).isEmpty)
    }

    @Test("The latest period's owner has the entitlement; the owner before sees only their own ended period")
    func owner() throws {
        let scene = Scene().period("1", from: 0, to: 30).period("2", from: 40, to: 70)
        let hers = try #require(self.entitlement(Self.sync, self.ledger([scene.chain], others: ["2"]), on: 41))
        #expect(!hers.isActive && hers.state == .expired && hers.reason == .replaced)
        #expect(hers.since == Scene.day(30) && hers.transactionIDs == [TransactionID("1")])
        let later = try #require(self.entitlement(Self.sync, self.ledger([scene.chain], others: ["1"]), on: 41))
        #expect(later.isActive && later.since == Scene.day(40))
        let nothing = self.ledger([Scene().period("1", from: 0, to: 30).chain], others: ["1"])
        #expect(self.entitlement(Self.sync, nothing, on: 1) == nil)
    }

    @Test("A missing renewal belongs to the owner of the newest known period")
    func missingRenewal() {
        let chain = Scene().period("1", from: 0, to: 30).renewal(60, signed: 30).chain
        #expect(self.entitlement(Self.sync, self.ledger([chain]), on: 40)?.isActive == true)
        #expect(self.entitlement(Self.sync, self.ledger([chain], others: ["1"]), on: 40) == nil)
    }

    @Test("A change of plan ends the entitlements that the new product lacks, and only those")
    func downgrade() throws {
        let scene = Scene()
            .period("1", from: 0, to: 30)
            .period("2", product: "basic", from: 30, to: 60, signed: 29)
            .renewal(60, signed: 29)
        let ledger = self.ledger([scene.chain])
        let sync = try #require(self.entitlement(Self.sync, ledger, on: 29))
        let export = try #require(self.entitlement(Self.export, ledger, on: 29))
        #expect(sync.until == Scene.day(60))
        #expect(export.until == Scene.day(30) && export.willRenew == .no)
        #expect(self.entitlement(Self.sync, ledger, on: 31)?.since == Scene.day(0))
        let ended = try #require(self.entitlement(Self.export, ledger, on: 31))
        #expect(!ended.isActive && ended.state == .expired && ended.since == Scene.day(30))
    }

    @Test("A change of plan that is due says that the entitlement will not renew")
    func pendingDowngrade() {
        let scene = Scene()
            .period("1", from: 0, to: 30)
            .renewal(30, signed: 1) { $0.autoRenewProductID = ProductID("basic") }
        let ledger = self.ledger([scene.chain])
        #expect(self.entitlement(Self.export, ledger, on: 2)?.willRenew == .no)
        #expect(self.entitlement(Self.sync, ledger, on: 2)?.willRenew == .yes)
    }

    // MARK: The best of several

    @Test("Two subscriptions that pay for one entitlement say so; one that is over does not")
    func paidTwice() {
        let first = Scene().period("1", from: 0, to: 30).chain
        var second = first
        second.transactions = [TransactionRecord(Scene.snapshot("5", product: "basic", from: 10, to: 40))]
        let ledger = self.ledger([first, second])
        #expect(self.entitlement(Self.sync, ledger, on: 15)?.paidTwice == true)
        #expect(self.entitlement(Self.sync, ledger, on: 15)?.until == Scene.day(40))
        #expect(self.entitlement(Self.export, ledger, on: 15)?.paidTwice == false)
        #expect(self.entitlement(Self.sync, ledger, on: 32)?.paidTwice == false)
        second.transactions = [
            TransactionRecord(
                Scene.snapshot("5", product: "basic", from: 10, to: 40) { $0.ownership = .familyShared }
            )
        ]
        #expect(self.entitlement(Self.sync, self.ledger([first, second]), on: 15)?.paidTwice == false)
    }

    @Test("A refunded chain does not hide one that runs, nor an ended one a refunded")
    func order() {
        let running = Scene().period("1", from: 0, to: 30).chain
        let refunded = Self.single("8", "lifetime", .nonConsumable, from: 0) { $0.refund(on: 1) }
        #expect(self.entitlement(Self.export, self.ledger([refunded, running]), on: 2)?.state == .active)
        #expect(self.entitlement(Self.export, self.ledger([running, refunded]), on: 60)?.state == .revoked)
        let owned = Self.single("9", "lifetime", .nonConsumable, from: 0)
        let both = self.ledger([running, owned])
        #expect(self.entitlement(Self.export, both, on: 2)?.kind == .nonConsumable, "it has no end")
        #expect(self.entitlement(Self.export, both, on: 2)?.paidTwice == true)
    }

    // MARK: Owned for good

    @Test("A non-consumable is owned until it is refunded or its sharing ends")
    func nonConsumable() {
        let owned = self.ledger([Self.single("9", "lifetime", .nonConsumable, from: 0)])
        #expect(self.entitlement(Self.export, owned, on: 900)?.isActive == true)
        #expect(self.entitlement(Self.export, owned, on: 900)?.until == nil)
        let ended = self.ledger([
            Self.single("9", "lifetime", .nonConsumable, from: 0) {
                $0.ownership = .familyShared
                $0.refund(on: 5, type: "FAMILY_REVOKE")
            }
        ])
        let entitlement = self.entitlement(Self.export, ended, on: 6)
        #expect(
            entitlement?.isActive == false && entitlement?.state == .revoked
                && entitlement?.reason == .familySharingEnded
        )
    }

    // MARK: Non-renewing subscriptions

    /// 14 November 2023, 22:13:20 UTC is the beginning of every scene.
    @Test("Non-renewing periods of one entitlement queue, and a refund lets those behind it move up")
    func queue() throws {
        let first = Self.single("1", "pass", .nonRenewing, from: 0)
        let second = Self.single("2", "pass", .nonRenewing, from: 5)
        let third = Self.single("3", "pass", .nonRenewing, from: 100)
        let ledger = self.ledger([third, second, first])
        let entitlement = try #require(self.entitlement(Self.export, ledger, on: 6))
        // November has 30 days and December 31.
        #expect(entitlement.isActive && entitlement.since == Scene.day(0) && entitlement.until == Scene.day(61))
        #expect(entitlement.transactionIDs == [TransactionID("1")])
        #expect(self.entitlement(Self.export, ledger, on: 31)?.transactionIDs == [TransactionID("2")])
        #expect(self.entitlement(Self.export, ledger, on: 62)?.state == .queued)
        #expect(self.entitlement(Self.export, ledger, on: 101)?.since == Scene.day(100))
        #expect(self.entitlement(Self.export, ledger, on: 400)?.state == .expired)

        let refunded = Self.single("1", "pass", .nonRenewing, from: 0) { $0.refund(on: 3) }
        let movedUp = try #require(self.entitlement(Self.export, self.ledger([refunded, second]), on: 6))
        #expect(movedUp.since == Scene.day(5) && movedUp.until == Scene.day(35))
        let none = self.entitlement(Self.export, self.ledger([refunded]), on: 6)
        #expect(none?.state == .revoked && none?.isActive == false)
    }

    @Test(
        "Dates at the limits of an integer are handled like any other, for every kind of product",
        arguments: [Int64.min, Int64.min + 1, -62_135_596_800_001, 253_402_300_800_000, Int64.max - 1, Int64.max]
    )
    func extremeDates(milliseconds: Int64) throws {
        let extreme = Instant(milliseconds: milliseconds)
        for kind in TransactionSnapshot.Kind.allCases {
            let product = [.nonRenewing: "pass", .autoRenewable: "pro", .nonConsumable: "lifetime"][kind] ?? "coins"
            for expiresAt in [extreme, Instant(milliseconds: .min), Instant(milliseconds: .max), nil] {
                let chain = Self.single("1", product, kind, from: 0) { snapshot in
                    snapshot.purchaseAt = extreme
                    snapshot.expiresAt = expiresAt
                    snapshot.quantity = .max
                }
                let ledger = self.ledger([chain, Self.single("2", product, kind, from: 3)])
                for now in [Scene.day(4), extreme, Instant(milliseconds: .min), Instant(milliseconds: .max)] {
                    let entitlements = ledger.entitlements(at: now, catalog: Self.catalog())
                    let lines = ledger.purchases(at: now, catalog: Self.catalog())
                    #expect(entitlements.count <= 2 && lines.count == 2)
                    for owned in ledger.chains where owned.chain.isSubscription {
                        let state = owned.chain.state(at: now, environment: .production, gracePolicy: GracePolicy())
                        for request in state.heals { _ = request.nextDueAt(askedAt: now) }
                    }
                }
            }
        }
    }

    @Test("Time bought for an instant long before any store has ended")
    func endedLongAgo() {
        let chain = Self.single("1", "pass", .nonRenewing, from: 0) { $0.purchaseAt = Instant(milliseconds: .min) }
        #expect(self.entitlement(Self.export, self.ledger([chain]), on: 0)?.isActive == false)
    }

    @Test("More coins than can be counted are as many as can be")
    func coinsWithoutNumber() {
        let chain = Self.single("1", "coins", .consumable, from: 0) { $0.quantity = .max }
        let lines = self.ledger([chain]).purchases(at: Scene.day(1), catalog: Self.catalog())
        #expect(lines.first?.coins == ["gold": .max])
    }

    @Test("Another customer's pass is not in the queue")
    func foreignPass() {
        let first = Self.single("1", "pass", .nonRenewing, from: 0)
        let second = Self.single("2", "pass", .nonRenewing, from: 5)
        let ledger = self.ledger([first, second], others: ["1"])
        #expect(self.entitlement(Self.export, ledger, on: 6)?.since == Scene.day(5))
    }

    @Test(
        "Months are clamped and clocks on the wall kept, in the app's time zone",
        arguments: [
            // 31 January 2023 00:00:00.250 UTC, a day that has no namesake in February.
            ("UTC", 1_675_123_200_250, 1_677_542_400_250),
            // 28 February 2024 12:00 UTC plus a month: Berlin puts clocks forward on 31 March, New York on 10 March.
            ("UTC", 1_709_121_600_000, 1_711_627_200_000), ("Europe/Berlin", 1_709_121_600_000, 1_711_627_200_000),
            ("America/New_York", 1_709_121_600_000, 1_711_623_600_000),
            // 31 January 2023 23:30 UTC is 1 February in Berlin.
            ("UTC", 1_675_207_800_000, 1_677_627_000_000), ("Europe/Berlin", 1_675_207_800_000, 1_677_627_000_000),
            // 31 January 2024 22:30 UTC: 29 February in UTC and in Berlin.
            ("UTC", 1_706_740_200_000, 1_709_245_800_000),
        ] as [(String, Int64, Int64)]
    )
    func calendar(timeZone: String, from: Int64, to: Int64) {
        let chain = Self.single("1", "pass", .nonRenewing, from: 0) {
            $0.purchaseAt = Instant(milliseconds: from)
        }
        let instant = Instant(milliseconds: from)
        let entitlements = self.ledger([chain]).entitlements(at: instant, catalog: Self.catalog(timeZone: timeZone))
        #expect(entitlements.first?.until == Instant(milliseconds: to))
    }

    // MARK: Purchases

    @Test("A line says what was paid, how much went back, and what coins it brings")
    func consumable() throws {
        let paid = Self.single("1", "coins", .consumable, from: 0) { $0.quantity = 3 }
        let refunded = Self.single("2", "coins", .consumable, from: 1) { $0.refund(on: 2) }
        let partly = Self.single("3", "coins", .consumable, from: 2) {
            $0.refund(on: 3, type: "REFUND_PRORATED", percentageMilliunits: 40_000)
        }
        let unnamed = Self.single("4", "coins", .consumable, from: 3) { $0.refund(on: 4, type: "REFUND_PRORATED") }
        let ledger = self.ledger([unnamed, partly, refunded, paid])
        let lines = ledger.purchases(at: Scene.day(9), catalog: Self.catalog())
        #expect(lines.map(\.state) == [.paid, .refunded, .refunded, .refunded])
        #expect(lines.map(\.coins) == [["gold": 300], ["gold": 100], ["gold": 100], ["gold": 100]])
        #expect(lines.map(\.refundedPercentageMilliunits) == [nil, 100_000, 40_000, nil])
        #expect(self.ledger([paid], others: ["1"]).purchases(at: Scene.day(9), catalog: Self.catalog()).isEmpty)
        #expect(ledger.entitlements(at: Scene.day(9), catalog: Self.catalog()).isEmpty)
    }

    @Test("A line of a period says whether it is to come, runs, is over, or was taken away")
    func periods() {
        let scene = Scene().period("1", from: 0, to: 30).period("2", product: "basic", from: 20, to: 50)
        let pass = Self.single("5", "pass", .nonRenewing, from: 21)
        let next = Self.single("6", "pass", .nonRenewing, from: 22)
        let shared = Self.single("7", "lifetime", .nonConsumable, from: 23) {
            $0.ownership = .familyShared
            $0.refund(on: 24, type: "FAMILY_REVOKE")
        }
        let lines = self.ledger([scene.chain, pass, next, shared])
            .purchases(at: Scene.day(25), catalog: Self.catalog())
        #expect(lines.map(\.state) == [.ended, .running, .running, .queued, .withdrawn])
        #expect(lines[0].endsAt == Scene.day(20), "it ended where the other product began")
        #expect(lines[3].beginsAt == lines[2].endsAt)
    }
}
