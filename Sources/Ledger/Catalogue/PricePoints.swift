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
