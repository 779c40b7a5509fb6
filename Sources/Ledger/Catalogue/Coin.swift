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
