import Ledger
import PurserTesting
import Testing

@Suite struct SaleChangeTests {
    @Test("Changes applied one by one make the sales that the chains derive, in any order of arrival", arguments: 0..<8)
    func stories(part: UInt64) {
        var removed = 0
        var partial = 0
        for seed in (part * 25)..<((part + 1) * 25) {
            let story = EvidenceStory(seed: seed).withReportedRefunds()
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
                    if former.count == 1, change.written.count < chain.transactions.count { partial += 1 }
                }
                let expected = fold.chains.flatMap { $0.sales(in: .production) }
                let isSame = kept == Dictionary(uniqueKeysWithValues: expected.map { ($0.cursor, $0) })
                #expect(isSame, "seed \(seed), fact \(place)")
                if !isSame { return }
            }
        }
        #expect(removed > 0 && partial > 0)
    }

    @Test("The change by one more period is its sale alone")
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
}
