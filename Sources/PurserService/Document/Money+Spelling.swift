package import Ledger

extension Money {
    /// An amount from its spelling, a currency code and a decimal number: `USD 9.99`; `nil` when it is none.
    ///
    /// Up to three decimal places are taken, because Apple counts in thousandths.
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
