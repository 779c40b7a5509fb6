/// A price in one currency, in thousandths of its unit as Apple states prices: 9.99 is 9990.
public struct WorldPrice: Hashable, Sendable, Codable {
    /// Thousandths of the currency's unit.
    public let milliunits: Int64
    /// The ISO 4217 code, such as `USD`.
    public let currency: String

    /// A price of so many thousandths in this currency.
    public init(milliunits: Int64, currency: String) {
        self.milliunits = milliunits
        self.currency = currency
    }

    /// The highest price that is made of another, far beyond what is sold.
    private static let highest = 1e15

    /// About the same price in the currency of a storefront, as the store sets it where the app has set none.
    ///
    /// Apple converts at the rates of the day to prices that it deems usual, and publishes no table. The rates here are
    /// those of ``PriceIncrease/thresholdMilliunits(in:)``. The price is the nearest in steps of some ten US cents:
    /// tenths less a hundredth, such as 8.59, in currencies with a small number, and round numbers, such as 1500, in
    /// those with a large one. Nothing remains nothing.
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
        // The fiftieth part of five dollars.
        let cents = rate / 50
        var step: Int64 = cents < 1000 ? 100 : 1000
        while cents >= 1000, step * 10 <= cents { step *= 10 }
        let missing: Int64 = cents < 1000 ? 10 : 0
        let count = (min(worth, Self.highest) + Double(missing)) / Double(step)
        return WorldPrice(milliunits: max(Int64(count.rounded()), 1) * step - missing, currency: currency)
    }
}

/// A price as people write it, `9.99`, in thousandths of the currency's unit; exact, without floating point.
enum DecimalPrice {
    /// Why a text is no price, as the problem of an issue.
    enum Refusal: String, Error {
        /// It is not digits with at most one point.
        case notDecimal = "is no decimal number"
        /// It has parts of a thousandth.
        case tooPrecise = "has more than three decimals"
        /// It is larger than any price.
        case tooLarge = "is larger than any price"
    }

    /// The largest price in thousandths: a thousand million units of any currency.
    static let limitMilliunits: Int64 = 1_000_000_000_000

    /// The thousandths of a decimal number such as `29`, `0.5` or `199.99`.
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

    /// The shortest decimal number of so many thousandths, with at least two decimals if any.
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
