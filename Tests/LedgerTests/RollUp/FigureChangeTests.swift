import Ledger
import PurserTesting
import Testing

@Suite struct FigureChangeTests {
    @Test("Changes added one by one give the figures that the chains derive, in every order", arguments: 0..<4)
    func stories(part: UInt64) {
        var known: Set<Figure> = []
        for seed in (part * 20)..<((part + 1) * 20) {
            let story = EvidenceStory(seed: seed).withPrices().withSeats().withReportedRefunds()
                .withRetentionRequests()
            var fold = LedgerFold()
            var kept = FigureRows()
            for (place, fact) in story.shuffled(seed: seed).enumerated() {
                let before = fold.chains
                fold.take(fact)
                for chain in fold.chains where !before.contains(chain) {
                    let ids = Set(chain.transactions.map(\.transactionID))
                    let former = before.filter { former in
                        former.transactions.contains { ids.contains($0.transactionID) }
                    }
                    kept.add(FigureChange(from: former, to: chain).rows)
                }
                let isSame = kept == Self.figures(of: fold)
                #expect(isSame, "seed \(seed), fact \(place)")
                if !isSame { return }
            }
            for values in kept.rows.values { known.formUnion(Figure.allCases.filter { values[$0] != 0 }) }
        }
        let expected: Set<Figure> = [.retry, .recoveries, .reversedRefunds, .credits, .shared]
        #expect(expected.isSubset(of: known))
    }

    @Test("One more period changes the end of the one before it, and adds its own")
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
            let former = number == 0 ? [] : [chain]
            let change = FigureChange(from: former, to: longer)
            let begin = FigureBucket(period.purchaseAt)
            let end = FigureBucket(period.purchaseAt + .days(30))
            #expect(Set(change.rows.rows.keys.map(\.bucket)) == [begin, end])
            #expect(change.rows.cohorts.map(\.key.period).sorted() == [0, number + 1])
            let money = change.rows.cohorts.first { $0.key.period == 0 }
            #expect(money?.key.currency == "USD" && money?.value.amountMilliunits == 9990)
            #expect(money?.value.subscriptions == (number == 0 ? 1 : 0))
            #expect(change.rows.rows.first { $0.key.bucket == end }?.value[.endsOther] == 1)
            chain = longer
        }
    }

    private static func figures(of fold: LedgerFold) -> FigureRows {
        var rows = FigureRows()
        for chain in fold.chains { rows.add(FigureChange.figures(of: chain, in: .production)) }
        return rows
    }
}

extension FigureChange {
    /// Creates the change from the chains before a fact to the chain that has it, in Production.
    init(from former: [Chain], to chain: Chain) {
        self.init(
            from: former.map(DerivedChain.init),
            to: DerivedChain(chain),
            sales: SaleChange(from: former, to: chain, in: .production),
            in: .production
        )
    }
}
