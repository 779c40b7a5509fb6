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
