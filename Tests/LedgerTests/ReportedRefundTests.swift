import Ledger
import PurserTesting
import Testing

/// Tests of the effect of a reported, unsigned refund on its purchase.
@Suite struct ReportedRefundTests {
    private static func gems(
        signed: Double,
        digest: UInt64 = 1,
        _ change: (inout TransactionSnapshot) -> Void = { _ in }
    ) -> TransactionSnapshot {
        Scene.snapshot("7", product: "gems", kind: .consumable, from: 0, signed: signed, digest: digest, change)
    }

    private static func report(
        _ treatment: ReportedRefund.Treatment = .show,
        of id: String = "7",
        product: String = "gems",
        revoked: Double = 2,
        reported: Double = 3
    ) -> ReportedRefund {
        ReportedRefund(
            originalTransactionID: OriginalTransactionID(id),
            transactionID: TransactionID(id),
            productID: ProductID(product),
            revokedAt: Scene.day(revoked),
            reason: 1,
            treatment: treatment,
            reportedAt: Scene.day(reported)
        )
    }

    private static func purchase(_ snapshots: [TransactionSnapshot], _ reports: [ReportedRefund]) -> Purchase? {
        let chain = Chain(
            transactions: [TransactionRecord(snapshots)].compactMap(\.self),
            reportedRefunds: ReportedRefund.newest(of: reports)
        )
        return chain.purchases.first
    }

    @Test("A report is shown on its purchase and takes nothing; under `act` the purchase counts as refunded")
    func treatments() throws {
        for treatment in [ReportedRefund.Treatment.show, .freeze] {
            let shown = try #require(Self.purchase([Self.gems(signed: 0)], [Self.report(treatment)]))
            #expect(shown.reportedRefund?.treatment == treatment)
            #expect(!shown.isRevoked)
        }
        let acted = try #require(Self.purchase([Self.gems(signed: 0)], [Self.report(.act)]))
        #expect(acted.isRevoked)
        #expect(acted.snapshot.revocation?.revokedAt == Scene.day(2))
        #expect(acted.snapshot.revocation?.reason == 1)
    }

    @Test("Answers of the legacy interfaces have the refund of a report only under `act`")
    func counted() {
        for treatment in ReportedRefund.Treatment.allCases {
            let chain = Chain(
                transactions: [TransactionRecord(Self.gems(signed: 0))],
                reportedRefunds: [Self.report(treatment)]
            )
            #expect((chain.counted.first?.revocation != nil) == (treatment == .act))
        }
    }

    @Test("A report of another product, or of another transaction, says nothing of a purchase")
    func strangers() throws {
        for report in [Self.report(product: "frame"), Self.report(of: "8")] {
            let purchase = try #require(Self.purchase([Self.gems(signed: 0)], [report]))
            #expect(purchase.reportedRefund == nil)
        }
    }

    @Test(
        "Signed evidence without a revocation undoes a report once it is more than a day later",
        arguments: ReportedRefund.Treatment.allCases
    )
    func undone(treatment: ReportedRefund.Treatment) throws {
        let report = Self.report(treatment)
        let within = try #require(Self.purchase([Self.gems(signed: 0), Self.gems(signed: 4, digest: 2)], [report]))
        #expect(within.reportedRefund == report)
        let later = try #require(Self.purchase([Self.gems(signed: 0), Self.gems(signed: 4.01, digest: 2)], [report]))
        #expect(later.reportedRefund == nil && !later.isRevoked)
        // A row of a receipt would not say that a consumable was refunded.
        let row = Self.gems(signed: 9, digest: 3) { $0.isPartial = true }
        #expect(try #require(Self.purchase([row], [report])).reportedRefund == report)
        let frame = Scene.snapshot("7", product: "gems", kind: .nonConsumable, from: 0, signed: 9) {
            $0.isPartial = true
        }
        #expect(try #require(Self.purchase([frame], [report])).reportedRefund == nil)
    }

    @Test("A signed refund replaces the report, and its reversal ends both")
    func signed() throws {
        let refunded = Self.gems(signed: 3.5, digest: 2) { $0.refund(on: 2) }
        let purchase = try #require(Self.purchase([Self.gems(signed: 0), refunded], [Self.report(.act)]))
        #expect(purchase.reportedRefund == nil && purchase.isRevoked)
        let reversed = Self.gems(signed: 3.6, digest: 3) { $0.isReversal = true }
        let ended = try #require(Self.purchase([Self.gems(signed: 0), refunded, reversed], [Self.report(.act)]))
        #expect(ended.reportedRefund == nil && !ended.isRevoked)
    }

