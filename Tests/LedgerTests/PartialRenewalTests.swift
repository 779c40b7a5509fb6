import Ledger
import PurserTesting
import Testing

/// Tests of renewal information from legacy interfaces beside signed evidence.
@Suite struct PartialRenewalTests {
    private static let end = Sample.beginning + .days(30)

    private static func snapshot(_ number: UInt64, at seconds: Int64, isPartial: Bool) -> RenewalSnapshot {
        var snapshot = RenewalSnapshot(
            originalTransactionID: OriginalTransactionID("1"),
            productID: ProductID("pro"),
            autoRenew: number.isMultiple(of: 2),
            renewalAt: Self.end,
            price: isPartial ? nil : Money(amountMilliunits: Int64(number), currency: "USD"),
            accountToken: isPartial ? nil : Sample.token(number),
            signedAt: Sample.beginning + .seconds(seconds),
            digest: .number(number)
        )
        snapshot.isPartial = isPartial
        return snapshot
    }

    @Test("In every order, however often, they come to the same", arguments: 0..<120)
    func order(number: Int) throws {
        let all = [
            Self.snapshot(1, at: 10, isPartial: false), Self.snapshot(2, at: 20, isPartial: true),
            Self.snapshot(3, at: 30, isPartial: false), Self.snapshot(4, at: 40, isPartial: true),
            Self.snapshot(5, at: 40, isPartial: true),
        ]
        var left = all
        var order: [RenewalSnapshot] = []
        var rest = number
        for count in (1...all.count).reversed() {
            order.append(left.remove(at: rest % count))
            rest /= count
        }
        order += order.reversed()
        let joined = try #require(order.dropFirst().reduce(order.first) { $0?.joined(with: $1) })
        #expect(joined.digest == .number(5))
        #expect(joined.autoRenew == false)
        #expect(joined.price?.amountMilliunits == 3)
        #expect(joined.accountToken == Sample.token(3))
        #expect(RenewalEvidence(joined) == RenewalEvidence(all[4]))
    }

    @Test("Later signed evidence replaces partial evidence, and partial evidence alone adds nothing")
    func alone() {
        let partial = Self.snapshot(2, at: 20, isPartial: true)
        let whole = Self.snapshot(3, at: 30, isPartial: false)
        #expect(partial.joined(with: whole) == whole)
        #expect(partial.joined(with: Self.snapshot(4, at: 10, isPartial: true)) == partial)
    }

    @Test(
        "At an equal date the whole one speaks, whichever has the greater digest and came first",
        arguments: [UInt64(1), 9]
    )
    func equalDates(number: UInt64) {
        let partial = Self.snapshot(number, at: 20, isPartial: true)
        let whole = Self.snapshot(4, at: 20, isPartial: false)
        #expect(partial.joined(with: whole) == whole)
        #expect(whole.joined(with: partial) == whole)
        #expect(RenewalEvidence.precedes(RenewalEvidence(partial), RenewalEvidence(whole)))
        #expect(!RenewalEvidence.precedes(RenewalEvidence(whole), RenewalEvidence(partial)))
        // Three of them, one partial one later: it speaks, with what the whole one adds.
        let later = Self.snapshot(3, at: 30, isPartial: true)
        let all = [partial, whole, later]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let joined = order.dropFirst().reduce(all[order[0]]) { $0.joined(with: all[$1]) }
            #expect(joined.digest == .number(3))
            #expect(joined.price == whole.price)
            #expect(joined.accountToken == whole.accountToken)
        }
    }
}
