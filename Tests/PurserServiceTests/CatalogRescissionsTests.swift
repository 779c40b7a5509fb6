import Ledger
import PurserService
import PurserTesting
import Testing

/// What a catalog sets in motion when consent is rescinded.
@Suite struct CatalogRescissionsTests {
    private func catalog(_ text: String) throws -> Catalog {
        try CatalogFile(bytes: Array("products: {}\n\(text)".utf8), file: "c.yaml").catalog
    }

    @Test("The rows are read in their order; without any there is none")
    func rows() throws {
        #expect(try self.catalog("").rescissions == RescissionPolicy())
        #expect(try self.catalog("consentRescissions: []").rescissions == RescissionPolicy())
        let read = try self.catalog(
            """
            consentRescissions:
              - { storefronts: [USA, BRA], from: 2026-06-04T00:00:00-05:00, until: 2027-01-01T00:00:00Z,
                  actions: [delete, freeze], deleteWithin: 30d }
              - { actions: [] }
            """
        ).rescissions
        #expect(
            read
                == RescissionPolicy([
                    RescissionPolicy.Row(
                        storefronts: ["USA", "BRA"],
                        from: Instant(rfc3339: "2026-06-04T05:00:00Z"),
                        until: Instant(rfc3339: "2027-01-01T00:00:00Z"),
                        actions: [.freeze, .delete],
                        deleteWithin: .days(30)
                    ),
                    RescissionPolicy.Row(actions: []),
                ])
        )
    }

    @Test(
        "Every mistake has its line, its key and its remedy",
        arguments: [
            ("{}", "2: consentRescissions: must be a list, but is a map. "),
            ("[{}]", "2: consentRescissions[0].actions: missing. Add for example: actions: [freeze, delete, note]"),
            ("[{ actions: note }]", "2: consentRescissions[0].actions: must be a list, but is \"note\". "),
            (
                "[{ actions: [freez] }]",
                "2: consentRescissions[0].actions[0]: unknown word \"freez\". Did you mean \"freeze\"?"
            ),
            (
                "[{ actions: [note], storefronts: [US] }]",
                "2: consentRescissions[0].storefronts[0]: \"US\" is not a storefront. "
            ),
            (
                "[{ actions: [note], storefronts: [] }]",
                "2: consentRescissions[0].storefronts: must be one or more codes, but is a list. "
            ),
            (
                "[{ actions: [note], from: 2026-06-04 }]",
                "2: consentRescissions[0].from: must be an instant by RFC 3339 with its offset, but is "
            ),
            (
                "[{ actions: [note], from: 2026-06-04T00:00:00Z, until: 2026-06-04T00:00:00Z }]",
                "2: consentRescissions[0].until: the row ends before it begins. "
            ),
            (
                "[{ actions: [note], deleteWithin: 30d }]",
                "2: consentRescissions[0].deleteWithin: the row does not delete. "
            ),
            (
                "[{ actions: [delete], deleteWithin: 30 days }]",
                "2: consentRescissions[0].deleteWithin: must be a length of time like 36h or 30d, 3650d at most, "
            ),
            (
                "[{ actions: [delete], deleteWithin: 9999999999d }]",
                "2: consentRescissions[0].deleteWithin: must be a length of time like 36h or 30d, 3650d at most, "
            ),
            (
                "[{ actions: [note], storefronts: [USA] }, { actions: [freeze], storefronts: [DEU, USA] }]",
                "2: consentRescissions[1]: another row applies to the same storefront from the same instant. "
            ),
            ("[{ action: [note] }]", "2: consentRescissions[0].action: unknown key. Did you mean \"actions\"?"),
        ]
    )
    func mistakes(text: String, issue: String) {
        let issues = #expect(throws: ValidationIssues.self) { _ = try self.catalog("consentRescissions: \(text)") }
        #expect(issues.map { "\($0)".contains(issue) } == true, "\(String(describing: issues))")
    }

    @Test("The comparison of two catalogs shows a changed row under its storefronts and its beginning")
    func compared() throws {
        let before = try self.catalog("consentRescissions: [{ actions: [note] }]")
        let after = try self.catalog(
            "consentRescissions: [{ actions: [note, freeze] }, { storefronts: [USA], actions: [delete] }]"
        )
        let changes = CatalogComparison(from: before, to: after).changes
        #expect(changes.map(\.section) == ["consentRescissions", "consentRescissions"])
        #expect(changes.map(\.name) == ["USA", "default"], "\(changes)")
    }
}
