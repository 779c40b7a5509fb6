import Ledger
import PurserTesting
import Testing

@Suite struct ChainSalesTests {
    /// A summary of a sale: its day, its thousandths, its part.
    private struct Line: Hashable {
        let day: Double
        let units: Int64
        let part: Sale.Part
    }

    private static func lines(_ sales: [Sale]) -> [Line] {
        sales.map { sale in
            let day = Double(sale.at.milliseconds - Scene.day(0).milliseconds) / 86_400_000
            return Line(day: day, units: sale.unitsThousandths, part: sale.part)
        }
    }

    private static func paid(_ snapshot: inout TransactionSnapshot) {
        snapshot.price = Money(amountMilliunits: 9990, currency: "USD")
        snapshot.storefront = "USA"
    }

    private static func period(
        _ id: String,
        from: Double,
        signed: Double? = nil,
        digest: UInt64 = 1,
        _ change: (inout TransactionSnapshot) -> Void = { _ in }
    ) -> TransactionSnapshot {
        Scene.snapshot(id, from: from, to: from + 30, signed: signed, digest: digest) { snapshot in
            Self.paid(&snapshot)
            change(&snapshot)
        }
    }

    private static func sales(of snapshots: [TransactionSnapshot]) -> [Sale] {
        LedgerFold(snapshots.map(LedgerFact.transaction)).chains.flatMap { $0.sales(in: .production) }
    }

