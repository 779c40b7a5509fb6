/// Lines of CSV by RFC 4180, safe to open in a spreadsheet.
package enum CSVText {
    /// Returns a line with its end; fields with commas, quotes or line ends are quoted.
    package static func line(_ fields: [String]) -> String {
        fields.map(Self.quoted).joined(separator: ",") + "\r\n"
    }

    /// Returns foreign text that no spreadsheet takes for a formula: an apostrophe stands before a beginning that one
    /// would evaluate.
    package static func guarded(_ text: String) -> String {
        guard let first = text.utf8.first, "=+-@\t\r\n".utf8.contains(first) else { return text }
        return "'" + text
    }

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
