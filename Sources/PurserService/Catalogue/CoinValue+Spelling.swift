package import Ledger

extension CoinValue {
    /// A value from its spelling, a currency code and a decimal number: `CNY 0.0125`; `nil` when it is none.
    ///
    /// Up to six decimal places are taken.
    package init?(spelling: String) {
        let parts = spelling.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].isThreeLetterCode,
            let microunits = DecimalText.number(parts[1], digits: 9, places: 6)
        else { return nil }
        self.init(amountMicrounits: microunits, currency: String(parts[0]))
    }

    /// The spelling of the value: `CNY 0.0125`.
    package var spelling: String { "\(self.currency) \(DecimalText.rate(self.amountMicrounits))" }
}
