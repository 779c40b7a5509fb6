/// Amounts with the decimal places of their currency.
extension Money {
    /// The currencies without a smaller unit (ISO 4217).
    private static let wholeCurrencies: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
        "XPF",
    ]
    /// The currencies whose smaller unit is a thousandth (ISO 4217).
    private static let thousandthCurrencies: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

    /// Returns the number of decimal places of a currency.
    package static func places(of currency: String) -> Int {
        if Self.wholeCurrencies.contains(currency) { return 0 }
        return Self.thousandthCurrencies.contains(currency) ? 3 : 2
    }

    /// Returns an amount in milliunits, rounded to the decimal places of its currency; half is rounded away from zero.
    package static func rounded(_ milliunits: Int64, in currency: String) -> Int64 {
        Self.quotient(Int128(milliunits), 1, step: Self.step(of: currency))
    }

    /// Returns a share of the amount, in thousandths of a percent, rounded to the decimal places of its currency.
    ///
    /// Half is rounded away from zero; the whole amount stays as it is.
    package func share(_ share: Int64) -> Money {
        let isWhole = share.magnitude == RuleValue.wholeShare.magnitude
        let amount = Self.quotient(
            Int128(self.amountMilliunits) * Int128(share),
            Int128(RuleValue.wholeShare),
            step: isWhole ? 1 : Self.step(of: self.currency)
        )
        return Money(amountMilliunits: amount, currency: self.currency)
    }

    /// Returns the milliunits of the last decimal place of a currency.
    private static func step(of currency: String) -> Int128 {
        switch Self.places(of: currency) {
        case 0: 1000
        case 3: 1
        default: 10
        }
    }

    /// Returns a quotient, rounded to a multiple of a step.
    private static func quotient(_ number: Int128, _ divisor: Int128, step: Int128) -> Int64 {
        let whole = divisor * step
        return Int64(clamping: (number + (number < 0 ? -whole : whole) / 2) / whole * step)
    }
}
