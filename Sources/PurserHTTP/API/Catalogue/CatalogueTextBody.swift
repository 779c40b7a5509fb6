package import Ledger

/// A version of a catalogue with its text, as our JSON.
package struct CatalogueTextBody: Codable, Hashable, Sendable {
    /// The version.
    package let version: CatalogueVersionBody
    /// The catalogue file.
    package let document: String
    /// The file of price points that it names, where it names one.
    package let pricePoints: String?

    /// The body of a version and its text, which was read as UTF-8 before it was applied.
    package init(_ version: CatalogueVersion, text: CatalogueText) {
        self.version = CatalogueVersionBody(version)
        self.document = String(decoding: text.document, as: UTF8.self)
        self.pricePoints = text.pricePoints.map { String(decoding: $0, as: UTF8.self) }
    }
}
