import Ledger

/// Numbers as people read them: grouped by thousands, with their unit.
///
/// English and Simplified Chinese group and punctuate alike.
enum DashboardNumbers {
    /// Returns a whole number: `12,904`, with a minus sign where it is negative.
    static func count(_ number: some BinaryInteger) -> String { Self.grouped("\(number)") }

    /// Returns an amount with its currency before it: `CNY 18,442.00`, `−CNY 5.85`.
    static func money(_ money: Money) -> String {
        let amount = Self.grouped(DecimalText.amount(money.amountMilliunits))
        return money.amountMilliunits < 0 ? "−\(money.currency) \(amount.dropFirst())" : "\(money.currency) \(amount)"
    }

    /// Returns an amount in thousandths of a currency, with the currency before it.
    static func money(_ milliunits: Int64, in currency: String) -> String {
        Self.money(Money(amountMilliunits: milliunits, currency: currency))
    }

    /// Returns an amount in thousandths without its currency, which stands elsewhere: `18,442`, `5.85`.
    static func amount(_ milliunits: Int64) -> String {
        let text = Self.grouped(DecimalText.amount(milliunits))
        return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
    }

    /// Returns an amount with its currency; a dash without one.
    static func money(_ money: Money?) -> String { money.map { Self.money($0) } ?? "–" }

    /// Returns a duration in its two largest units: `9 h 12 min`; `0 min` for one that is over.
    static func duration(_ span: Span, _ visit: DashboardVisit) -> String {
        let minutes = max(0, span.milliseconds / 60_000)
        let (days, hours) = (minutes / 1440, minutes / 60 % 24)
        if days > 0 { return visit.text("durationDays", "\(days)", "\(hours)") }
        if hours > 0 { return visit.text("durationHours", "\(hours)", "\(minutes % 60)") }
        return visit.text("durationMinutes", "\(minutes)")
    }

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

extension Instant {
    /// The day in UTC: `2026-11-27`.
    var dayText: String { CivilDay(of: self).text }

    /// The minute in UTC, within a sentence: `2026-11-27 09:00 UTC`.
    var minuteText: String { self.rfc3339.prefix(16).replacing("T", with: " ") + " UTC" }
}
