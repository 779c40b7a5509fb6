/// Texts from files and from other servers, made fit for a message.
package enum UntrustedText {
    /// Returns the beginning of a text with its control characters escaped, so that a terminal or a log shows it and
    /// does not obey it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The most scalars of it that are kept.
    /// - Returns: The text; characters that are invisible or turn the direction of others stand as `\\u{1B}`.
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

    /// Returns the same with an ellipsis where the text is longer.
    package static func shortened(_ text: String, limit: Int) -> String {
        Self.escaped(text, limit: limit) + (text.unicodeScalars.dropFirst(limit).isEmpty ? "" : "…")
    }
}
