import Ledger
import PurserTesting
import Testing

@Suite struct SeatTests {
    /// Returns the snapshot of a purchaser's transaction; the tiers give each seat its price.
    private static func seats(
        _ id: String,
        _ quantity: Int,
        from: Double = 0,
        to: Double = 30,
        signed: Double? = nil,
        revoked: Int = 0,
        isAddition: Bool = false,
        item: String? = nil,
        digest: UInt64 = 1,
        _ change: (inout TransactionSnapshot) -> Void = { _ in }
    ) -> TransactionSnapshot {
        Scene.snapshot(id, from: from, to: to, signed: signed, digest: digest) { snapshot in
            snapshot.quantity = quantity
            snapshot.webOrderLineItemID = WebOrderLineItemID(item ?? "item\(id)")
            let tiers =
                quantity > 5
                ? [
                    Seats.Tier(priceMilliunits: 7990, quantity: quantity - 5),
                    Seats.Tier(priceMilliunits: 9990, quantity: 5),
                ] : [Seats.Tier(priceMilliunits: 9990, quantity: quantity)]
            let seats = Seats(invitations: .developer, tiers: tiers, revokedCount: revoked, isAddition: isAddition)
            snapshot.seats = seats
            snapshot.price = seats.total(of: quantity).map { Money(amountMilliunits: $0, currency: "USD") }
            change(&snapshot)
        }
    }

    private static func chain(_ snapshots: [TransactionSnapshot], renewals: [RenewalSnapshot] = []) -> Chain {
        let records = Dictionary(grouping: snapshots, by: \.transactionID).values.compactMap(TransactionRecord.init)
        return Chain(
            transactions: records.sorted { $0.transactionID < $1.transactionID },
            renewals: renewals
        )
    }

    private static func state(of chain: Chain, on day: Double) -> SubscriptionState {
        chain.state(at: Scene.day(day), environment: .production, gracePolicy: Scene.gracePolicy)
    }

    @Test("Tiers come in any order, and count only where they cover exactly the quantity")
    func tiers() {
        let tiers = [
            Seats.Tier(priceMilliunits: 7990, quantity: 3), Seats.Tier(priceMilliunits: 9990, quantity: 5),
        ]
        #expect(Seats(tiers: tiers).total(of: 8) == 73_920)
        #expect(Seats(tiers: tiers) == Seats(tiers: tiers.reversed()))
        let parts = [Seats.Tier(priceMilliunits: 9990, quantity: 2), Seats.Tier(priceMilliunits: 9990, quantity: 3)]
        #expect(Seats(tiers: parts) == Seats(tiers: [Seats.Tier(priceMilliunits: 9990, quantity: 5)]))
        #expect(Seats(tiers: tiers).total(of: 9) == nil)
        #expect(Seats(tiers: []).total(of: 1) == nil)
        #expect(Seats(tiers: [Seats.Tier(priceMilliunits: -1, quantity: 8)]).total(of: 8) == nil)
        #expect(Seats(tiers: [Seats.Tier(priceMilliunits: .max, quantity: 8)]).total(of: 8) == nil)
        #expect(Seats(tiers: [Seats.Tier(priceMilliunits: 1, quantity: 0)]).total(of: 0) == nil)
        #expect(Seats.count(of: tiers) == 8)
        #expect(Seats.count(of: []) == nil)
    }

    @Test("Added seats run beside the others, whether or not they share a line item", arguments: [nil, "item1"])
    func additions(item: String?) {
        let first = Self.seats("1", 8, isAddition: true)
        let added = Self.seats("2", 2, from: 10, isAddition: true, item: item)
        let chain = Self.chain([added, first])
        #expect(chain.purchases.map(\.transactionIDs) == [[TransactionID("1")], [TransactionID("2")]])
        #expect(Self.state(of: chain, on: 5).seats?.count == 8)
        #expect(Self.state(of: chain, on: 15).seats?.count == 10)
        #expect(chain.sales(in: .production).map(\.price?.amountMilliunits) == [73_920, 19_980])
        // The first transaction is not signed again yet, so only the second states the addition.
        let unsigned = Self.chain([added, Self.seats("1", 8)])
        #expect(Self.state(of: unsigned, on: 15).seats?.count == 10)
        #expect(unsigned.purchases.count == 2)
    }

    @Test("A member's transaction repeats the purchaser's numbers, which count for nothing")
    func members() {
        let member = Self.seats("9", 8) { $0.ownership = .assigned }
        let chain = Self.chain([member])
        #expect(Self.state(of: chain, on: 5).hasAccess)
        #expect(Self.state(of: chain, on: 5).seats?.count == 0)
        #expect(chain.sales(in: .production).map(\.part) == [.excluded(.assigned)])
    }

