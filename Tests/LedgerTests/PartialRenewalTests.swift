import Ledger
import PurserTesting
import Testing

/// Partial renewal snapshots of old interfaces together with what Apple signed.
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

    @Test("The result is the same in any order and with any repetition", arguments: 0..<120)
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

    @Test("A complete snapshot that is signed later replaces all values, and a partial one alone supplies none")
    func alone() {
        let partial = Self.snapshot(2, at: 20, isPartial: true)
        let whole = Self.snapshot(3, at: 30, isPartial: false)
        #expect(partial.joined(with: whole) == whole)
        #expect(partial.joined(with: Self.snapshot(4, at: 10, isPartial: true)) == partial)
    }

    @Test(
        "At equal dates the complete snapshot counts, whatever the digests and the order of arrival",
        arguments: [UInt64(1), 9]
    )
    func equalDates(number: UInt64) {
        let partial = Self.snapshot(number, at: 20, isPartial: true)
        let whole = Self.snapshot(4, at: 20, isPartial: false)
        #expect(partial.joined(with: whole) == whole)
        #expect(whole.joined(with: partial) == whole)
        #expect(RenewalEvidence.precedes(RenewalEvidence(partial), RenewalEvidence(whole)))
        #expect(!RenewalEvidence.precedes(RenewalEvidence(whole), RenewalEvidence(partial)))
        // Of three snapshots a partial one is the latest: it counts, completed by the complete one.
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