    @Test("Of one transaction the latest refund counts as it was reported first, and a repetition moves nothing")
    func newest() {
        let first = Self.report(revoked: 2, reported: 3)
        let again = Self.report(revoked: 2, reported: 5)
        let later = Self.report(revoked: 4, reported: 4)
        for reports in [[first, again, later], [later, again, first], [again, later, first, again]] {
            #expect(ReportedRefund.newest(of: reports) == [later])
        }
        #expect(ReportedRefund.newest(of: [again, first]) == [first])
        #expect(ReportedRefund.newest(of: [first, again]) == [first])
        // No refund is later than its report.
        let ahead = Self.report(revoked: 9, reported: 3)
        #expect(ahead.revokedAt == Scene.day(3))
        // A date that is still to come does not make its repetition a later refund.
        #expect(ReportedRefund.newest(of: [Self.report(revoked: 9, reported: 5), ahead]) == [ahead])
    }

    @Test("A report that names another chain is about no purchase of this one")
    func otherChain() throws {
        let report = ReportedRefund(
            originalTransactionID: OriginalTransactionID("8"),
            transactionID: TransactionID("7"),
            productID: ProductID("gems"),
            revokedAt: Scene.day(1),
            reason: nil,
            treatment: .show,
            reportedAt: Scene.day(1)
        )
        let chain = Chain(transactions: [TransactionRecord(Self.gems(signed: 0))])
        #expect(report.state(in: chain) == .purchaseUnknown)
        #expect(report.purchase(in: chain) == nil)
        #expect(Self.report().purchase(in: chain)?.transactionIDs == [TransactionID("7")])
    }

    @Test("For a permanent purchase, the report may name a restored transaction that was never submitted")
    func restored() throws {
        let owned = Scene.snapshot("1", product: "frame", kind: .nonConsumable, from: 0)
        let report = ReportedRefund(
            originalTransactionID: OriginalTransactionID("1"),
            transactionID: TransactionID("5"),
            productID: ProductID("frame"),
            revokedAt: Scene.day(1),
            reason: nil,
            treatment: .act,
            reportedAt: Scene.day(1)
        )
        let chain = Chain(transactions: [TransactionRecord(owned)], reportedRefunds: [report])
        #expect(try #require(chain.purchases.first).isRevoked)
        #expect(report.state(in: chain) == .refundReported)
    }

    @Test(
        "Apple is asked about every kind of purchase once it can undo the report, and once only",
        arguments: [true, false]
    )
    func asked(isSubscription: Bool) {
        let snapshot =
            isSubscription
            ? Scene.snapshot("7", product: "gems", kind: .autoRenewable, from: 0, signed: 0) : Self.gems(signed: 0)
        let report = Self.report(reported: 3)
        let chain = Chain(transactions: [TransactionRecord(snapshot)], reportedRefunds: [report])
        let askAt = Scene.day(4) + .hours(1)
        #expect(chain.reportAskAt(askedAt: nil) == askAt)
        #expect(chain.reportAskAt(askedAt: Scene.day(4)) == askAt)
        #expect(chain.reportAskAt(askedAt: askAt) == nil)
        #expect(chain.reportedTransactions(at: Scene.day(4)) == [])
        #expect(chain.reportedTransactions(at: askAt) == [TransactionID("7")])
        // What is known of by a report only is asked about too, and what Apple undid is not.
        #expect(Chain(reportedRefunds: [report]).reportAskAt(askedAt: nil) == askAt)
        let undone = Chain(transactions: [TransactionRecord(Self.gems(signed: 9))], reportedRefunds: [report])
        #expect(undone.reportAskAt(askedAt: nil) == nil)
    }

    @Test("The state of a report: the purchase is unknown, it counts, Apple signed the refund, or it is undone")
    func states() throws {
        let report = Self.report()
        func state(_ snapshots: [TransactionSnapshot]) -> ReportedRefund.State {
            report.state(
                in: Chain(
                    transactions: [TransactionRecord(snapshots)].compactMap(\.self),
                    reportedRefunds: [report]
                )
            )
        }
        #expect(report.state(in: nil) == .purchaseUnknown)
        #expect(state([]) == .purchaseUnknown)
        #expect(state([Self.gems(signed: 0)]) == .refundReported)
        #expect(state([Self.gems(signed: 3) { $0.refund(on: 2) }]) == .refunded)
        #expect(state([Self.gems(signed: 9)]) == .undone)
    }
}
