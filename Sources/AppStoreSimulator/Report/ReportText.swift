/// The text of a report: tab-separated lines, of which the first names the columns, and a blank field is a space.
enum ReportText {
    /// The text of a report: lines before the names of the columns, the names, the rows, and lines after them.
    ///
    /// With `hasNewColumn` there is a column that no published description has, amid the others.
    static func text(
        columns: [String],
        rows: [[String]],
        before: [[String]] = [],
        after: [[String]] = [],
        hasNewColumn: Bool = false
    ) -> [UInt8] {
        func widened(_ fields: [String], _ added: String) -> [String] {
            guard hasNewColumn, fields.count > 4 else { return fields }
            return fields.prefix(4) + [added] + fields.dropFirst(4)
        }
        let lines = before + [widened(columns, "Sales Channel")] + rows.map { widened($0, "App Store") } + after
        var text: [UInt8] = []
        for line in lines {
            let fields = line.map { $0.isEmpty ? " " : Self.plain($0) }
            text += fields.joined(separator: "\t").utf8
            text.append(0x0A)
        }
        return text
    }

    /// Text without tabs and ends of lines, which would shift the fields.
    private static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