    @Test("Refunded seats are gone, and access ends only with the last transaction of the period")
    func refunds() {
        let first = Self.seats("1", 8, isAddition: true)
        let fewer = Self.seats("1", 8, signed: 12, revoked: 3, isAddition: true, digest: 2)
        let added = Self.seats("2", 2, from: 10, isAddition: true)
        let refunded = Scene.day(14)
        let withdraw: (inout TransactionSnapshot) -> Void = {
            $0.revocation = Revocation(revokedAt: refunded, reason: 0, type: "REFUND_FULL", percentageMilliunits: nil)
        }
        let gone = Self.seats("2", 2, from: 10, signed: 14, isAddition: true, digest: 3, withdraw)
        let some = Self.chain([first, fewer, added, gone])
        #expect(Self.state(of: some, on: 15).hasAccess)
        #expect(Self.state(of: some, on: 15).seats?.count == 5)
        let last = Self.seats("1", 8, signed: 16, revoked: 3, isAddition: true, digest: 4, withdraw)
        let all = Self.chain([first, fewer, added, gone, last])
        #expect(!Self.state(of: all, on: 17).hasAccess)
        #expect(Self.state(of: all, on: 17).phase == .revoked)
    }

    @Test("A period renews like any other until its last transaction is revoked")
    func renewsBesideRevoked() {
        let gone = Self.seats("2", 2, from: 10, signed: 14, revoked: 2, isAddition: true, digest: 3) {
            $0.revocation = Revocation(
                revokedAt: Scene.day(14),
                reason: 0,
                type: "REFUND_FULL",
                percentageMilliunits: nil
            )
        }
        let chain = { (isRetrying: Bool) in
            var renewal = RenewalSnapshot(
                originalTransactionID: OriginalTransactionID("1"),
                productID: ProductID("pro"),
                autoRenewProductID: ProductID("pro"),
                autoRenew: true,
                renewalAt: Scene.day(30),
                seatCount: 8,
                signedAt: Scene.day(isRetrying ? 30 : 15),
                digest: .number(9)
            )
            renewal.isInBillingRetry = isRetrying
            if isRetrying { renewal.gracePeriodExpiresAt = Scene.day(46) }
            return Self.chain([Self.seats("1", 8, isAddition: true), gone], renewals: [renewal])
        }
        let running = Self.state(of: chain(false), on: 20)
        #expect(running.row == .running)
        #expect(running.willRenew == .yes)
        #expect(running.transactionID == TransactionID("1"))
        #expect(running.seats == SeatCount(count: 8, next: 8, invitations: .developer))
        #expect(Self.state(of: chain(false), on: 30.01).phase == .overdue)
        let grace = Self.state(of: chain(true), on: 31)
        #expect(grace.phase == .grace)
        #expect(grace.hasAccess)
        #expect(grace.seats?.count == 8)
    }

    @Test("A seat refund counts from its first statement on, with its share of the price, and a full one with the rest")
    func refundedMoney() {
        let first = Self.seats("1", 8)
        let three = Self.seats("1", 8, signed: 12, revoked: 3, digest: 2)
        let again = Self.seats("1", 8, signed: 13, revoked: 3, digest: 3)
        let four = Self.seats("1", 8, signed: 15, revoked: 4, digest: 4)
        let rest = Self.seats("1", 8, signed: 20, revoked: 8, digest: 5) {
            $0.revocation = Revocation(
                revokedAt: Scene.day(20),
                reason: 0,
                type: "REFUND_FULL",
                percentageMilliunits: nil
            )
        }
        let partly = Self.chain([again, four, first, three]).sales(in: .production)
        #expect(partly.map(\.at) == [Scene.day(0), Scene.day(12), Scene.day(15)])
        #expect(partly.map(\.amountMilliunits) == [73_920, -27_720, -9240])
        let wholly = Self.chain([rest, again, four, first, three]).sales(in: .production)
        #expect(wholly.reduce(0) { $0 + $1.amountMilliunits } == 0)
        // Apple states fewer refunded seats again, and no date of it.
        let taken = Self.seats("1", 8, signed: 25, revoked: 1, digest: 6)
        let back = Self.chain([taken, four, first, three]).sales(in: .production)
        #expect(back.reduce(0) { $0 + $1.amountMilliunits } == 73_920 - 9240)
    }

    @Test("The next renewal states its seats, and a reduction takes effect with it")
    func reduction() {
        let renewal = RenewalSnapshot(
            originalTransactionID: OriginalTransactionID("1"),
            productID: ProductID("pro"),
            autoRenewProductID: ProductID("pro"),
            autoRenew: true,
            renewalAt: Scene.day(30),
            seatCount: 6,
            signedAt: Scene.day(5),
            digest: .number(9)
        )
        let chain = Self.chain([Self.seats("1", 8)], renewals: [renewal])
        #expect(Self.state(of: chain, on: 6).seats == SeatCount(count: 8, next: 6, invitations: .developer))
        let renewed = Self.chain([Self.seats("1", 8), Self.seats("2", 6, from: 30, to: 60)], renewals: [renewal])
        #expect(Self.state(of: renewed, on: 31).seats?.count == 6)
    }

