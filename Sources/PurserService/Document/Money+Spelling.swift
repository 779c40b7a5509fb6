package import Ledger

extension Money {
    /// Creates an amount from its spelling, a currency code and a decimal number: `USD 9.99`; returns `nil` for any
    /// other text.
    ///
    /// At most three decimal places are accepted, because Apple counts in thousandths.
    package init?(spelling: String) {
        let parts = spelling.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].isThreeLetterCode,
            let milliunits = DecimalText.number(parts[1], digits: 12, places: 3)
        else { return nil }
        self.init(amountMilliunits: milliunits, currency: String(parts[0]))
    }

    /// The spelling of the amount: `USD 9.99`.
    package var spelling: String { "\(self.currency) \(DecimalText.amount(self.amountMilliunits))" }
}

extension Span {
    /// The longest span that can be written: ten years, in days.
    private static let spellingLimit = Span.days(3660)

    /// Creates a span from its spelling, a whole number and a unit: `10s`, `2min`, `1h`, `3d`; returns `nil` for any
    /// other text.
    package init?(spelling: String) {
        let digits = spelling.prefix { "0"..."9" ~= $0 }
        guard digits.utf8.count <= 9, let count = Int64(digits) else { return nil }
        let span: Span
        switch spelling.dropFirst(digits.count) {
        case "s": span = .seconds(count)
        case "min": span = .minutes(count)
        case "h": span = .hours(count)
        case "d": span = .days(count)
        default: return nil
        }
        guard span <= Self.spellingLimit else { return nil }
        self = span
    }
}
