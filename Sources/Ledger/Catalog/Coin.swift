/// A kind of coins that products bring.
package struct Coin: Hashable, Sendable {
    /// How many coins a sum of money buys in the App Store.
    package let apple: CoinRate?
    /// How many coins a sum of money buys elsewhere.
    package let elsewhere: CoinRate?
    /// The least that a customer should have paid for one coin: whoever pays less than this is looked at.
    package let minimum: CoinValue?
    /// Which coins are spent first.
    package let spendOrder: SpendOrder
    /// What becomes of a debt.
    package let debtRepayment: DebtRepayment

    /// A kind of coins with these rates.
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

/// What one coin is worth, in millionths of a currency's unit: coins are often worth less than Apple's thousandth.
package struct CoinValue: Hashable, Sendable {
    /// Millionths of one unit of the currency.
    package let amountMicrounits: Int64
    /// The ISO 4217 code of the reference currency.
    package let currency: String

    /// A value in millionths of a unit.
    package init(amountMicrounits: Int64, currency: String) {
        self.amountMicrounits = amountMicrounits
        self.currency = currency
    }

    /// Whether so many coins for a sum are cheaper than this value allows; `nil` where the currency is another one.
    ///
    /// A sum in another currency has to be converted first, with a rate that whoever converts it can name.
    package func isAbove(_ sum: Money, for coins: Int) -> Bool? {
        guard sum.currency == self.currency, coins > 0 else { return nil }
        let value = self.amountMicrounits.multipliedFullWidth(by: Int64(coins))
        let paid = sum.amountMilliunits.multipliedFullWidth(by: 1000)
        return value.high != paid.high ? value.high > paid.high : value.low > paid.low
    }
}

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
