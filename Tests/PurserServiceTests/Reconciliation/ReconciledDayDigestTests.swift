import Ledger
import PurserService
import Testing

@Suite struct ReconciledDayDigestTests {
    @Test("A correction of a day changes its digest, so that it reopens the accepted day")
    func correction() throws {
        let day = PacificDay(number: 20_540)
        let group = SaleGroup(
            day: day,
            product: ProductID("coins"),
            storefront: "DE",
            currency: "EUR",
            unitPriceMilliunits: 4990
        )
        func reconciled(_ units: Int64) throws -> ReconciledDay {
            var theirs = SalesTally()
            theirs.add(
                rowTo: group,
                unitsThousandths: units,
                priceMilliunits: units * 4990 / 1000,
                rate: SaleSum.Rate(currency: "EUR", unitMilliunits: 2940)
            )
            let found = Reconciliation(ours: SalesTally(), theirs: theirs, reported: [day], products: [group.product])
            return try #require(found.day(day))
        }
        let first = try reconciled(1000)
        #expect(first.digest == (try reconciled(1000)).digest)
        var state = DayState(day: day)
        let isReopenedAtFirst = state.update(first.outcome, digest: first.digest)
        #expect(!isReopenedAtFirst)
        let acceptance = DayState.Acceptance(
            by: "ada",
            reason: "Sold by phone.",
            at: day.end,
            digest: first.digest
        )
        let isAccepted = state.accept(acceptance)
        #expect(isAccepted && state.phase == .accepted)
        let corrected = try reconciled(2000)
        let isReopened = state.update(corrected.outcome, digest: corrected.digest)
        #expect(isReopened && state.phase == .open && state.isReopened)
    }
}
