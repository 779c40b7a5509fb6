/// Functions that make texts from files and other servers safe to print.
package enum UntrustedText {
    /// Returns the beginning of a text with its control characters escaped, so that a terminal or a log shows them and
    /// does not interpret them.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The maximum number of Unicode scalars to return.
    /// - Returns: The text, in which characters that are invisible or change the direction of text are written like
    ///   `\\u{1B}`.
    package static func escaped(_ text: String, limit: Int) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// Returns the escaped text, with an ellipsis if it was longer.
    package static func shortened(_ text: String, limit: Int) -> String {
        Self.escaped(text, limit: limit) + (text.unicodeScalars.dropFirst(limit).isEmpty ? "" : "…")
    }
}
