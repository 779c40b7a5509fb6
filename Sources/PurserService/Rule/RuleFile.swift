package import Ledger

/// A set of rules as its file declares it.
package struct RuleFile: Hashable, Sendable {
    /// What was read, byte for byte.
    package let bytes: [UInt8]
    /// What its rules may speak of.
    package let vocabulary: RuleVocabulary
    /// The rules.
    package let rules: RuleSet
    /// The rules that can never be the first to match, each with the reason, and whatever else looks like an oversight; in
    /// the order of the file.
    package let warnings: [Finding]

    /// The rules in these bytes, which speak the language of one of these vocabularies; `file` is how messages name them.
    package init(bytes: [UInt8], file: String, vocabularies: [RuleVocabulary]) throws(Findings) {
        let document = try DocumentReader.read(RuleText.quoted(bytes), file: file)
        var reading = RuleReading(file: file, vocabularies: vocabularies)
        let parts = try reading.read(document)
        self.bytes = bytes
        self.vocabulary = parts.vocabulary
        self.rules = parts.rules
        self.warnings = reading.warnings.isEmpty ? [] : Findings(reading.warnings).findings
    }

    /// The rules in the file at this path.
    package init(path: String, vocabularies: [RuleVocabulary]) throws(Findings) {
        let bytes: [UInt8]
        do throws(BoundedFile.Refusal) {
            bytes = try BoundedFile(path: path, limitBytes: DocumentReader.sizeLimitBytes).bytes
        } catch {
            throw Findings(
                Finding(
                    file: path,
                    problem: error.rawValue,
                    remedy: "Name a file of rules: policy: orders, rules: [...]"
                )
            )
        }
        try self.init(bytes: bytes, file: path, vocabularies: vocabularies)
    }
}
