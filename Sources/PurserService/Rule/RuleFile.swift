import AppStore
package import Ledger

/// A set of rules with its file.
package struct RuleFile: Hashable, Sendable {
    /// A product in a condition.
    struct NamedProduct: Hashable, Sendable {
        /// The product.
        let id: ProductID
        /// The line, counted from 1.
        let line: Int
        /// The path of keys of the product.
        let keyPath: String
    }

    /// The evidence with a product id, in every vocabulary.
    static let productTerm = "product"

    /// The content of the file, byte for byte.
    package let bytes: [UInt8]
    /// The evidence and the answers that the rules may use.
    package let vocabulary: RuleVocabulary
    /// The rules.
    package let rules: RuleSet
    /// Warnings in the order of the file: rules that can never be the first to match, each with the reason, and other
    /// probable mistakes.
    package let warnings: [ValidationIssue]
    /// The name of the file in error messages.
    private let file: String
    /// The products in conditions, in the order of the file.
    private let products: [NamedProduct]

    /// Reads rules from bytes in one of these vocabularies; `file` is the name for error messages.
    package init(bytes: [UInt8], file: String, vocabularies: [RuleVocabulary]) throws(ValidationIssues) {
        let document = try DocumentReader.read(RuleText.quoted(bytes), file: file)
        var reading = RuleReading(file: file, vocabularies: vocabularies)
        let parts = try reading.read(document)
        self.file = file
        self.products = reading.products
        self.bytes = bytes
        self.vocabulary = parts.vocabulary
        self.rules = parts.rules
        self.warnings = reading.warnings.isEmpty ? [] : ValidationIssues(reading.warnings).issues
    }

    /// Returns the warnings, including those about products that the catalog lacks, whose conditions never hold.
    package func warnings(beside catalog: Catalog) -> [ValidationIssue] {
        let known = catalog.products.keys.map(\.rawValue).sorted()
        let unknown = self.products.filter { catalog.products[$0.id] == nil }.map { product in
            let near = Spelling.nearest(to: product.id.rawValue, among: known)
            return ValidationIssue(
                file: self.file,
                line: product.line,
                keyPath: product.keyPath,
                problem: "the catalog has no product \"\(Validation.shortened(product.id.rawValue))\"",
                remedy: near.map { "Did you mean \"\($0)\"?" } ?? "purser catalog show lists them."
            )
        }
        return self.warnings.isEmpty && unknown.isEmpty ? [] : ValidationIssues(self.warnings + unknown).issues
    }

    /// Reads the rules from the file at a path.
    package init(path: String, vocabularies: [RuleVocabulary]) throws(ValidationIssues) {
        let bytes: [UInt8]
        do throws(BoundedFile.Refusal) {
            bytes = try BoundedFile(path: path, limitBytes: DocumentReader.sizeLimitBytes).bytes
        } catch {
            throw ValidationIssues(
                ValidationIssue(
                    file: path,
                    problem: error.rawValue,
                    remedy: "Name a file of rules: policy: orders, rules: [...]"
                )
            )
        }
        try self.init(bytes: bytes, file: path, vocabularies: vocabularies)
    }
}

/// The preparation of a rule file's text for the YAML parser.
enum RuleText {
    /// The keys whose values are answers.
    private static let keys = ["answer:", "otherwise:"]

    /// Returns the text with answers such as `hold, 10min, then: none` enclosed in quotes.
    ///
    /// YAML would read their colon as another key. Line numbers do not change, and other text stays as it is.
    static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        guard String(validating: bytes, as: UTF8.self) != nil else { return bytes }
        let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
        return Array(
            lines.map { Self.quoted(line: String(decoding: $0, as: UTF8.self)).utf8 }.joined(separator: [newline])
        )
    }

    private static func quoted(line: String) -> String {
        var start = line.prefix { $0 == " " }.endIndex
        if line[start...].hasPrefix("- ") {
            start = line[line.index(after: start)...].prefix { $0 == " " }.endIndex
        }
        guard let key = Self.keys.first(where: { line[start...].hasPrefix($0 + " ") }) else { return line }
        let afterKey = line.index(start, offsetBy: key.count)
        let valueStart = line[afterKey...].prefix { $0 == " " }.endIndex
        let rest = String(line[valueStart...])
        guard let first = rest.first, first.isLetter, rest.contains(", then: ") else { return line }
        let comment = rest.indices.first { rest[$0...].hasPrefix(" #") }
        let value = comment.map { String(rest[..<$0]) } ?? rest
        guard !value.contains("\""), !value.contains("\\") else { return line }
        let tail = comment.map { String(rest[$0...]) } ?? ""
        return line[..<valueStart] + "\"" + value + "\"" + tail
    }
}
