/// An amount in one currency, exactly as Apple states it: thousandths of the currency's unit.
package struct Money: Hashable, Sendable {
    /// The amount in thousandths of the currency's unit: 9.99 dollars are 9990.
    package let amountMilliunits: Int64
    /// The ISO 4217 code.
    package let currency: String

    /// Creates an amount in milliunits of a currency.
    package init(amountMilliunits: Int64, currency: String) {
        self.amountMilliunits = amountMilliunits
        self.currency = currency
    }
}
