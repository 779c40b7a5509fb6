/// Rows of text in columns that stand below each other.
///
/// Chinese characters take two places of a terminal and others one (Unicode Standard Annex 11, East Asian Width).
package enum Columns {
    /// The rows as lines; each column is as wide as its widest text, numbers stand on the right.
    ///
    /// The last column is as long as it is.
    package static func lines(_ rows: [[String]], rightAligned: Set<Int> = []) -> [String] {
        var widths: [Int] = []
        for row in rows {
            for (place, text) in row.enumerated() {
                if place == widths.count { widths.append(0) }
                widths[place] = max(widths[place], Self.width(of: text))
            }
        }
        return rows.map { row in
            let texts = row.enumerated().map { place, text in
                let space = String(repeating: " ", count: widths[place] - Self.width(of: text))
                if rightAligned.contains(place) { return space + text }
                return place == row.count - 1 ? text : text + space
            }
            return texts.joined(separator: "  ")
        }
    }

    /// How many places of a terminal a text takes.
    package static func width(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + (Self.isWide($1) ? 2 : 1) }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
