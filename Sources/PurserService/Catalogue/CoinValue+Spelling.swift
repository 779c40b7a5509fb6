package import Ledger

extension CoinValue {
    /// A value from its spelling, a currency code and a decimal number: `CNY 0.0125`; `nil` when it is none.
    ///
    /// Up to six decimal places are taken.
    package init?(spelling: String) {
        let parts = spelling.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 3, parts[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) })
        else { return nil }
        let number = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(number.count), number.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            (1...9).contains(number[0].utf8.count)
        else { return nil }
        let places = number.count == 2 ? number[1] : "0"
        guard (1...6).contains(places.utf8.count), let units = Int64(number[0]),
            let millionths = Int64(places + String(repeating: "0", count: 6 - places.utf8.count))
        else { return nil }
        self.init(amountMicrounits: units * 1_000_000 + millionths, currency: String(parts[0]))
    }

    /// The spelling of the value: `CNY 0.0125`.
    package var spelling: String { "\(self.currency) \(DecimalText.rate(self.amountMicrounits))" }
}
