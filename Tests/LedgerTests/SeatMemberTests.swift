import Ledger
import PurserTesting
import Testing

/// What members have, and what they have not: a seat is not a purchase.
@Suite struct SeatMemberTests {
    private static let environment = StoreEnvironment.production
    private static let account = AppTransactionID("700001")
    private static let catalog = Catalog(
        products: [
            ProductID("pro"): Product(id: ProductID("pro"), kind: .autoRenewable, unlocks: [EntitlementName("sync")])
        ]
    )

    /// The purchaser's transaction of five seats, which ada submits.
    private static func purchase(_ invitations: Seats.Invitations = .developer) -> TransactionSnapshot {
        Scene.snapshot("1", from: 0, to: 30) { snapshot in
            snapshot.quantity = 5
            snapshot.reason = .purchase
            snapshot.appTransactionID = Self.account
            snapshot.price = Money(amountMilliunits: 49_950, currency: "USD")
            snapshot.seats = Seats(
                invitations: invitations,
                tiers: [Seats.Tier(priceMilliunits: 9990, quantity: 5)]
            )
        }
    }

    /// A transaction of the same subscription that another person has of their own.
    private static func own(
        _ id: String,
        _ ownership: TransactionSnapshot.Ownership,
        account: String,
        digest: UInt64 = 1,
        revoked: Bool = false
    ) -> TransactionSnapshot {
        var snapshot = Self.purchase(.apple)
        snapshot.transactionID = TransactionID(id)
        snapshot.originalTransactionID = OriginalTransactionID(id)
        snapshot.ownership = ownership
        snapshot.appTransactionID = AppTransactionID(account)
        snapshot.signedAt = Scene.day(1)
        snapshot.digest = .number(digest)
        if ownership == .familyShared { snapshot.seats = nil }
        if revoked {
            snapshot.revocation = Revocation(
                revokedAt: Scene.day(1),
                reason: nil,
                type: ownership == .assigned ? "ASSIGNMENT_REVOKE" : "FAMILY_REVOKE",
                percentageMilliunits: nil
            )
        }
        return snapshot
    }

    private static func chain(_ snapshots: [TransactionSnapshot]) -> Chain {
        let records = Dictionary(grouping: snapshots, by: \.transactionID).values.compactMap(TransactionRecord.init)
        return Chain(transactions: records.sorted { $0.transactionID < $1.transactionID })
    }

    private static func submission(_ customer: String, _ id: String) -> Submission {
        Submission(
            customer: Sample.customer(customer),
            transactionID: TransactionID(id),
            intent: .sync,
            submittedAt: Scene.day(1)
        )
    }

    private static func member(_ name: String) -> SeatMember {
        SeatMember(
            customer: Sample.customer(name),
            originalTransactionID: OriginalTransactionID("1"),
            since: Scene.day(2)
        )
    }

    /// The ledgers of some customers, from chains and who has a seat.
    private static func ledger(
        of name: String,
        _ chains: [Chain],
        _ submissions: [Submission],
        seats: [SeatMember]
    ) -> CustomerLedger {
        let facts = OwnershipFacts(submissions: submissions, seats: seats)
        let claims = Ownership.resolution(on: chains, facts: facts).claims
        let customer = Sample.customer(name)
        let owned = chains.map { chain in
            let ids = Set(chain.transactions.map(\.transactionID))
            return OwnedChain(chain: chain, claims: claims.filter { ids.contains($0.key) })
        }
        return CustomerLedger(
            customer: customer,
            environment: Self.environment,
            chains: owned.filter { $0.claims.values.contains { $0.serves(customer) } }
        )
    }

    private static func entitlements(_ ledger: CustomerLedger, day: Double = 5) -> [Entitlement] {
        ledger.entitlements(at: Scene.day(day), catalog: Self.catalog)
    }

    @Test("A member has the entitlement, no purchase, no payment and no Apple Account of the purchaser")
    func member() {
        let chain = Self.chain([Self.purchase()])
        let submissions = [Self.submission("ada", "1")]
        let seats = [Self.member("ben")]
        let ben = Self.ledger(of: "ben", [chain], submissions, seats: seats)
        #expect(Self.entitlements(ben).map(\.isActive) == [true])
        #expect(Self.entitlements(ben).map(\.isPaid) == [false])
        #expect(ben.purchases(at: Scene.day(5), catalog: Self.catalog).isEmpty)
        let offers = ben.audience(of: [ProductID("pro")], at: Scene.day(5), gracePolicy: Self.catalog.gracePolicy)
        #expect(offers == nil, "A member never subscribed, so offers for new subscribers are theirs.")
        let ada = Self.ledger(of: "ada", [chain], submissions, seats: seats)
        #expect(Self.entitlements(ada).map(\.isPaid) == [true])
        #expect(ada.purchases(at: Scene.day(5), catalog: Self.catalog).count == 1)
        let resolution = Ownership.resolution(
            on: [chain],
            facts: OwnershipFacts(submissions: submissions, seats: seats)
        )
        #expect(!resolution.bindings.contains { $0.customer == Sample.customer("ben") })
        var payers = Payers(of: TransactionID("1"), in: ben.chains[0])
        payers.add(ben.chains[0], submissions + [Self.submission("ben", "1")])
        #expect(payers.customers == [Sample.customer("ada")], "Who has a seat has not paid.")
    }

