/// A kind of coins that products grant.
package struct Coin: Hashable, Sendable {
    /// The number of coins that a sum of money buys in the App Store.
    package let apple: CoinRate?
    /// The number of coins that a sum of money buys elsewhere.
    package let elsewhere: CoinRate?
    /// The lowest price of one coin; a customer who paid less raises a risk signal.
    package let minimum: CoinValue?
    /// The order in which coins are spent.
    package let spendOrder: SpendOrder
    /// The repayment of a debt.
    package let debtRepayment: DebtRepayment

    /// Creates a kind of coins with these rates.
    package init(
        apple: CoinRate? = nil,
        elsewhere: CoinRate? = nil,
        minimum: CoinValue? = nil,
        spendOrder: SpendOrder = .standard,
        debtRepayment: DebtRepayment = .nextCredit
    ) {
        self.apple = apple
        self.elsewhere = elsewhere
        self.minimum = minimum
        self.spendOrder = spendOrder
        self.debtRepayment = debtRepayment
    }
}

/// The name of a kind of coins, as the catalog spells it.
package typealias CoinName = Identifier<Coin>

/// The value of one coin, in millionths of a currency's unit; a coin is often worth less than Apple's thousandth.
package struct CoinValue: Hashable, Sendable {
    /// Millionths of one unit of the currency.
    package let amountMicrounits: Int64
    /// The ISO 4217 code of the reference currency.
    package let currency: String

    /// Creates a value in millionths of a unit.
    package init(amountMicrounits: Int64, currency: String) {
        self.amountMicrounits = amountMicrounits
        self.currency = currency
    }

    /// Returns whether this many coins for a sum are cheaper than this value allows; `nil` when the currency differs.
    ///
    /// The caller first converts a sum in another currency, with a rate that it can name.
    package func isAbove(_ sum: Money, for coins: Int) -> Bool? {
        guard sum.currency == self.currency, coins > 0 else { return nil }
        let value = self.amountMicrounits.multipliedFullWidth(by: Int64(coins))
        let paid = sum.amountMilliunits.multipliedFullWidth(by: 1000)
        return value.high != paid.high ? value.high > paid.high : value.low > paid.low
    }
}

/// The number of coins that a sum of money buys.
package struct CoinRate: Hashable, Sendable {
    /// The coins that `unit` buys; at least 1.
    package let coins: Int
    /// The sum of money; greater than zero.
    package let unit: Money

    /// Creates a rate; `nil` unless both the coins and the sum are positive.
    package init?(coins: Int, for unit: Money) {
        guard coins > 0, unit.amountMilliunits > 0 else { return nil }
        self.coins = coins
        self.unit = unit
    }

    /// Returns the coins for a sum, rounded half up; `nil` for another currency, for a negative sum, and when the
    /// number of coins overflows.
    package func coins(for sum: Money) -> Int? {
        guard sum.currency == self.unit.currency, sum.amountMilliunits >= 0 else { return nil }
        // The products have double width, so that no sum of money overflows or is rounded on the way.
        let unit = UInt64(self.unit.amountMilliunits)
        let product = UInt64(self.coins).multipliedFullWidth(by: UInt64(sum.amountMilliunits))
        guard product.high < unit else { return nil }
        let (whole, rest) = unit.dividingFullWidth(product)
        guard whole < UInt64(Int64.max) else { return nil }
        return Int(rest >= unit - rest ? whole + 1 : whole)
    }
}
