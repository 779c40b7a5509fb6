import Ledger

/// Numbers as people read them: grouped by thousands, with their unit.
///
/// English and Simplified Chinese group and punctuate alike.
enum DashboardNumbers {
    /// Returns a whole number: `12,904`, with a minus sign where it is negative.
    static func count(_ number: some BinaryInteger) -> String { Self.grouped("\(number)") }

    /// The currencies without a smaller unit (ISO 4217).
    private static let wholeCurrencies: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
        "XPF",
    ]
    /// The currencies whose smaller unit is a thousandth (ISO 4217).
    private static let thousandthCurrencies: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

    /// Returns an amount with its currency before it and as many decimal places as the currency has, or more where the
    /// amount has more: `CNY 18,442.00`, `JPY 3,750`, `−USD 4.162`.
    static func money(_ money: Money) -> String {
        let units = DecimalText.units(money.amountMilliunits)
        let amount = Self.grouped(Self.padded(units, to: Self.places(of: money.currency)))
        return money.amountMilliunits < 0 ? "−\(money.currency) \(amount.dropFirst())" : "\(money.currency) \(amount)"
    }

    /// Returns the number of decimal places of a currency.
    private static func places(of currency: String) -> Int {
        if Self.wholeCurrencies.contains(currency) { return 0 }
        return Self.thousandthCurrencies.contains(currency) ? 3 : 2
    }

    /// Returns a decimal number with at least so many decimal places.
    private static func padded(_ text: String, to places: Int) -> String {
        let decimals = text.firstIndex(of: ".").map { text[text.index(after: $0)...].count } ?? 0
        guard decimals < places else { return text }
        return text + (decimals == 0 ? "." : "") + String(repeating: "0", count: places - decimals)
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
