package import PurserService

/// What pages say about the mistakes in a file, such as a refund policy or a catalog, in the language of a page.
///
/// A mistake has an English text and no code. Another language has a text for each form of English text, that is the
/// text without its names and numbers: `{0}` stands for one of them, and `[0]` for a part with a form of its own, unless
/// it is a quotation from the file.
package struct DashboardIssueText: Sendable {
    /// A form of English text with its text in another language.
    private struct Form: Sendable {
        /// The English text between the names and numbers.
        private let fixed: [String]
        /// The text in the other language.
        let text: String
        /// The parts that have a form of their own.
        let nested: [Int]

        init(_ form: String, _ text: String) {
            let parts = form.split(separator: "{", omittingEmptySubsequences: false)
            self.fixed = parts.prefix(1).map(String.init) + parts.dropFirst().map { String($0.dropFirst(2)) }
            self.nested = parts.indices.dropLast().filter { text.contains("[\($0)]") }
            self.text = self.nested.reduce(text) { $0.replacing("[\($1)]", with: "{\($1)}") }
        }

        /// The number of characters that a text of this form has at least.
        var length: Int { self.fixed.reduce(0) { $0 + $1.count } }

        /// Returns the names and numbers of a text; `nil` for a text of another form.
        func parts(of english: String) -> [String]? {
            guard let first = self.fixed.first, english.hasPrefix(first) else { return nil }
            var rest = english.dropFirst(first.count)
            guard self.fixed.count > 1, let last = self.fixed.last else { return rest.isEmpty ? [] : nil }
            var parts: [String] = []
            for next in self.fixed.dropFirst().dropLast() {
                guard let range = rest.firstRange(of: next) else { return nil }
                parts.append(String(rest[..<range.lowerBound]))
                rest = rest[range.upperBound...]
            }
            guard rest.hasSuffix(last) else { return nil }
            return parts + [String(rest.dropLast(last.count))]
        }
    }

    /// What is said about one mistake.
    package struct Statement: Hashable, Sendable {
        /// The path of keys and the problem, as a sentence.
        package let problem: String
        /// The remedy, as sentences.
        package let remedy: String
        /// The problem and the remedy.
        package let whole: String
        /// Whether it is in English because the language of the page has no text for it.
        package let isEnglish: Bool
    }

    /// The forms of each language but English, the longest first, because a shorter one may fit the same text.
    private static let forms: [PageLanguage: [Form]] = (DashboardFiles.shared.translations[.issues] ?? [:])
        .mapValues { texts in
            texts.map { Form($0.key, $0.value) }.sorted { $0.length > $1.length }
        }

    /// The forms of the language; `nil` for English.
    private let forms: [Form]?

    /// Creates the texts in a language.
    package init(_ language: PageLanguage) {
        self.forms = Self.forms[language]
    }

    /// Returns what is said about a mistake.
    package func statement(_ issue: ValidationIssue) -> Statement {
        guard self.forms != nil, let problem = self.text(issue.problem), let remedy = self.text(issue.remedy) else {
            let problem = "\(issue.keyPath.isEmpty ? "" : "\(issue.keyPath): ")\(issue.problem)."
            return Statement(
                problem: problem,
                remedy: issue.remedy,
                whole: "\(problem) \(issue.remedy)",
                isEnglish: self.forms != nil
            )
        }
        let sentence = "\(issue.keyPath.isEmpty ? "" : "\(issue.keyPath)：")\(problem)。"
        return Statement(problem: sentence, remedy: remedy, whole: sentence + remedy, isEnglish: false)
    }

    /// Returns what is said about a mistake, with the file and the line.
    package func description(of issue: ValidationIssue) -> String {
        let statement = self.statement(issue)
        guard self.forms != nil, !statement.isEnglish else { return issue.description }
        return "\(issue.file)\(issue.line.map { ":\($0)" } ?? "")：\(statement.whole)"
    }

    /// Returns an English text in the language; `nil` for a text of no known form.
    package func text(_ english: String) -> String? {
        for form in self.forms ?? [] {
            guard var parts = form.parts(of: english) else { continue }
            for place in form.nested where !parts[place].hasPrefix("\"") {
                guard let part = self.text(parts[place]) else { return nil }
                parts[place] = part
            }
            return DashboardFiles.filled(form.text, parts)
        }
        return nil
    }
}
