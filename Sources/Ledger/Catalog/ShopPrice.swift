/// The shop's own price of a product, where the App Store may have none that is equal to it.
package struct ShopPrice: Hashable, Sendable {
    /// What the shop asks for.
    package let price: Money
    /// The coins in which the difference to the App Store's price is credited; `nil` for no credit.
    package let differenceCoin: String?

    /// A price of the shop.
    package init(_ price: Money, differenceCoin: String? = nil) {
        self.price = price
        self.differenceCoin = differenceCoin
    }

    /// The price in the App Store: the nearest price point not below.
    package func storePrice(among points: PricePoints) -> Money? {
        points.nearest(notBelow: self.price)
    }

    /// The coins that make up for what a customer paid more than the shop asks for, rounded half up; `nil` where that
    /// cannot be said: in another currency, for less than the shop's price.
    package func difference(paid: Money, rate: CoinRate) -> Int? {
        guard paid.currency == self.price.currency else { return nil }
        let (more, isTooLarge) = paid.amountMilliunits.subtractingReportingOverflow(self.price.amountMilliunits)
        guard !isTooLarge, more >= 0 else { return nil }
        return rate.coins(for: Money(amountMilliunits: more, currency: paid.currency))
    }
}

/// The prices that the App Store has, by currency: nothing is sold there for any other.
package struct PricePoints: Hashable, Sendable {
    /// The amounts in milliunits, ascending, by ISO 4217 code.
    private let amounts: [String: [Int64]]

    /// The price points of these amounts, in any order.
    package init(_ amounts: [String: [Int64]] = [:]) {
        self.amounts = amounts.mapValues { Set($0).sorted() }.filter { !$0.value.isEmpty }
    }

    /// The currencies that there are prices in.
    package var currencies: [String] { self.amounts.keys.sorted() }

    /// The prices in a currency, ascending.
    package func all(in currency: String) -> [Money] {
        (self.amounts[currency] ?? []).map { Money(amountMilliunits: $0, currency: currency) }
    }

    /// The lowest price that is not below a sum, or `nil` where there is none.
    package func nearest(notBelow sum: Money) -> Money? {
        guard let amounts = self.amounts[sum.currency] else { return nil }
        let index = amounts.firstIndex(notBelow: sum.amountMilliunits) { $0 }
        guard index < amounts.count else { return nil }
        return Money(amountMilliunits: amounts[index], currency: sum.currency)
    }
}
