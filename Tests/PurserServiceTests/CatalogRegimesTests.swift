import Ledger
import PurserService
import Testing

/// The catalog's rules of consent and risk.
@Suite struct CatalogRegimesTests {
    private func catalog(_ text: String) throws -> Catalog {
        try CatalogFile(bytes: Array("products: {}\n\(text)\n".utf8), file: "c.yaml").catalog
    }

    @Test("By default every customer has to consent first and none is assessed; otherwise the catalog's rules apply")
    func words() throws {
        let plain = try self.catalog("")
        #expect(plain.consent == ConsentRegimes() && plain.riskThreshold == nil)
        let said = try self.catalog("consent: { storefronts: { USA: optOut } }\nrisk: { threshold: 50 }")
        #expect(said.consent == ConsentRegimes(storefronts: ["USA": .optOut]) && said.riskThreshold == 50)
        let open = try self.catalog("consent: { default: optOut, storefronts: { DEU: optIn } }")
        #expect(open.consent["FRA"] == .optOut && open.consent["DEU"] == .optIn)
    }

    @Test(
        "Every mistake has its line, its key and its remedy",
        arguments: [
            (
                "consent: { storefronts: { US: optOut } }",
                "2: consent.storefronts.US: \"US\" is not a storefront. "
                    + "Write an ISO 3166-1 alpha-3 code of a storefront: USA"
            ),
            ("consent: { default: optout }", "2: consent.default: "),
            ("consent: { defaults: optIn }", "2: consent.defaults: unknown key. Did you mean \"default\"?"),
            ("risk: { threshold: 0 }", "2: risk.threshold: must be a whole number from 1 to 480"),
            ("risk: { thresholds: 50 }", "2: risk.thresholds: unknown key. Did you mean \"threshold\"?"),
            ("risk: {}", "risk.threshold"),
        ]
    )
    func mistakes(text: String, issue: String) {
        let issues = #expect(throws: ValidationIssues.self) { _ = try self.catalog(text) }
        #expect(issues.map { "\($0)".contains(issue) } == true, "\(String(describing: issues))")
    }
}
