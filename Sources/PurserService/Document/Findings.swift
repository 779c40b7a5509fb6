/// All mistakes of a file, thrown together, so that one attempt shows everything there is to mend.
package struct Findings: Error, Hashable, CustomStringConvertible {
    /// The findings, at least one, in the order of the file.
    package let findings: [Finding]

    /// An error of these findings; they are put into the order of the lines, file by file as they first came.
    package init(_ findings: [Finding]) {
        var places: [String: Int] = [:]
        for finding in findings where places[finding.file] == nil {
            places[finding.file] = places.count
        }
        self.findings = findings.enumerated().sorted { left, right in
            let leftKey = (places[left.element.file] ?? 0, left.element.line ?? 0, left.offset)
            let rightKey = (places[right.element.file] ?? 0, right.element.line ?? 0, right.offset)
            return leftKey < rightKey
        }.map(\.element)
    }

    /// An error of one finding.
    package init(_ finding: Finding) {
        self.findings = [finding]
    }

    /// The messages, one a line.
    package var description: String {
        self.findings.map(\.description).joined(separator: "\n")
    }
}
