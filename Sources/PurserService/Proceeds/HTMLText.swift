import Ledger

/// Pieces of a printed page.
enum HTMLText {
    /// Returns text as HTML shows it, with nothing in it that would be markup.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// Returns an amount as people read it: `1,234.50`; negative amounts begin with a minus sign.
    static func amount(_ milliunits: Int64) -> String {
        let (whole, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1000)
        var places = String(rest + 1000).dropFirst()
        if places.hasSuffix("0") { places = places.dropLast() }
        return "\(milliunits < 0 ? "\u{2212}" : "")\(Self.grouped(String(whole))).\(places)"
    }

    /// Returns a number of units: `1,200`, or `0.5` for a part of one.
    static func units(_ thousandths: Int64) -> String {
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        let sign = thousandths < 0 ? "\u{2212}" : ""
        guard rest != 0 else { return sign + Self.grouped(String(whole)) }
        var places = String(rest + 1000).dropFirst()
        while places.hasSuffix("0") { places = places.dropLast() }
        return sign + Self.grouped(String(whole)) + "." + places
    }

    /// Returns tenths of a percent: `31.2 %`.
    static func percent(_ perMille: Int64) -> String {
        "\(perMille < 0 ? "\u{2212}" : "")\(perMille.magnitude / 10).\(perMille.magnitude % 10) %"
    }

    /// Returns a table in a box of its own that scrolls where it is too wide.
    ///
    /// - Parameters:
    ///   - label: What it shows, for those who do not see it.
    ///   - head: The headings; those at the positions of `numbers` stand on the right.
    ///   - numbers: The positions of columns of numbers.
    ///   - rows: The cells, HTML; a row's first cell names it.
    /// - Returns: The table, HTML.
    static func table(_ label: String, _ head: [String], numbers: Set<Int>, _ rows: [[String]]) -> String {
        func side(_ position: Int) -> String { numbers.contains(position) ? " class=\"num\"" : "" }
        var html = "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"\(Self.escaped(label))\"><table>"
        html += "<thead><tr>"
        for (position, text) in head.enumerated() {
            html += "<th scope=\"col\"\(side(position))>\(Self.escaped(text))</th>"
        }
        html += "</tr></thead><tbody>"
        for row in rows {
            html += "<tr>"
            for (position, cell) in row.enumerated() {
                html +=
                    position == 0 ? "<th scope=\"row\"\(side(0))>\(cell)</th>" : "<td\(side(position))>\(cell)</td>"
            }
            html += "</tr>"
        }
        return html + "</tbody></table></div>"
    }

    private static func grouped(_ digits: String) -> String {
        var text = ""
        for (position, digit) in digits.enumerated() {
            if position > 0, (digits.utf8.count - position).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
