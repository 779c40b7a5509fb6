import Ledger
import PurserService
import Testing

/// What a catalogue says of consent and of reasons to look twice.
@Suite struct CatalogueRegimesTests {
    private func catalogue(_ text: String) throws -> Catalogue {
        try CatalogueFile(bytes: Array("products: {}\n\(text)\n".utf8), file: "c.yaml").catalogue
    }

    @Test("Without a word everybody has to agree first and nobody is watched; with one it is as it says")
    func words() throws {
        let plain = try self.catalogue("")
        #expect(plain.consent == ConsentRegimes() && plain.riskLine == nil)
        let said = try self.catalogue("consent: { storefronts: { USA: optOut } }\nrisk: { line: 50 }")
        #expect(said.consent == ConsentRegimes(storefronts: ["USA": .optOut]) && said.riskLine == 50)
        let open = try self.catalogue("consent: { default: optOut, storefronts: { DEU: optIn } }")
        #expect(open.consent["FRA"] == .optOut && open.consent["DEU"] == .optIn)
    }

    @Test(
        "Every mistake has its line, its key and its remedy",
        arguments: [
            (
                "consent: { storefronts: { US: optOut } }",
                "2: consent.storefronts.US: \"US\" is no storefront. "
                    + "Write an ISO 3166-1 alpha-3 code of a storefront: USA"
            ),
            ("consent: { default: optout }", "2: consent.default: "),
            ("consent: { defaults: optIn }", "2: consent.defaults: unknown key. Did you mean \"default\"?"),
            ("risk: { line: 0 }", "2: risk.line: must be a whole number from 1 to 480"),
            ("risk: { lines: 50 }", "2: risk.lines: unknown key. Did you mean \"line\"?"),
            ("risk: {}", "risk.line"),
        ]
    )
    func mistakes(text: String, finding: String) {
        let findings = #expect(throws: Findings.self) { _ = try self.catalogue(text) }
        #expect(findings.map { "\($0)".contains(finding) } == true, "\(String(describing: findings))")
    }
}
