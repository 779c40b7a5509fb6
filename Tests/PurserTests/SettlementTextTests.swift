import AppStore
import Testing
import purser

@Suite struct SettlementTextTests {
    private static let month = #"""
        {"month":"2026-06","from":"2026-03-01","to":"2026-03-28","state":"unexplained","inTransitUnitsThousandths":3000,
        "owed":[{"currency":"EUR","salesMilliunits":10000,"refundsMilliunits":-2500,"totalMilliunits":7500}],
        "unexplained":1,"otherProductRows":2,"tooLargeRows":1,"unreadableReports":[7,9],"lines":[
        {"product":"gems","storefront":"DE","direction":"sale","state":"unexplained","differences":[
        {"cause":"rounding","explained":true,"unitsThousandths":1000,"shareMilliunits":10,"currency":"EUR"},
        {"cause":"neverSettled","explained":false,"unitsThousandths":2000,"shareMilliunits":0,"soldIn":"2026-04"}]}]}
        """#

    @Test("A month says what Apple owes, what is in transit, and only what nothing explains")
    func english() throws {
        let month = try JSONValue(json: Array(Self.month.utf8))
        #expect(
            SettlementText(in: .english).lines(month) == [
                "",
                "Settlement of Apple's fiscal month 2026-06, 2026-03-01 to 2026-03-28:",
                "  Apple owes EUR 7.50: sales EUR 10.00, refunds EUR -2.50",
                "  In transit to a later month: 3",
                "  2 rows are about products of other apps",
                "  1 row is excluded because of impossible values",
                "  Daily sales reports that cannot be read and are excluded: 7, 9",
                "  gems, DE, 2: sold in 2026-04 and never settled: the charge failed, or Apple removed the sale.",
            ]
        )
        #expect(
            SettlementText(in: .simplifiedChinese).lines(month)[2]
                == "  Apple 应付 EUR 7.50：销售 EUR 10.00，退款 EUR -2.50"
        )
    }
}
