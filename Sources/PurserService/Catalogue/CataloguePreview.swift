package import Ledger

/// What would happen if a catalogue was applied.
package struct CataloguePreview: Sendable {
    /// The catalogue.
    package let file: CatalogueFile
    /// Whether it is byte for byte the one that counts now: applying it does nothing.
    package let isSame: Bool
    /// The version that counts now; `nil` before any was applied.
    package let current: CatalogueVersion?
    /// What it changes.
    package let comparison: CatalogueComparison

    /// The preview in words, one thing a line.
    package var words: [String] {
        if self.isSame { return ["Nothing changes: this is what counts now."] }
        let words = self.comparison.words
        return words.isEmpty ? ["Nothing that the server reads changes, only the text."] : words
    }
}
