/// The text of a file of rules, made ready for a parser of YAML.
enum RuleText {
    /// The keys whose value is an answer.
    private static let keys = ["answer:", "otherwise:"]

    /// The same text with answers such as `hold, 10min, then: none` within quotes.
    ///
    /// To YAML their colon would begin another key. Lines stay where they are, and nothing else is touched.
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