    @Test("A seat and a family's share of one subscription stand side by side, and neither ends the other")
    func family() {
        let bought = Self.chain([Self.purchase()])
        let shared = Self.chain([Self.own("50", .familyShared, account: "700050")])
        let left = Self.chain([
            Self.own("50", .familyShared, account: "700050"),
            Self.own("50", .familyShared, account: "700050", digest: 2, revoked: true),
        ])
        // Cleo is of the family, ben has a seat, and dan has both.
        let submissions = [
            Self.submission("ada", "1"), Self.submission("cleo", "50"), Self.submission("dan", "60"),
        ]
        let dans = Self.chain([Self.own("60", .familyShared, account: "700060")])
        let seats = [Self.member("ben"), Self.member("dan")]
        for (name, count) in [("ada", 1), ("ben", 1), ("cleo", 1), ("dan", 2)] {
            let ledger = Self.ledger(of: name, [bought, shared, dans], submissions, seats: seats)
            #expect(ledger.chains.count == count)
            let found = Self.entitlements(ledger)
            #expect(found.map(\.isActive) == [true], "\(name)")
            #expect(found.map(\.isPaid) == [name == "ada"], "\(name)")
            #expect(found.map(\.paidTwice) == [false], "\(name)")
        }
        // The family shares nothing any more: cleo loses access, and ben keeps the seat.
        for (name, isActive) in [("cleo", false), ("ben", true), ("dan", true)] {
            let ledger = Self.ledger(of: name, [bought, left, dans], submissions, seats: seats)
            #expect(Self.entitlements(ledger).contains { $0.isActive } == isActive, "\(name)")
        }
        // The seats end: ben loses access, and dan keeps the family's share.
        for (name, isActive) in [("cleo", true), ("ben", false), ("dan", true)] {
            let ledger = Self.ledger(of: name, [bought, shared, dans], submissions, seats: [])
            #expect(Self.entitlements(ledger).contains { $0.isActive } == isActive, "\(name)")
        }
        let state = bought.state(at: Scene.day(5), environment: Self.environment, gracePolicy: GracePolicy())
        #expect(state.seats?.count == 5, "A family member takes no seat.")
    }

    @Test("A member with a transaction of their own has not paid, and binds no Apple Account as a payer")
    func assigned() {
        let chain = Self.chain([Self.own("70", .assigned, account: "700070")])
        let submissions = [Self.submission("ben", "70")]
        let ben = Self.ledger(of: "ben", [chain], submissions, seats: [])
        #expect(Self.entitlements(ben).map(\.isActive) == [true])
        #expect(Self.entitlements(ben).map(\.isPaid) == [false])
        let lines = ben.purchases(at: Scene.day(5), catalog: Self.catalog)
        #expect(lines.map(\.ownership) == [.assigned], "Refund evidence and risk count purchased ones only.")
        #expect(lines.map(\.isRefunded) == [false])
        let resolution = Ownership.resolution(on: [chain], facts: OwnershipFacts(submissions: submissions))
        #expect(resolution.bindings.isEmpty)
    }

    @Test("An organization that assigns and releases in the same second has released, in both orders of arrival")
    func sameSecond() {
        let assigned = Self.own("70", .assigned, account: "700070")
        // The digest decides between statements of one instant, so both orders of digests are tried.
        for digest in [0, 2] as [UInt64] {
            let released = Self.own("70", .assigned, account: "700070", digest: digest, revoked: true)
            var records: [TransactionRecord] = []
            for order in [[assigned, released], [released, assigned], [assigned, released, assigned]] {
                var record = TransactionRecord(order[0])
                for snapshot in order.dropFirst() { _ = record.merge(snapshot) }
                records.append(record)
            }
            #expect(Set(records).count == 1)
            let chain = Chain(transactions: [records[0]])
            let state = chain.state(at: Scene.day(5), environment: Self.environment, gracePolicy: GracePolicy())
            #expect(!state.hasAccess)
            #expect(state.phase == .revoked)
            let ben = Self.ledger(of: "ben", [chain], [Self.submission("ben", "70")], seats: [])
            #expect(!Self.entitlements(ben).contains { $0.isActive })
        }
    }

    @Test("Seats of a purchaser who got some refunded count as money paid and given back")
    func refundedShare() {
        var some = Self.purchase()
        some.seats?.revokedCount = 2
        some.signedAt = Scene.day(3)
        some.digest = .number(9)
        let chain = Self.chain([Self.purchase(), some])
        let submissions = [Self.submission("ada", "1")]
        let lines = Self.ledger(of: "ada", [chain], submissions, seats: [Self.member("ben")])
            .purchases(at: Scene.day(5), catalog: Self.catalog)
        #expect(lines.map(\.state) == [.running])
        #expect(lines.map(\.isRefunded) == [true])
        #expect(lines.map(\.refundedShare) == [40_000])
        let sums = LifetimeDollars(lines, CustomerFacts([]), at: [])
        let expected = LifetimeDollars(purchased: 49_950 * 1_000_000, refunded: 19_980 * 1_000_000)
        #expect(sums == expected, "Five seats for 49.95 dollars, of which two came back.")
        let bens = Self.ledger(of: "ben", [chain], submissions, seats: [Self.member("ben")])
            .purchases(at: Scene.day(5), catalog: Self.catalog)
        #expect(LifetimeDollars(bens, CustomerFacts([]), at: []) == LifetimeDollars(purchased: 0, refunded: 0))
    }
}
