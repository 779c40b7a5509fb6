import Ledger
import PurserService
import Testing

@Suite struct ReconciliationMessagesTests {
    private static let day = PacificDay(number: 20_540)

    private static func group(_ day: PacificDay = Self.day) -> SaleGroup {
        SaleGroup(
            day: day,
            product: ProductID("pro"),
            storefront: "US",
            currency: "USD",
            unitPriceMilliunits: 9990,
            direction: .refund,
            period: .renewal
        )
    }

    /// The difference between a row of a report and the credit of an upgrade that the ledger expects.
    private static func credit(on day: PacificDay = Self.day) throws -> SaleDifference {
        var (ours, theirs) = (SalesTally(), SalesTally())
        ours.add(
            TransactionID("1"),
            to: Self.group(day),
            unitsThousandths: -1000,
            priceMilliunits: -4100,
            as: .credit
        )
        theirs.add(
            rowTo: Self.group(),
            unitsThousandths: -410,
            priceMilliunits: -4096,
            rate: SaleSum.Rate(currency: "USD", unitMilliunits: 7000)
        )
        let found = Reconciliation(
            ours: ours,
            theirs: theirs,
            reported: [Self.day, Self.day + 1],
            products: [ProductID("pro")]
        )
        let difference = try #require(found.day(Self.day)?.differences.first)
        #expect(difference.outcome == .explained(.upgradeCredit))
        return difference
    }

    @Test("The credit of an upgrade is no sale of the ledger, which expects its amount")
    func upgradeCredit() throws {
        let english = ReconciliationMessages(isChinese: false).found(try Self.credit())
        let expected = "the ledger counts no sale for it and expected about USD -4.10."
        #expect(english.hasSuffix("the report has -0.41 (USD -4.096) for an upgrade; " + expected), "\(english)")
        #expect(!english.contains("differ") && !english.contains("the ledger has"))
        let next = ReconciliationMessages(isChinese: false).found(try Self.credit(on: Self.day + 1))
        #expect(next.hasSuffix("expected about USD -4.10 (on \((Self.day + 1).text))."), "\(next)")
    }

    @Test("A page has minus signs, and Chinese has full-width parentheses and the name of a renewal on the pages")
    func page() throws {
        let english = ReconciliationMessages(isChinese: false, isPage: true).found(try Self.credit())
        #expect(english.contains("−0.41 (−USD 4.10)") && english.hasSuffix("about −USD 4.10."), "\(english)")
        let chinese = ReconciliationMessages(isChinese: true, isPage: true).found(try Self.credit())
        #expect(chinese.contains("续期的退款：报告为 −0.41（−USD 4.10），用于升级；"), "\(chinese)")
        #expect(chinese.hasSuffix("预计约为 −USD 4.10。"), "\(chinese)")
    }
}
