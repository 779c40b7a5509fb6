package import Ledger

/// A catalog as its file declares it: the ledger's catalog, and values that the ledger does not need.
///
/// Apple sets the prices and periods of auto-renewable subscriptions; the file declares them for the simulator and the
/// demonstration.
package struct CatalogFile: Hashable, Sendable {
    /// The terms on which the App Store sells a product.
    package struct Terms: Hashable, Sendable {
        /// The price of one unit, or of one period of an auto-renewable.
        package let price: Money?
        /// The length of one period of an auto-renewable.
        package let period: CalendarPeriod?

        /// Creates terms of a price and a period.
        package init(price: Money? = nil, period: CalendarPeriod? = nil) {
            self.price = price
            self.period = period
        }
    }

    /// The maximum size in bytes of a catalog file, and of a file of price points.
    package static let sizeLimitBytes = DocumentReader.sizeLimitBytes

    /// The text that was read, byte for byte.
    package let text: CatalogText
    /// The catalog that the ledger uses.
    package let catalog: Catalog
    /// The product ids in the order of the file.
    package let productIDs: [ProductID]
    /// The terms of every product, by product id.
    package let terms: [ProductID: Terms]
    /// Warnings about valid values that look like mistakes, in the order of the file.
    package let warnings: [ValidationIssue]

    /// Reads the catalog in these bytes; `file` is its name in messages.
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

    /// Reads the catalog in these bytes, which must not name another file; `file` is its name in messages.
    package init(bytes: [UInt8], file: String) throws(ValidationIssues) {
        try self.init(text: CatalogText(document: bytes), file: file)
    }

    /// Reads the catalog in the file at this path.
    package init(path: String) throws(ValidationIssues) {
        try self.init(text: CatalogText(path: path), file: path)
    }
}

/// A first catalog that was translated from another format, with remarks for the operator.
package struct CatalogTranslation: Sendable {
    /// A function that translates the bytes of a file; `name` is the file's name in messages.
    package typealias Way = @Sendable (_ bytes: [UInt8], _ name: String) throws(ValidationIssues) -> CatalogTranslation

    /// The text of the catalog file; lines that a person must check contain CHECK.
    package let document: String
    /// The remarks about what could not be translated or looks wrong, one sentence each.
    package let remarks: [String]

    /// Creates a translation of these parts.
    package init(document: String, remarks: [String]) {
        self.document = document
        self.remarks = remarks
    }
}
