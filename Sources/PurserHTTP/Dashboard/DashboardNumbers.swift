import Ledger
import Notation

/// Numbers as people read them: grouped by thousands, with their unit.
///
/// English and Simplified Chinese group and punctuate alike.
enum DashboardNumbers {
    /// Returns a whole number: `12,904`, with a minus sign where it is negative.
    static func count(_ number: Int64) -> String { Self.grouped("\(number)") }

    /// Returns an amount with its currency before it: `CNY 18,442.00`, `−CNY 5.85`.
    static func money(_ money: Money) -> String {
        let isNegative = money.amountMilliunits < 0
        let magnitude = Money(amountMilliunits: abs(money.amountMilliunits), currency: money.currency)
        return
            "\(isNegative ? "−" : "")\(money.currency) \(Self.grouped(DecimalText.amount(magnitude.amountMilliunits)))"
    }

    /// Returns an amount with its currency; a dash without one.
    static func money(_ money: Money?) -> String { money.map { Self.money($0) } ?? "–" }

    private static func grouped(_ text: String) -> String {
        let isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" }.split(separator: ".", maxSplits: 1)
        let digits = Array(parts.first ?? "0")
        var grouped = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        return (isNegative ? "−" : "") + grouped + (parts.count > 1 ? ".\(parts[1])" : "")
    }
}
