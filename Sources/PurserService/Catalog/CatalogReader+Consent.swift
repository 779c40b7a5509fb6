internal import Ledger

extension CatalogReader {
    /// Reads the consent regimes by storefront; without any, every customer has to opt in first.
    mutating func consent(_ field: DocumentField?) -> ConsentRegimes {
        let example = "consent: { default: optIn, storefronts: { USA: optOut } }"
        guard let field, let parts = self.validation.map(field, known: ["default", "storefronts"], example: example)
        else { return ConsentRegimes() }
        let other = parts["default"].flatMap { self.regime($0) } ?? .optIn
        var storefronts: [String: ConsentRegime] = [:]
        guard let part = parts["storefronts"],
            let rows = self.validation.openMap(part, example: "storefronts: { USA: optOut }")
        else { return ConsentRegimes(other: other) }
        for (name, value) in rows.all {
            guard StorefrontCode.contains(name) else {
                self.validation.note(
                    value.keyOrigin,
                    keyPath: value.keyPath,
                    problem: "\"\(Validation.shortened(name))\" is not a storefront",
                    remedy: "Write an ISO 3166-1 alpha-3 code of a storefront: USA"
                )
                continue
            }
            storefronts[name] = self.regime(value)
        }
        return ConsentRegimes(other: other, storefronts: storefronts)
    }

    private mutating func regime(_ field: DocumentField) -> ConsentRegime? {
        let known = ConsentRegime.allCases.map(\.rawValue)
        return self.validation.word(field, among: known, example: "\(field.key): optIn")
            .flatMap { ConsentRegime(rawValue: $0) }
    }
}
