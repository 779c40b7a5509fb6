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
        let step: Int128 =
            switch Self.places(of: currency) {
            case 0: 1000
            case 3: 1
            default: 10
            }
        let half = milliunits < 0 ? -step / 2 : step / 2
        return Int64(clamping: (Int128(milliunits) + half) / step * step)
    }
}
