import Ledger
import PurserTesting
import Testing

@Suite struct NewnessTests {
    static let original = OriginalTransactionID("1")

    @Test("Of two renewal snapshots the later signed counts, and of two with equal dates exactly one")
    func renewals() {
        let renewals = [(1.0, UInt64(1)), (2.0, 2), (2.0, 3)].map { signed, digest in
            RenewalSnapshot(
                originalTransactionID: Self.original,
                productID: ProductID("pro"),
                autoRenew: true,
                renewalAt: nil,
                signedAt: Scene.day(signed),
                digest: .number(digest)
            )
        }
        #expect(renewals[1].isNewer(than: renewals[0]) && !renewals[0].isNewer(than: renewals[1]))
        #expect(renewals[1].isNewer(than: renewals[2]) != renewals[2].isNewer(than: renewals[1]))
        #expect(!renewals[1].isNewer(than: renewals[1]))
    }

    @Test("Of two statuses the later counts, and of two with equal dates the greater")
    func statuses() {
        let statuses = [(1.0, StatusEvidence.Status.revoked), (2.0, .active), (2.0, .expired)].map { at, status in
            StatusEvidence(originalTransactionID: Self.original, status: status, statedAt: Scene.day(at))
        }
        #expect(statuses[1].isNewer(than: statuses[0]) && !statuses[0].isNewer(than: statuses[1]))
        #expect(statuses[2].isNewer(than: statuses[1]) && !statuses[1].isNewer(than: statuses[2]))
    }

    @Test("Of two statements about a refund request the later counts, and of two with equal dates its end")
    func refundRequests() {
        let words = [(1.0, RefundRequestEvidence.Kind.closed), (2.0, .requested), (2.0, .closed)].map { at, kind in
            RefundRequestEvidence(
                originalTransactionID: Self.original,
                transactionID: TransactionID("1"),
                kind: kind,
                signedAt: Scene.day(at)
            )
        }
        #expect(words[1].isNewer(than: words[0]) && !words[0].isNewer(than: words[1]))
        #expect(words[2].isNewer(than: words[1]) && !words[1].isNewer(than: words[2]))
        let reopened = Chain(refundRequests: [words[0], words[1]])
        #expect(reopened.openRefundRequests == [words[1]])
        #expect(Chain(refundRequests: words).openRefundRequests.isEmpty)
    }
}
