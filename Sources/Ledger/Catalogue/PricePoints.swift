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
        var bounds = 0..<amounts.count
        while !bounds.isEmpty {
            let middle = bounds.lowerBound + bounds.count / 2
            bounds =
                amounts[middle] < sum.amountMilliunits ? middle + 1..<bounds.upperBound : bounds.lowerBound..<middle
        }
        guard bounds.lowerBound < amounts.count else { return nil }
        return Money(amountMilliunits: amounts[bounds.lowerBound], currency: sum.currency)
    }
}
