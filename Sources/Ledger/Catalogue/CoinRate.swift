/// How many coins a sum of money buys.
package struct CoinRate: Hashable, Sendable {
    /// The coins that `unit` buys; at least 1.
    package let coins: Int
    /// The sum of money; more than nothing.
    package let unit: Money

    /// A rate, or `nil` when it gives nothing or asks for nothing.
    package init?(coins: Int, for unit: Money) {
        guard coins > 0, unit.amountMilliunits > 0 else { return nil }
        self.coins = coins
        self.unit = unit
    }

    /// The coins for a sum, rounded half up; `nil` for another currency, for less than nothing, and where the number of
    /// coins is too large to be counted.
    package func coins(for sum: Money) -> Int? {
        guard sum.currency == self.unit.currency, sum.amountMilliunits >= 0 else { return nil }
        // Products in double width: no sum of money is lost or rounded on the way.
        let unit = UInt64(self.unit.amountMilliunits)
        let product = UInt64(self.coins).multipliedFullWidth(by: UInt64(sum.amountMilliunits))
        guard product.high < unit else { return nil }
        let (whole, rest) = unit.dividingFullWidth(product)
        guard whole < UInt64(Int64.max) else { return nil }
        return Int(rest >= unit - rest ? whole + 1 : whole)
    }
}
