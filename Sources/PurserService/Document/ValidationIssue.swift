/// One mistake in what somebody wrote: what is wrong, where, and what would be right.
///
/// Every message about a written file has this one form, `file:line: key.path: problem. Remedy`, so that people and
/// editors can jump to the place.
package struct ValidationIssue: Hashable, Sendable, CustomStringConvertible {
    /// The file as the reader of the message names it, or `environment`.
    package let file: String
    /// The line, counted from 1; `nil` when the file as a whole is meant.
    package let line: Int?
    /// The keys that lead to the place, joined by dots, or the name of an environment variable; may be empty.
    package let keyPath: String
    /// What is wrong, without a full stop.
    package let problem: String
    /// What would be right, and the command that helps, as whole sentences.
    package let remedy: String

    /// An issue of these parts.
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

/// All mistakes of a file, thrown together, so that one attempt shows everything there is to mend.
package struct ValidationIssues: Error, Hashable, CustomStringConvertible {
    /// The issues, at least one, in the order of the file.
    package let issues: [ValidationIssue]

    /// An error of these issues; they are put into the order of the lines, file by file as they first came.
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

    /// An error of one issue.
    package init(_ issue: ValidationIssue) {
        self.issues = [issue]
    }

    /// The messages, one a line.
    package var description: String {
        self.issues.map(\.description).joined(separator: "\n")
    }
}
