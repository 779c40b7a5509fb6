import Ledger
import PurserService
import Testing

/// The refund terms of storefronts in a catalog.
@Suite struct CatalogRefundTermsTests {
    private func catalog(_ text: String) throws -> Catalog {
        try CatalogFile(bytes: Array("products: {}\n\(text)\n".utf8), file: "c.yaml").catalog
    }

    @Test("A row replaces the values that it has, and leaves the others at their defaults")
    func rows() throws {
        #expect(try self.catalog("").refundTerms == RefundTermsTable())
        let table = try self.catalog(
            """
            refundTerms:
              CHN: { conditionalPerYear: 5, arrivesWithin: 48h, arrivesInWorkingDays: [3, 10] }
              EU: { unconditional: 0d }
              DEU: { unconditional: 30d }
              elsewhere: { conditional: 60d }
            """
        ).refundTerms
        #expect(table["CHN"].unconditionalEver == 1 && table["CHN"].conditionalPerYear == 5)
        #expect(table["CHN"].timing == RefundTiming(soon: .hours(48), workingDays: 3...10))
        #expect(table["FRA"].unconditional == nil && table["FRA"].conditional == .days(90))
        #expect(table["DEU"].unconditional == .days(30))
        #expect(table["USA"].conditional == .days(60) && table["TWN"].unconditional == .days(7))
    }

    @Test(
        "Every error has its line, its key and its remedy",
        arguments: [
            (
                "refundTerms: { CN: { unconditional: 7d } }",
                "2: refundTerms.CN: \"CN\" is not a storefront. "
                    + "Write EU, elsewhere, or an ISO 3166-1 alpha-3 code of a storefront: CHN"
            ),
            (
                "refundTerms: { CHN: { unconditional: 7 } }",
                "2: refundTerms.CHN.unconditional: must be a length of time like 36h or 14d, but is \"7\". "
                    + "Write for example: unconditional: 14d"
            ),
            (
                "refundTerms: { CHN: { unconditionalDays: 7d } }",
                "2: refundTerms.CHN.unconditionalDays: unknown key. Did you mean \"unconditional\"?"
            ),
            (
                "refundTerms: { CHN: { arrivesInWorkingDays: [15, 7] } }",
                "2: refundTerms.CHN.arrivesInWorkingDays: must be two numbers, the smaller one first, but is a list. "
                    + "Write for example: arrivesInWorkingDays: [7, 15]"
            ),
            (
                "refundTerms: { CHN: { conditionalPerYear: -1 } }",
                "2: refundTerms.CHN.conditionalPerYear: must be a whole number from 0 to 1000 without quotes, but is "
                    + "\"-1\". Write for example: conditionalPerYear: 1"
            ),
        ]
    )
    func mistakes(text: String, issue: String) {
        let issues = #expect(throws: ValidationIssues.self) { _ = try self.catalog(text) }
        #expect(issues?.issues.map(\.description) == ["c.yaml:\(issue)"])
    }

    @Test("A changed row is a change of the catalog, by its name")
    func compared() throws {
        let before = try self.catalog("")
        let after = try self.catalog("refundTerms: { TWN: { unconditional: 10d } }")
        let changes = CatalogComparison(from: before, to: after).changes
        #expect(changes.map(\.section) == ["refundTerms"])
        #expect(changes.map(\.name) == ["TWN"])
    }
}