    @Test("Added seats belong to the owner of the others, also if both begin at the same instant")
    func owner() throws {
        let ada = try #require(CustomerID("ada"))
        let first = Self.seats("1", 8, signed: 5, isAddition: true)
        for day in [0.0, 10] {
            let added = Self.seats("2", 2, from: day, signed: day, isAddition: true) { $0.reason = .purchase }
            let submission = Submission(
                customer: ada,
                transactionID: TransactionID("1"),
                intent: .sync,
                submittedAt: Scene.day(0)
            )
            let claims = Ownership.claims(
                on: Self.chain([added, first]),
                facts: OwnershipFacts(submissions: [submission], decisions: [], customers: [:])
            )
            #expect(claims[TransactionID("2")] == Claim(owner: ada, reason: .predecessor), "day \(day)")
        }
    }

    /// The life of one group: what Apple signs, and how many seats a naive count finds on each day.
    private static func life(seed: UInt64) -> (snapshots: [TransactionSnapshot], seats: [Int: Int]) {
        var random = SeededGenerator(seed: seed)
        var snapshots: [TransactionSnapshot] = []
        var seats: [Int: Int] = [:]
        var next = 0
        var digest: UInt64 = 0
        let sharesItems = random.happens(percent: 50)
        var planned = random.number(below: 12) + 1
        for period in 0..<(random.number(below: 4) + 1) {
            let (begin, end) = (period * 30, period * 30 + 30)
            // Each transaction: its number of seats, its first day, and the seats refunded by day.
            var transactions: [(id: String, quantity: Int, from: Int, refunds: [Int: Int])] = []
            next += 1
            transactions.append(("\(next)", planned, begin, [:]))
            for day in (begin + 1)..<end where random.happens(percent: 5) {
                next += 1
                transactions.append(("\(next)", random.number(below: 6) + 1, day, [:]))
            }
            for index in transactions.indices {
                var revoked = 0
                for day in transactions[index].from..<end
                where day > transactions[index].from && random.happens(percent: 5) {
                    revoked = min(revoked + random.number(below: 3) + 1, transactions[index].quantity)
                    transactions[index].refunds[day] = revoked
                }
            }
            for day in begin..<end {
                seats[day] = transactions.filter { $0.from <= day }.reduce(0) { sum, transaction in
                    sum + transaction.quantity - (transaction.refunds.filter { $0.key <= day }.values.max() ?? 0)
                }
            }
            for transaction in transactions {
                for (day, revoked) in [(transaction.from, 0)] + transaction.refunds.map({ ($0.key, $0.value) }) {
                    digest += 1
                    let isWhole = revoked == transaction.quantity
                    let snapshot = Self.seats(
                        transaction.id,
                        transaction.quantity,
                        from: Double(transaction.from),
                        to: Double(end),
                        signed: Double(day),
                        revoked: revoked,
                        isAddition: transactions.count > 1,
                        item: sharesItems ? "period\(period)" : nil,
                        digest: digest
                    ) { snapshot in
                        guard isWhole else { return }
                        snapshot.revocation = Revocation(
                            revokedAt: Scene.day(Double(day)),
                            reason: 0,
                            type: "REFUND_FULL",
                            percentageMilliunits: nil
                        )
                    }
                    snapshots.append(snapshot)
                    if random.happens(percent: 30) { snapshots.append(snapshot) }
                }
            }
            planned = random.number(below: 12) + 1
        }
        return (snapshots, seats)
    }

    @Test("In 1,000 lives of groups the seats of each day are what a naive count finds, in any order of the evidence")
    func lives() {
        for seed in UInt64(1)...1000 {
            let (snapshots, seats) = Self.life(seed: seed)
            var random = SeededGenerator(seed: seed)
            let chain = Self.chain(snapshots)
            let other = Self.chain(snapshots.shuffled(using: &random))
            #expect(chain == other, "seed \(seed)")
            #expect(chain.sales(in: .production) == other.sales(in: .production), "seed \(seed)")
            for day in seats.keys.sorted() {
                // What Apple signs later is not known yet on that day.
                let known = Self.chain(snapshots.filter { $0.signedAt <= Scene.day(Double(day)) })
                let state = Self.state(of: known, on: Double(day) + 0.5)
                #expect(state.seats?.count == seats[day], "seed \(seed), day \(day)")
                #expect(state.hasAccess == (seats[day] ?? 0 > 0), "seed \(seed), day \(day)")
            }
            let last = seats[seats.keys.max() ?? 0] ?? 0
            let paid = chain.sales(in: .production).reduce(0) { $0 + $1.unitsThousandths }
            let covered = chain.purchases.filter { $0.endsAt == chain.purchases.map(\.endsAt).max() }
            let earlier = chain.purchases.filter { !covered.contains($0) }.reduce(0) { sum, purchase in
                sum + purchase.snapshot.quantity - (purchase.snapshot.seats?.revokedCount ?? 0)
            }
            #expect(paid == Int64(last + earlier) * 1000, "seed \(seed)")
        }
    }
}
