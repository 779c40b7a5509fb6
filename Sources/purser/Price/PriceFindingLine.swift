import AppStore

/// A contradiction between Apple's price and the catalog's, as a line on standard error.
enum PriceFindingLine {
    /// Writes findings, one a line.
    static func write(_ findings: [JSONValue]) {
        for finding in findings { StandardStream.error.write(line: Self.text(finding, in: .here)) }
    }

    /// Returns the line of a finding.
    static func text(_ finding: JSONValue, in language: Language) -> String {
        let (code, product) = (finding["code"].plain, finding["product"].plain)
        let storefront = finding["storefront"].plain
        let (catalog, apple) = (finding["catalogPrice"].price, finding["applePrice"].price)
        return Said(
            "\(code): \(product) in \(storefront): the catalog says \(catalog), Apple charges \(apple)",
            "\(code)：\(product)，\(storefront)：目录写的是 \(catalog)，Apple 收取 \(apple)"
        ).text(in: language)
    }
}
