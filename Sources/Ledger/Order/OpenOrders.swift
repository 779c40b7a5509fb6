/// The orders of a customer that wait for their payment, as sums.
package struct OpenOrders: Hashable, Sendable {
    /// How many there are.
    package private(set) var count: Int
    /// What they cost in each currency; orders whose price nobody knows add nothing.
    package private(set) var amountsMilliunits: [String: Int64]

    /// Sums of these values.
    package init(count: Int = 0, amountsMilliunits: [String: Int64] = [:]) {
        self.count = count
        self.amountsMilliunits = amountsMilliunits
    }

    /// Adds orders that cost so much together.
    package mutating func add(count: Int, amount: Money?) {
        self.count += count
        guard let amount else { return }
        let (sum, overflows) = self.amountsMilliunits[amount.currency, default: 0]
            .addingReportingOverflow(amount.amountMilliunits)
        self.amountsMilliunits[amount.currency] = overflows ? .max : sum
    }
}
