/// The total that a customer paid and was refunded, in US dollars, exactly.
///
/// A total is known only where every amount can be converted at a rate that the shop stated with its source and day.
package struct LifetimeDollars: Hashable, Sendable {
    /// The total paid in millionths of a thousandth of a dollar; `nil` where an amount is unknown or has no rate.
    package let purchased: Int128?
    /// The total refunded, in the same unit; `nil` where an amount is unknown or has no rate.
    package let refunded: Int128?

    /// The unit of sums: one dollar.
    package static let dollar: Int128 = 1000 * 1_000_000

    /// Unknown totals.
    package static let unknown = Self(purchased: nil, refunded: nil)

    /// Creates totals of these values.
    package init(purchased: Int128?, refunded: Int128?) {
        self.purchased = purchased
        self.refunded = refunded
    }

    /// Creates the totals of a customer.
    ///
    /// Purchases on other platforms count too, as Apple asks for all platforms. Where the customer is known to use
    /// other platforms and the shop stated no total for them, the totals are unknown.
    ///
    /// - Parameters:
    ///   - lines: All App Store purchases of the customer in Production.
    ///   - facts: The shop's facts about the customer.
    ///   - rates: The rates that the shop stated; rates to other currencies are ignored.
    package init(_ lines: [PurchaseLine], _ facts: CustomerFacts, at rates: [RuleRate]) {
        let known = Dictionary(rates.filter { $0.to == "USD" }.map { ($0.from, Int128($0.microunits)) }) { first, _ in
            first
        }
        func dollars(_ money: Money) -> Int128? {
            let rate = money.currency == "USD" ? 1_000_000 : known[money.currency]
            return rate.map { Int128(money.amountMilliunits) * $0 }
        }
        func elsewhere(_ amounts: [Money]?) -> Int128? {
            guard let amounts else { return facts.platforms?.contains(.other) == true ? nil : 0 }
            return amounts.reduce(Int128?.some(0)) { sum, money in
                sum.flatMap { sum in dollars(money).map { sum + $0 } }
            }
        }
        var purchased = elsewhere(facts.spentElsewhere)
        var refunded = elsewhere(facts.refundedElsewhere)
        for line in lines where line.ownership == .purchased {
            let paid = line.price.flatMap(dollars)
            purchased = purchased.flatMap { sum in paid.map { sum + $0 } }
            guard line.isRefunded else { continue }
            let share = line.refundedShare.map { Int128($0) }
            refunded = refunded.flatMap { sum in
                paid.flatMap { paid in share.map { sum + paid * $0 / Int128(RuleValue.wholeShare) } }
            }
        }
        self.init(purchased: purchased, refunded: refunded)
    }

    /// Returns the number of Apple's range in which a sum lies, from 1, nothing, to 7, two thousand dollars or more; 0
    /// where the sum is unknown.
    package static func range(_ sum: Int128?) -> Int32 {
        guard let sum else { return 0 }
        guard sum > 0 else { return 1 }
        let bounds: [Int128] = [50, 100, 500, 1000, 2000]
        return 2 + Int32(bounds.count { sum >= $0 * Self.dollar })
    }
}
