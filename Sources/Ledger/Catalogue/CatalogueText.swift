/// The name of a catalogue's text: the SHA-256 of its parts in hexadecimal digits.
package typealias CatalogueDigest = Identifier<CatalogueText>

/// A catalogue as it was written.
package struct CatalogueText: Hashable, Sendable {
    /// The bytes of the catalogue file.
    package let document: [UInt8]
    /// The bytes of the file of price points that it names, where it names one.
    package let pricePoints: [UInt8]?

    /// A text of these bytes.
    package init(document: [UInt8], pricePoints: [UInt8]? = nil) {
        self.document = document
        self.pricePoints = pricePoints
    }
}
