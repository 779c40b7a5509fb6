internal import Foundation
internal import Yams

extension DocumentReader {
    /// Returns the issues for an error of the YAML parser.
    static func issues(of error: YamlError, text: String, file: String) -> [ValidationIssue] {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let place = context.map { ", \($0.text) that begins in line \($0.mark.line)" } ?? ""
            return [Self.syntaxIssue(problem + place, line: mark.line, text: text, file: file)]
        case .reader(let problem, let offset, _, _):
            let line = offset.map { 1 + text.prefix($0).count { $0.isNewline } }
            return [
                ValidationIssue(
                    file: file,
                    line: line,
                    problem: "not readable as text: \(problem)",
                    remedy: "Remove the control character."
                )
            ]
        case .duplicatedKeysInMapping(let duplicates, let context):
            return duplicates.map { key in
                let line = Self.lineOfSecond(key, after: context.mark, in: text)
                return ValidationIssue(
                    file: file,
                    line: line,
                    keyPath: key,
                    problem: "the key is written twice, first in line \(context.mark.line)",
                    remedy: "Keep one of the two."
                )
            }
        default:
            return [
                ValidationIssue(file: file, problem: "cannot be read as YAML", remedy: "Check that it is a YAML file.")
            ]
        }
    }

    private static func syntaxIssue(_ problem: String, line: Int, text: String, file: String) -> ValidationIssue {
        let lines = text.split(separator: "\n", maxSplits: line, omittingEmptySubsequences: false)
        let written = line >= 1 && line <= lines.count ? lines[line - 1] : ""
        let isIndentedByTab = written.prefix { $0 == " " || $0 == "\t" }.contains("\t")
        return ValidationIssue(
            file: file,
            line: line,
            problem: "not YAML: \(problem)",
            remedy: isIndentedByTab
                ? "Indent with spaces, not with tabs."
                : "Check the indentation, the quotes and the brackets here and in the line before."
        )
    }

    /// Returns the line of the second occurrence of a key: the parser only returns the first.
    private static func lineOfSecond(_ key: String, after first: Mark, in text: String) -> Int {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var fallback: Int?
        for (index, line) in lines.enumerated() where index + 1 >= first.line {
            var rest = line.unicodeScalars[...]
            var column = 1
            if index + 1 == first.line {
                rest = rest.dropFirst(first.column)
                column += first.column
            }
            guard let found = Self.column(of: key, in: rest, from: column) else { continue }
            if index + 1 == first.line || found == first.column {
                return index + 1
            }
            fallback = fallback ?? index + 1
        }
        return fallback ?? first.line
    }

    private static func column(of key: String, in line: Substring.UnicodeScalarView, from column: Int) -> Int? {
        let text = Array(line)
        let wanted = Array(key.unicodeScalars)
        guard text.count > wanted.count else { return nil }
        for start in 0..<(text.count - wanted.count) where text[start...].starts(with: wanted) {
            let isQuoted = start > 0 && (text[start - 1] == "\"" || text[start - 1] == "'")
            let before: Unicode.Scalar = start > 0 ? text[start - 1] : " "
            guard isQuoted || before == " " || before == "{" || before == "," else { continue }
            let after = text[(start + wanted.count)...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
            if after.first == ":" {
                return column + start - (isQuoted ? 1 : 0)
            }
        }
        return nil
    }
}