    @Test("A reversed refund counts on its day, and the purchase again on the day of the reversal, in every order")
    func reversal() {
        let bought = Self.period("1", from: 0)
        let refunded = Self.period("1", from: 0, signed: 5, digest: 2) { $0.refund(on: 4) }
        let reversed = Self.period("1", from: 0, signed: 20, digest: 3) { $0.isReversal = true }
        let late = Self.period("1", from: 0, signed: 30, digest: 4) { $0.refund(on: 4) }
        let expected = [
            Line(day: 0, units: 1000, part: .money), Line(day: 4, units: -1000, part: .money),
            Line(day: 20, units: 1000, part: .money),
        ]
        for snapshots in [
            [bought, refunded, reversed], [reversed, refunded, bought], [bought, reversed, late],
            [late, reversed, refunded, bought, late],
        ] {
            let sales = Self.sales(of: snapshots)
            #expect(Self.lines(sales) == expected)
            #expect(sales.map(\.direction) == [.sale, .refund, .sale])
        }
        // Refunded once more: nothing is left of the purchase.
        let again = Self.period("1", from: 0, signed: 40, digest: 5) { $0.refund(on: 39) }
        #expect(
            Self.lines(Self.sales(of: [again, reversed, refunded, bought]))
                == expected + [Line(day: 39, units: -1000, part: .money)]
        )
    }

    @Test("Each reversed refund counts with the first reversal after it, however often Apple signs one")
    func reversals() {
        var words = [Self.period("1", from: 0)]
        for (number, day) in [4.0, 14].enumerated() {
            let digest = UInt64(number) * 10
            words.append(Self.period("1", from: 0, signed: day + 1, digest: digest + 2) { $0.refund(on: day) })
            words.append(Self.period("1", from: 0, signed: day + 2, digest: digest + 3) { $0.isReversal = true })
        }
        words.append(Self.period("1", from: 0, signed: 30, digest: 40) { $0.isReversal = true })
        let days: [(Double, Int64)] = [(0, 1000), (4, -1000), (6, 1000), (14, -1000), (16, 1000)]
        let expected = days.map { Line(day: $0.0, units: $0.1, part: .money) }
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<50 {
            #expect(Self.lines(Self.sales(of: words)) == expected)
            words.shuffle(using: &generator)
        }
        #expect(Self.lines(Self.sales(of: words.reversed())) == Self.lines(Self.sales(of: words)))
        // However often Apple signs the last one again, the record remains small and the sales do not change.
        for number in UInt64(0)..<100 {
            let again = Self.period("1", from: 0, signed: 31 + Double(number), digest: 50 + number)
            words.append(again)
            words[words.count - 1].isReversal = true
        }
        words.shuffle(using: &generator)
        #expect(Self.lines(Self.sales(of: words)) == expected)
        #expect((TransactionRecord(words)?.snapshots.count ?? 0) < 14)
    }

    @Test("A reversal whose refund or date is unknown does not change the sale")
    func unknownReversal() {
        let bought = Self.period("1", from: 0)
        let reversed = Self.period("1", from: 0, signed: 20, digest: 3) { $0.isReversal = true }
        let whole = [Line(day: 0, units: 1000, part: .money)]
        #expect(Self.lines(Self.sales(of: [bought, reversed])) == whole)
        // No reversal was signed, only that the purchase is not refunded.
        let refunded = Self.period("1", from: 0, signed: 5, digest: 2) { $0.refund(on: 4) }
        let cleared = Self.period("1", from: 0, signed: 20, digest: 4)
        #expect(Self.lines(Self.sales(of: [bought, refunded, cleared])) == whole)
        // For a share that Apple does not state, nothing is known on either day.
        let partial = Self.period("1", from: 0, signed: 5, digest: 2) { $0.refund(on: 4, type: "REFUND_PRORATED") }
        #expect(Self.lines(Self.sales(of: [bought, partial, reversed])) == whole)
        #expect(
            Self.lines(Self.sales(of: [bought, partial])) == whole + [Line(day: 4, units: -1000, part: .credit)]
        )
    }

    @Test("A case, a page and the sales state one amount for a refunded share", arguments: [1, 2, 7])
    func refundedShare(quantity: Int) throws {
        var generator = SeededGenerator(seed: UInt64(quantity))
        for _ in 0..<200 {
            let share = generator.number(below: 100_001)
            let refunded = Self.period("1", from: 0) { snapshot in
                (snapshot.kind, snapshot.quantity) = (.consumable, quantity)
                snapshot.refund(on: 4, type: "REFUND_PRORATED", percentageMilliunits: share)
            }
            let price = try #require(refunded.price)
            let back = price.refunded(share: Int64(share), quantity: Int64(quantity))
            let sale = Self.sales(of: [refunded]).first { $0.direction == .refund }
            #expect((sale?.amountMilliunits ?? 0) == -back.amountMilliunits, "\(share)")
            guard quantity == 1 else { continue }
            #expect(RefundCase.State.refunded(share: Int64(share)).paidBack(of: price) == back, "\(share)")
        }
    }

    @Test("A restored purchase counts once, under its lowest id and earliest date, and any transaction refunds it")
    func restored() {
        let first = Self.period("10", from: 0) { $0.webOrderLineItemID = WebOrderLineItemID("7") }
        let second = Self.period("11", from: 0, signed: 3, digest: 2) { snapshot in
            snapshot.webOrderLineItemID = WebOrderLineItemID("7")
            snapshot.refund(on: 2, type: "REFUND_FULL")
        }
        let next = Self.period("12", from: 30) { $0.webOrderLineItemID = WebOrderLineItemID("8") }
        let sales = Self.sales(of: [next, second, first])
        #expect(sales.map(\.transactionID.rawValue) == ["10", "10", "12"])
        #expect(sales.map { $0.cursor.kind } == [0, 1, 0])
    }

    @Test("A purchase that another account paid for has no refund, and a withdrawn family share refunds nothing")
    func withdrawn() {
        let shared = Self.period("1", from: 0) { snapshot in
            snapshot.ownership = .familyShared
            snapshot.refund(on: 3, type: "FAMILY_REVOKE")
        }
        #expect(Self.lines(Self.sales(of: [shared])) == [Line(day: 0, units: 1000, part: .excluded(.family))])
        let own = Self.period("1", from: 0) { $0.refund(on: 3, type: "ASSIGNMENT_REVOKE") }
        #expect(Self.lines(Self.sales(of: [own])) == [Line(day: 0, units: 1000, part: .money)])
    }

    @Test("An upgrade credits the rest of the replaced period at its beginning")
    func upgrade() {
        let lower = Self.period("1", from: 0) { $0.isUpgraded = true }
        let higher = Self.period("2", from: 12) { $0.productID = ProductID("max") }
        #expect(
            Self.lines(Self.sales(of: [higher, lower])) == [
                Line(day: 0, units: 1000, part: .money), Line(day: 12, units: -600, part: .credit),
                Line(day: 12, units: 1000, part: .money),
            ]
        )
    }

    @Test("A purchase during a refund replaces nothing, also when Apple reverses the refund later")
    func boughtWhileRefunded() {
        let lower = Self.period("1", from: 0)
        let refunded = Self.period("1", from: 0, signed: 5, digest: 2) { $0.refund(on: 4) }
        let other = Self.period("2", from: 12) { $0.productID = ProductID("max") }
        let reversed = Self.period("1", from: 0, signed: 20, digest: 3) { $0.isReversal = true }
        let days: [(Double, Int64)] = [(0, 1000), (4, -1000), (12, 1000), (20, 1000)]
        let expected = days.map { Line(day: $0.0, units: $0.1, part: .money) }
        #expect(Self.lines(Self.sales(of: [lower, refunded, other, reversed])) == expected)
        #expect(Self.lines(Self.sales(of: [reversed, other, lower, refunded])) == expected)
        // An earlier reversed refund does not change the upgrade.
        let soon = Self.period("1", from: 0, signed: 6, digest: 4) { $0.isReversal = true }
        let credits = Self.sales(of: [lower, refunded, soon, other]).filter { $0.part == .credit }
        #expect(Self.lines(credits) == [Line(day: 12, units: -600, part: .credit)])
    }

    @Test("No two sales of an app have one position, for all dates of evidence", arguments: 0..<8)
    func places(part: UInt64) {
        for seed in (part * 100)..<((part + 1) * 100) {
            let story = EvidenceStory(seed: seed).withPrices().withReportedRefunds()
            let sales = LedgerFold(story.facts).chains.flatMap { $0.sales(in: .production) }
            #expect(Set(sales.map(\.cursor)).count == sales.count, "seed \(seed)")
            #expect(sales.allSatisfy { $0.quantity > 0 }, "seed \(seed)")
        }
        var record = [Self.period("1", from: 0, signed: 0) { $0.refund(on: -1) }]
        record.append(Self.period("1", from: 0, signed: 0, digest: 2) { $0.isReversal = true })
        #expect(Self.sales(of: record).count == 1, "A reversal at the instant of the purchase undoes nothing.")
    }
}
