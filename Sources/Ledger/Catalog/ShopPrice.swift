/// The shop's own price of a product, which need not equal a price of the App Store.
package struct ShopPrice: Hashable, Sendable {
    /// The price that the shop asks for.
    package let price: Money
    /// The coins in which the server credits the difference to the App Store's price; `nil` for no credit.
    package let differenceCoin: String?

    /// Creates a price of the shop.
    package init(_ price: Money, differenceCoin: String? = nil) {
        self.price = price
        self.differenceCoin = differenceCoin
    }

    /// Returns the price in the App Store: the lowest price point that is not below the shop's price.
    package func storePrice(among points: PricePoints) -> Money? {
        points.nearest(notBelow: self.price)
    }

    /// Returns the coins that make up for what a customer paid above the shop's price, rounded half up; `nil` when the
    /// payment is in another currency or below the shop's price.
    package func difference(paid: Money, rate: CoinRate) -> Int? {
        guard paid.currency == self.price.currency else { return nil }
        let (more, isTooLarge) = paid.amountMilliunits.subtractingReportingOverflow(self.price.amountMilliunits)
        guard !isTooLarge, more >= 0 else { return nil }
        return rate.coins(for: Money(amountMilliunits: more, currency: paid.currency))
    }
}

/// The price points of the App Store, by currency.
///
/// The App Store sells nothing in a currency that is not listed.
package struct PricePoints: Hashable, Sendable {
    /// The amounts in milliunits, ascending, by ISO 4217 code.
    private let amounts: [String: [Int64]]

    /// Creates price points from these amounts, in any order.
    package init(_ amounts: [String: [Int64]] = [:]) {
        self.amounts = amounts.mapValues { Set($0).sorted() }.filter { !$0.value.isEmpty }
    }

    /// The currencies that have price points.
    package var currencies: [String] { self.amounts.keys.sorted() }

    /// Returns the price points in a currency, ascending.
    package func all(in currency: String) -> [Money] {
        (self.amounts[currency] ?? []).map { Money(amountMilliunits: $0, currency: currency) }
    }

    /// Returns the lowest price point that is not below a sum; `nil` when there is none.
    package func nearest(notBelow sum: Money) -> Money? {
        guard let amounts = self.amounts[sum.currency] else { return nil }
        let index = amounts.firstIndex(notBelow: sum.amountMilliunits) { $0 }
        guard index < amounts.count else { return nil }
        return Money(amountMilliunits: amounts[index], currency: sum.currency)
    }
}
