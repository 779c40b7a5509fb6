package import Ledger

/// A catalog as its file declares it: the ledger's catalog, and what the ledger does not need to know.
///
/// Prices and periods of auto-renewables are Apple's business; they are declared for whoever plays Apple's part, the
/// simulator and the demonstration.
package struct CatalogFile: Hashable, Sendable {
    /// On what terms the App Store sells a product.
    package struct Terms: Hashable, Sendable {
        /// The price of one unit, or of one period of an auto-renewable.
        package let price: Money?
        /// The length of one period of an auto-renewable.
        package let period: CalendarPeriod?

        /// Terms of a price and a period.
        package init(price: Money? = nil, period: CalendarPeriod? = nil) {
            self.price = price
            self.period = period
        }
    }

    /// The largest catalog file in bytes, and the largest file of price points.
    package static let sizeLimitBytes = DocumentReader.sizeLimitBytes

    /// What was read, byte for byte.
    package let text: CatalogText
    /// What the ledger works with.
    package let catalog: Catalog
    /// The product ids in the order of the file.
    package let productIDs: [ProductID]
    /// The terms of every product, by product id.
    package let terms: [ProductID: Terms]
    /// What is allowed and yet looks like an oversight, in the order of the file.
    package let warnings: [ValidationIssue]

    /// The catalog in these bytes; `file` is how messages name them.
    package init(text: CatalogText, file: String) throws(ValidationIssues) {
        let document = try DocumentReader.read(text.document, file: file)
        var reading = CatalogReader(file: file, pricePoints: text.pricePoints)
        let parts = try reading.read(document)
        self.text = text
        self.catalog = parts.catalog
        self.productIDs = parts.products.map(\.product.id)
        self.terms = Dictionary(uniqueKeysWithValues: parts.products.map { ($0.product.id, $0.terms) })
        self.warnings = reading.warnings.isEmpty ? [] : ValidationIssues(reading.warnings).issues
    }

    /// The catalog in these bytes, which name no other file; `file` is how messages name them.
    package init(bytes: [UInt8], file: String) throws(ValidationIssues) {
        try self.init(text: CatalogText(document: bytes), file: file)
    }

    /// The catalog in the file at this path.
    package init(path: String) throws(ValidationIssues) {
        try self.init(text: CatalogText(path: path), file: path)
    }
}

/// A first catalog that was made from another format, and what a person should know of it.
package struct CatalogTranslation: Sendable {
    /// Makes one from the bytes of a file; the name is how messages call it.
    package typealias Way = @Sendable (_ bytes: [UInt8], _ name: String) throws(ValidationIssues) -> CatalogTranslation

    /// The catalog file; lines that a person has to look at say CHECK.
    package let document: String
    /// What could not be taken over or looks odd, each as a sentence.
    package let remarks: [String]

    /// A translation of these parts.
    package init(document: String, remarks: [String]) {
        self.document = document
        self.remarks = remarks
    }
}
