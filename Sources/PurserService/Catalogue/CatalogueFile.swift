package import Ledger

/// A catalogue as its file declares it: the ledger's catalogue, and what the ledger does not need to know.
///
/// Prices and periods of auto-renewables are Apple's business; they are declared for whoever plays Apple's part, the
/// simulator and the demonstration.
package struct CatalogueFile: Hashable, Sendable {
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

    /// The largest catalogue file in bytes, and the largest file of price points.
    package static let sizeLimitBytes = DocumentReader.sizeLimitBytes

    /// What was read, byte for byte.
    package let text: CatalogueText
    /// What the ledger works with.
    package let catalogue: Catalogue
    /// The product ids in the order of the file.
    package let productIDs: [ProductID]
    /// The terms of every product, by product id.
    package let terms: [ProductID: Terms]
    /// What is allowed and yet looks like an oversight, in the order of the file.
    package let warnings: [Finding]

    /// The catalogue in these bytes; `file` is how messages name them.
    package init(text: CatalogueText, file: String) throws(Findings) {
        let document = try DocumentReader.read(text.document, file: file)
        var reading = CatalogueReading(file: file, pricePoints: text.pricePoints)
        let parts = try reading.read(document)
        self.text = text
        self.catalogue = parts.catalogue
        self.productIDs = parts.products.map(\.product.id)
        self.terms = Dictionary(uniqueKeysWithValues: parts.products.map { ($0.product.id, $0.terms) })
        self.warnings = reading.warnings.isEmpty ? [] : Findings(reading.warnings).findings
    }

    /// The catalogue in these bytes, which name no other file; `file` is how messages name them.
    package init(bytes: [UInt8], file: String) throws(Findings) {
        try self.init(text: CatalogueText(document: bytes), file: file)
    }

    /// The catalogue in the file at this path.
    package init(path: String) throws(Findings) {
        try self.init(text: CatalogueText(path: path), file: path)
    }
}

/// A first catalogue that was made from another format, and what a person should know of it.
package struct CatalogueTranslation: Sendable {
    /// Makes one from the bytes of a file; the name is how messages call it.
    package typealias Way = @Sendable (_ bytes: [UInt8], _ name: String) throws(Findings) -> CatalogueTranslation

    /// The catalogue file; lines that a person has to look at say CHECK.
    package let document: String
    /// What could not be taken over or looks odd, each as a sentence.
    package let remarks: [String]

    /// A translation of these parts.
    package init(document: String, remarks: [String]) {
        self.document = document
        self.remarks = remarks
    }
}
