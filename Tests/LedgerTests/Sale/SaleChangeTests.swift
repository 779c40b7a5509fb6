import Ledger
import PurserTesting
import Testing

@Suite struct SaleChangeTests {
    @Test("Changes applied one by one give the sales that the chains derive, in every order", arguments: 0..<4)
    func stories(part: UInt64) {
        var removed = 0
        var partial = 0
        var credits = (written: 0, removed: 0)
        var returns = 0
        for seed in (part * 100)..<((part + 1) * 100) {
            let story = EvidenceStory(seed: seed).withPrices().withSeats().withReportedRefunds()
            var fold = LedgerFold()
            var kept: [SaleCursor: Sale] = [:]
            for (place, fact) in story.shuffled(seed: seed).enumerated() {
                let before = fold.chains
                fold.take(fact)
                for chain in fold.chains where !before.contains(chain) {
                    let ids = Set(chain.transactions.map(\.transactionID))
                    let former = before.filter { former in
                        former.transactions.contains { ids.contains($0.transactionID) }
                    }
                    let change = SaleChange(from: former, to: chain, in: .production)
                    for cursor in change.removed { kept[cursor] = nil }
                    for sale in change.written { kept[sale.cursor] = sale }
                    removed += change.removed.count
                    credits.written += change.written.count { $0.part == .credit }
                    credits.removed += change.removed.count { $0.kind == 2 }
                    if former.count == 1, change.written.count < chain.transactions.count { partial += 1 }
                }
                let expected = fold.chains.flatMap { $0.sales(in: .production) }
                let isSame = kept == Dictionary(uniqueKeysWithValues: expected.map { ($0.cursor, $0) })
                #expect(isSame, "seed \(seed), fact \(place)")
                if !isSame { return }
            }
            let purchases = kept.values.filter { $0.direction == .sale }
            returns += purchases.count - Set(purchases.map(\.transactionID)).count
        }
        #expect(removed > 0 && partial > 0 && returns > 0)
        #expect(credits.written > 0 && credits.removed > 0)
    }

    @Test("One more period changes only its own sale")
    func renewal() {
        var chain = Chain()
        for number in Int64(0)..<60 {
            let period = Sample.period(
                "\(1000 + number)",
                of: "1000",
                at: Sample.beginning + .days(30 * number),
                reason: number == 0 ? .purchase : .renewal
            )
            var longer = chain
            longer.transactions.append(TransactionRecord(period))
            let change = SaleChange(from: number == 0 ? [] : [chain], to: longer, in: .production)
            #expect(change.removed.isEmpty && change.written.map(\.transactionID) == [period.transactionID])
            #expect(SaleChange(from: [longer], to: longer, in: .production).written.isEmpty)
            chain = longer
        }
    }
    @Test("An upgrade changes the sales of the replaced period, whether or not Apple signs that period again")
    func upgrade() {
        let lower = Sample.period("1", of: "1")
        var higher = Sample.period("2", of: "1", at: Sample.beginning + .days(10))
        higher.productID = ProductID("another")
        let before = Chain(transactions: [TransactionRecord(lower)])
        let upgraded = Chain(transactions: [TransactionRecord(lower), TransactionRecord(higher)])
        let credit = SaleChange(from: [before], to: upgraded, in: .production)
        #expect(credit.removed.isEmpty && credit.written.map(\.part) == [.credit, .money])
        #expect(credit.written.map(\.transactionID.rawValue) == ["1", "2"])

        var refunded = Sample.period("1", of: "1", signedAt: Sample.beginning + .days(12), number: 2)
        refunded.revocation = Revocation(
            revokedAt: Sample.beginning + .days(11),
            reason: 0,
            type: "REFUND_FULL",
            percentageMilliunits: nil
        )
        var after = upgraded
        let isNews = after.transactions[0].merge(refunded)
        #expect(isNews)
        let refund = SaleChange(from: [upgraded], to: after, in: .production)
        #expect(refund.removed == credit.written.filter { $0.part == .credit }.map(\.cursor))
        #expect(refund.written.map { $0.cursor.kind } == [1])
    }
}
