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
