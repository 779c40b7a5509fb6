/// One mistake in a file or an environment variable: what is wrong, where, and what would be correct.
///
/// Every message about a file has the form `file:line: key.path: problem. Remedy`, so that people and editors can jump
/// to the position.
package struct ValidationIssue: Hashable, Sendable, CustomStringConvertible {
    /// The name of the file in the message, or `environment`.
    package let file: String
    /// The line, counted from 1; `nil` if the issue concerns the file as a whole.
    package let line: Int?
    /// The keys that lead to the position, joined by dots, or the name of an environment variable; may be empty.
    package let keyPath: String
    /// The problem, without a full stop.
    package let problem: String
    /// The remedy: what would be correct, and the command that helps, as whole sentences.
    package let remedy: String

    /// Creates an issue of these parts.
    package init(file: String, line: Int? = nil, keyPath: String = "", problem: String, remedy: String) {
        self.file = file
        self.line = line
        self.keyPath = keyPath
        self.problem = problem
        self.remedy = remedy
    }

    /// The message, on one line.
    package var description: String {
        var parts = self.file
        if let line = self.line {
            parts += ":\(line)"
        }
        parts += ": "
        if !self.keyPath.isEmpty {
            parts += self.keyPath + ": "
        }
        return parts + self.problem + ". " + self.remedy
    }
}

/// All mistakes of a file, thrown together, so that one attempt shows every mistake.
package struct ValidationIssues: Error, Hashable, CustomStringConvertible {
    /// The issues, at least one, in the order of the file.
    package let issues: [ValidationIssue]

    /// Creates an error of these issues, sorted by line within each file; the files keep the order in which they first
    /// occur.
    package init(_ issues: [ValidationIssue]) {
        var places: [String: Int] = [:]
        for issue in issues where places[issue.file] == nil {
            places[issue.file] = places.count
        }
        self.issues = issues.enumerated().sorted { left, right in
            let leftKey = (places[left.element.file] ?? 0, left.element.line ?? 0, left.offset)
            let rightKey = (places[right.element.file] ?? 0, right.element.line ?? 0, right.offset)
            return leftKey < rightKey
        }.map(\.element)
    }

    /// Creates an error of one issue.
    package init(_ issue: ValidationIssue) {
        self.issues = [issue]
    }

    /// The messages, one per line.
    package var description: String {
        self.issues.map(\.description).joined(separator: "\n")
    }
}
