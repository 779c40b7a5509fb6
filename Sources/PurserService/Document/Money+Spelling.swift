package import Ledger

extension Money {
    /// An amount from its spelling, a currency code and a decimal number: `USD 9.99`; `nil` when it is none.
    ///
    /// Up to three decimal places are taken, because Apple counts in thousandths.
    package init?(spelling: String) {
        let parts = spelling.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 3, parts[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) })
        else { return nil }
        let number = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(number.count), number.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            (1...12).contains(number[0].utf8.count)
        else { return nil }
        let places = number.count == 2 ? number[1] : "0"
        guard (1...3).contains(places.utf8.count), let units = Int64(number[0]),
            let thousandths = Int64(places + String(repeating: "0", count: 3 - places.utf8.count))
        else { return nil }
        self.init(amountMilliunits: units * 1000 + thousandths, currency: String(parts[0]))
    }

    /// The spelling of the amount: `USD 9.99`.
    package var spelling: String { "\(self.currency) \(DecimalText.amount(self.amountMilliunits))" }
}
