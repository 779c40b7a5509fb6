import Ledger

/// Fragments of HTML pages.
package enum HTMLText {
    /// Returns text with the characters of markup escaped.
    package static func escaped(_ text: some StringProtocol) -> String {
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

    /// Returns an amount for display, rounded to the decimal places of its currency: `1,234.50`, `3,750`; negative
    /// amounts begin with a minus sign.
    package static func amount(_ milliunits: Int64, in currency: String) -> String {
        Self.grouped(DecimalText.amount(Money.rounded(milliunits, in: currency), in: currency))
    }

    /// Returns an amount with its currency for display: `USD 1,234.50`, `JPY 3,750`, `−USD 5.85`.
    package static func money(_ milliunits: Int64, in currency: String) -> String {
        let amount = Self.amount(milliunits, in: currency)
        guard amount.hasPrefix("\u{2212}") else { return "\(currency) \(amount)" }
        return "\u{2212}\(currency) \(amount.dropFirst())"
    }

    /// Returns a number of units for display: `1,200`, or `0.5` for a part of one.
    package static func units(_ thousandths: Int64) -> String { Self.grouped(DecimalText.units(thousandths)) }

    /// Returns tenths of a percent for display: `31.2 %`.
    package static func percent(_ perMille: Int64) -> String { Self.grouped(DecimalText.percent(perMille)) }

    /// Returns tenths of a percent for display, without a decimal place that is zero: `30 %`, `−0.5 %`.
    package static func shortPercent(_ perMille: Int64) -> String { Self.grouped(DecimalText.shortPercent(perMille)) }

    /// Returns a table that scrolls horizontally where it is too wide.
    ///
    /// - Parameters:
    ///   - label: What the table shows, for screen readers.
    ///   - head: The headings; those of the columns in `numbers` are aligned right.
    ///   - numbers: The positions of columns of numbers.
    ///   - rows: The cells, as HTML; the first cell of a row is its heading.
    /// - Returns: The table, as HTML.
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

    /// Returns a decimal number with a minus sign and with commas between its thousands.
    package static func grouped(_ decimal: String) -> String {
        let number = decimal.drop { $0 == "-" }
        let whole = number.prefix { $0 != "." && $0 != " " }
        var text = decimal.hasPrefix("-") ? "\u{2212}" : ""
        for (position, digit) in whole.enumerated() {
            if position > 0, (whole.utf8.count - position).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text + number.dropFirst(whole.count)
    }
}
