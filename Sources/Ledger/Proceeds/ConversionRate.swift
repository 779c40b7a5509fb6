/// An exchange rate that an operator stated, with its day and its source; the server converts by no other rate.
package struct ConversionRate: Hashable, Sendable {
    /// The maximum number of digits after the decimal point.
    private static let maximumDecimals = 9

    /// The currency that is converted.
    package let currency: String
    /// The rate as it was written.
    package let rate: String
    /// The day of the rate.
    package let day: PacificDay
    /// The publisher of the rate.
    package let source: String
    private let numerator: Int64
    private let denominator: Int64

    /// Creates a rate from its spelling, `EUR=1.08@2026-03-31:ECB`: one euro is 1.08 of the target currency.
    ///
    /// - Returns: `nil` where a part is missing or the rate is not a positive number.
    package init?(spelling: String) {
        guard let equals = spelling.firstIndex(of: "="), let at = spelling[equals...].firstIndex(of: "@"),
            let colon = spelling[at...].firstIndex(of: ":")
        else { return nil }
        let currency = spelling[..<equals]
        let rate = spelling[spelling.index(after: equals)..<at]
        let source = spelling[spelling.index(after: colon)...]
        let number = rate.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = number.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard currency.isThreeLetterCode,
            let day = PacificDay(text: String(spelling[spelling.index(after: at)..<colon])),
            (1...2).contains(number.count), isNumber, rate.utf8.count <= 16, !source.isEmpty, source.utf8.count <= 100,
            let digits = Int64(number.joined()), digits > 0
        else { return nil }
        let decimals = number.count == 2 ? number[1].utf8.count : 0
        guard decimals <= Self.maximumDecimals else { return nil }
        self.currency = String(currency)
        self.rate = String(rate)
        self.day = day
        self.source = String(source)
        self.numerator = digits
        self.denominator = (0..<decimals).reduce(1) { power, _ in power * 10 }
    }

    /// The spelling: `EUR=1.08@2026-03-31:ECB`.
    package var spelling: String { "\(self.currency)=\(self.rate)@\(self.day.text):\(self.source)" }

    /// Returns an amount of its currency in the target currency, rounded half away from zero to a milliunit.
    package func convert(_ milliunits: Int64) -> Int64 {
        let product = Int128(milliunits) * Int128(self.numerator) * 2
        let half = Int128(self.denominator)
        return Int64(clamping: (product + (product < 0 ? -half : half)) / (half * 2))
    }
}
