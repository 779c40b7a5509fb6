/// A price in one currency, in thousandths of its unit, as in Apple's data: 9.99 is 9990.
public struct WorldPrice: Hashable, Sendable, Codable {
    /// Thousandths of the currency's unit.
    public let milliunits: Int64
    /// The ISO 4217 code, such as `USD`.
    public let currency: String

    /// Creates a price.
    public init(milliunits: Int64, currency: String) {
        self.milliunits = milliunits
        self.currency = currency
    }

    /// The highest equalized price, far beyond real prices.
    private static let highest = 1e15

    /// Returns an equivalent price in the currency of a storefront, as the store sets it where the app has set none.
    ///
    /// Apple converts at current rates to customary price points, and publishes no table. The rates here are those of
    /// ``PriceIncrease/thresholdMilliunits(in:)``. The result is the nearest price in steps of about ten US cents:
    /// tenths less a hundredth, such as 8.59, for currencies with small amounts, and round numbers, such as 1500, for
    /// those with large ones. A price of zero stays zero.
    public func equalized(for storefront: WorldStorefront) -> WorldPrice {
        let currency = storefront.currency
        guard currency != self.currency, self.milliunits > 0 else {
            return WorldPrice(milliunits: self.milliunits, currency: currency)
        }
        let dollars = PriceIncrease.thresholdMilliunits(in: "USD") ?? 1
        let rate = PriceIncrease.thresholdMilliunits(in: currency) ?? dollars
        let worth =
            Double(self.milliunits) * Double(rate)
            / Double(PriceIncrease.thresholdMilliunits(in: self.currency) ?? dollars)
        // One fiftieth of five dollars.
        let cents = rate / 50
        var step: Int64 = cents < 1000 ? 100 : 1000
        while cents >= 1000, step * 10 <= cents { step *= 10 }
        let missing: Int64 = cents < 1000 ? 10 : 0
        let count = (min(worth, Self.highest) + Double(missing)) / Double(step)
        return WorldPrice(milliunits: max(Int64(count.rounded()), 1) * step - missing, currency: currency)
    }
}

/// A decimal price such as `9.99`, converted exactly to thousandths of the currency's unit, without floating point.
enum DecimalPrice {
    /// The reason why a text is not a price, as the problem of an issue.
    enum Refusal: String, Error {
        /// The text is not digits with at most one decimal point.
        case notDecimal = "is not a decimal number"
        /// The price has more than three decimals.
        case tooPrecise = "has more than three decimals"
        /// The price exceeds the limit.
        case tooLarge = "is larger than any price"
    }

    /// The largest price in thousandths: a thousand million units of any currency.
    static let limitMilliunits: Int64 = 1_000_000_000_000

    /// Returns the thousandths of a decimal number such as `29`, `0.5` or `199.99`.
    static func milliunits(_ text: String) throws(Refusal) -> Int64 {
        let parts = Array(text.utf8).split(
            separator: UInt8(ascii: "."),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let whole = parts.first ?? []
        let decimals = parts.count > 1 ? parts[1] : []
        guard !whole.isEmpty, parts.count == 1 || !decimals.isEmpty,
            (whole + decimals).allSatisfy({ (0x30...0x39).contains($0) })
        else { throw .notDecimal }
        guard decimals.dropFirst(3).allSatisfy({ $0 == 0x30 }) else { throw .tooPrecise }
        var milliunits: Int64 = 0
        let padded = decimals.prefix(3) + Array(repeating: 0x30, count: max(0, 3 - decimals.count))
        for digit in whole + padded {
            milliunits = milliunits * 10 + Int64(digit - 0x30)
            guard milliunits <= Self.limitMilliunits else { throw .tooLarge }
        }
        return milliunits
    }

    /// Returns the shortest decimal number of a value in thousandths, with no or at least two decimals.
    static func text(_ milliunits: Int64) -> String {
        let magnitude = milliunits.magnitude
        let sign = milliunits < 0 ? "-" : ""
        let thousandths = magnitude % 1000
        guard thousandths > 0 else { return "\(sign)\(magnitude / 1000)" }
        var decimals = String(String(1000 + thousandths).dropFirst())
        if decimals.hasSuffix("0") { decimals.removeLast() }
        return "\(sign)\(magnitude / 1000).\(decimals)"
    }
}
