package import AppStore

/// A list in the output of a command.
///
/// For people it has rows below their headings; for programs, one JSON object per line; if it is empty, a sentence on
/// standard error says so and names the next step.
package struct Listing: Sendable {
    /// A column with a heading.
    package struct Column: Sendable {
        /// The heading.
        let heading: LocalizedText
        /// Whether its cells are aligned to the right.
        let isNumber: Bool
        /// Returns the cell of a row.
        let cell: @Sendable (JSONValue, Language) -> String

        /// Creates a column whose cells a function returns.
        package init(
            _ heading: LocalizedText,
            isNumber: Bool = false,
            cell: @escaping @Sendable (_ row: JSONValue, _ language: Language) -> String
        ) {
            self.heading = heading
            self.isNumber = isNumber
            self.cell = cell
        }

        /// Creates a column of a member, whose path may have dots; `none` is the cell of a row without it.
        package init(_ heading: LocalizedText, of path: String, none: LocalizedText = "", isNumber: Bool = false) {
            self.init(heading, isNumber: isNumber) { row, language in
                let text = row.member(path).plain
                return text.isEmpty ? none.text(in: language) : text
            }
        }
    }

    private let none: LocalizedText
    private let columns: [Column]?

    /// Creates a list with a sentence for the case that it is empty; without columns, it has those of the rows'
    /// members.
    package init(none: LocalizedText, _ columns: [Column]? = nil) {
        self.none = none
        self.columns = columns
    }

    /// Returns rows for people: a heading above each column, without columns that are empty in every row.
    package func lines(_ rows: [JSONValue], in language: Language) -> [String] {
        guard let columns = self.columns else { return Self.groups(of: rows).flatMap { Self.derivedLines($0) } }
        return Self.lines(rows, columns, in: language)
    }

    /// Writes rows, and to standard error how to see more, or that there are none.
    ///
    /// - Parameters:
    ///   - rows: The rows, JSON objects.
    ///   - next: The `--cursor` of the next rows; `nil` if there are none.
    ///   - isJSON: Whether to write JSON for programs.
    ///   - language: The language of the headings and sentences.
    ///   - stream: The stream for the rows.
    func write(
        _ rows: [JSONValue],
        next: String? = nil,
        isJSON: Bool,
        in language: Language = .english,
        to stream: StandardStream = .output
    ) {
        if isJSON {
            for row in rows { stream.write(json: row) }
        } else if rows.isEmpty {
            self.writeNone(in: language)
        } else {
            for line in self.lines(rows, in: language) { stream.write(line: line) }
        }
        guard let next else { return }
        let more = LocalizedText("More: --cursor", "还有更多：--cursor").text(in: language)
        StandardStream.error.write(line: "\(more) \(ShellArgument(next))")
    }

    /// Writes to standard error that the list is empty.
    func writeNone(in language: Language) { StandardStream.error.write(line: self.none.text(in: language)) }

    /// Returns the lines of rows whose members determine the columns.
    static func derivedLines(_ rows: [JSONValue]) -> [String] {
        var names: [String] = []
        for case .object(let members) in rows {
            for member in members where !names.contains(member.key) { names.append(member.key) }
        }
        let columns = names.map { name in
            let isNumber = rows.allSatisfy { row in
                if case .number? = row[name] { true } else { row[name] == nil }
            }
            return Column(LocalizedText(Self.heading(name)), isNumber: isNumber) { row, _ in
                row[name] == .array([]) ? "none" : row[name].plain
            }
        }
        return Self.lines(rows, columns, in: .english)
    }

    private static func lines(_ rows: [JSONValue], _ columns: [Column], in language: Language) -> [String] {
        guard !rows.isEmpty else { return [] }
        let cells = rows.map { row in columns.map { TextColumns.cell($0.cell(row, language)) } }
        let shown = columns.indices.filter { column in cells.contains { !$0[column].isEmpty } }
        let table =
            [shown.map { columns[$0].heading.text(in: language) }] + cells.map { row in shown.map { row[$0] } }
        let numbers = shown.indices.filter { columns[shown[$0]].isNumber }
        return TextColumns.lines(table, rightAligned: Set(numbers))
    }

    /// Rows of different kinds have separate tables, in the order of the first row of each kind.
    private static func groups(of rows: [JSONValue]) -> [[JSONValue]] {
        var kinds: [String] = []
        for row in rows where !kinds.contains(row["type"].plain) { kinds.append(row["type"].plain) }
        return kinds.map { kind in rows.filter { $0["type"].plain == kind } }
    }

    /// Returns a member's name as a heading: `expiresAt` becomes `EXPIRES AT`.
    private static func heading(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            if character.isUppercase { text.append(" ") }
            text.append(character.uppercased())
        }
    }
}

/// Rows of texts, aligned in columns as a terminal shows them.
package enum TextColumns {
    /// Returns rows as lines: each column is as wide as its widest text, with two spaces between them; numbers are
    /// aligned to the right.
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

    /// Returns a text as one cell: characters that would break the line, or move the cursor of a terminal, become
    /// spaces.
    package static func cell(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
            )
        )
    }

    /// Returns the number of terminal cells of a text; a Chinese character takes two.
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
