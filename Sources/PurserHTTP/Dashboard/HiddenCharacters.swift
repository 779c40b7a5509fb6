/// Controls and format characters, which cannot be seen and can make a name on a page look like another one.
///
/// A page shows them as text, such as `\u{202E}`, wherever a person reads. They stay in attributes, from which forms and
/// scripts take their values, in text areas, and in documents (`pre`).
enum HiddenCharacters {
    /// The elements whose text stays as it is.
    private static let exact = ["pre", "textarea"]

    /// Returns a page, whose values are escaped for HTML, with its hidden characters shown.
    static func shown(in page: String) -> String {
        guard page.unicodeScalars.contains(where: { Self.isHidden($0, after: " ") }) else { return page }
        var shown = String.UnicodeScalarView()
        var tag: String?
        var isExact = false
        var previous: Unicode.Scalar = " "
        for scalar in page.unicodeScalars {
            if tag == nil, scalar != "<", !isExact, Self.isHidden(scalar, after: previous) {
                shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            } else {
                shown.append(scalar)
            }
            switch scalar {
            case "<": tag = ""
            case ">":
                let name = (tag ?? "").prefix { !$0.isWhitespace }
                if Self.exact.contains(String(name)) { isExact = true }
                if name.hasPrefix("/"), Self.exact.contains(String(name.dropFirst())) { isExact = false }
                tag = nil
            default: tag?.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return String(shown)
    }

    /// Returns whether a character is hidden: it has no shape, or turns the direction of what is around it.
    ///
    /// The characters that join emoji and the letters of some scripts count only behind ASCII, which they never join.
    private static func isHidden(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
        if (0x20...0x7E).contains(scalar.value) { return false }
        switch scalar.properties.generalCategory {
        case .control: return !["\t", "\n", "\r"].contains(scalar)
        case .lineSeparator, .paragraphSeparator: return true
        case .format:
            let joins = scalar == "\u{200C}" || scalar == "\u{200D}" || (0xE0020...0xE007F).contains(scalar.value)
            return !joins || previous.isASCII
        default: return false
        }
    }
}
