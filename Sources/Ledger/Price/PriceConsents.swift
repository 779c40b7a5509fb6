/// What the customers of a subscription said to a higher price, as Apple stated it last of each.
package struct PriceConsents: Hashable, Sendable {
    /// How many were asked and have not agreed.
    package var waiting: Int
    /// How many agreed, or did not have to.
    package var agreed: Int

    /// Creates counts.
    package init(waiting: Int = 0, agreed: Int = 0) {
        self.waiting = waiting
        self.agreed = agreed
    }

    /// Counts what Apple states of one: its `priceIncreaseStatus`; nothing where Apple says nothing.
    package mutating func count(_ status: Int?) {
        switch status {
        case 0: self.waiting += 1
        case 1: self.agreed += 1
        default: break
        }
    }

    /// Adds the counts of others.
    package static func += (one: inout Self, other: Self) {
        one.waiting += other.waiting
        one.agreed += other.agreed
    }
}
