/// Rows of texts, aligned in columns as a terminal shows them.
package enum TextColumns {
    /// The rows as lines: each column as wide as its widest text, two blanks between them; numbers stand on the right.
    package static func lines(_ rows: [[String]], rightAligned: Set<Int> = []) -> [String] {
        var widths: [Int] = []
        for row in rows {
            for (column, text) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], self.width(text))
            }
        }
        return rows.map { row in
            let line = row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - self.width(text))
                if rightAligned.contains(column) { return space + text }
                return column == row.count - 1 ? text : text + space
            }.joined(separator: "  ")
            return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
        }
    }

    /// A text as one cell: what would break the line, or move the cursor of a terminal, is a blank.
    package static func cell(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
            )
        )
    }

    /// How many cells of a terminal a text takes: what Chinese is written with takes two each.
    package static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { sum, scalar in
            switch scalar.value {
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
                0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
                sum + 2
            default: scalar.properties.generalCategory == .nonspacingMark ? sum : sum + 1
            }
        }
    }
}
