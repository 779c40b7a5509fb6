/// The seats that one transaction of a multiseat subscription covers.
///
/// The purchaser's transactions say how many seats there are and what they cost. A member's transaction, whose
/// ownership is `assigned`, repeats the purchaser's values, so they count for nothing there (App Store Server API 1.23,
/// transactionMultiSeatInfo).
package struct Seats: Hashable, Sendable {
    /// Who invites the members; Apple's `invitationManagement`.
    package enum Invitations: String, Hashable, Sendable, CaseIterable {
        /// Apple: every member has a transaction.
        case apple = "APPLE"
        /// The app: members have no transactions, and the claims on seats say who has access.
        case developer = "DEVELOPER"
    }

    /// A number of seats of one price.
    package struct Tier: Hashable, Sendable {
        /// The price of one seat, in thousandths of the unit of the transaction's currency.
        package let priceMilliunits: Int64
        /// The number of seats.
        package let quantity: Int

        /// Creates a tier with this price and number.
        package init(priceMilliunits: Int64, quantity: Int) {
            self.priceMilliunits = priceMilliunits
            self.quantity = quantity
        }
    }

    /// Who invites the members; `nil` where Apple sent a value that this version does not know, or none.
    package var invitations: Invitations?
    /// The seats by price, the most expensive first.
    package let tiers: [Tier]
    /// The number of seats that refunds took from the transaction.
    package var revokedCount: Int
    /// Whether the period has several transactions because seats were added; Apple's `additionalTransactionReason`.
    package var isAddition: Bool

    /// Creates seats with these values; tiers may come in any order and in parts, because Apple promises none.
    package init(
        invitations: Invitations? = nil,
        tiers: [Tier] = [],
        revokedCount: Int = 0,
        isAddition: Bool = false
    ) {
        self.invitations = invitations
        self.tiers = Self.ordered(tiers)
        self.revokedCount = max(revokedCount, 0)
        self.isAddition = isAddition
    }

    /// Returns the sum of price times quantity over all tiers; `nil` unless the tiers cover exactly a number of seats.
    ///
    /// A sum of other seats would be a price that no customer paid, so it counts as unknown.
    package func total(of quantity: Int) -> Int64? {
        var (seats, total) = (0, Int64(0))
        for tier in self.tiers {
            guard tier.quantity > 0, tier.priceMilliunits >= 0 else { return nil }
            let (price, isTooMuch) = tier.priceMilliunits.multipliedReportingOverflow(by: Int64(tier.quantity))
            let (sum, overflows) = total.addingReportingOverflow(price)
            let (count, isTooMany) = seats.addingReportingOverflow(tier.quantity)
            guard !isTooMuch, !overflows, !isTooMany else { return nil }
            (seats, total) = (count, sum)
        }
        return seats == quantity ? total : nil
    }

    /// Returns the share of a number of seats that refunds took, in thousandths of a percent.
    package func refundedShare(of quantity: Int) -> Int64 {
        guard quantity > 0 else { return 0 }
        return Int64(min(self.revokedCount, quantity)) * 100_000 / Int64(quantity)
    }

    /// Returns the number of seats of all tiers; `nil` without a tier, or where the tiers are none that can be counted.
    package static func count(of tiers: [Tier]) -> Int? {
        guard !tiers.isEmpty else { return nil }
        var count = 0
        for tier in tiers {
            let (sum, overflows) = count.addingReportingOverflow(tier.quantity)
            guard tier.quantity > 0, !overflows else { return nil }
            count = sum
        }
        return count
    }

    private static func ordered(_ tiers: [Tier]) -> [Tier] {
        guard tiers.count > 1 else { return tiers }
        var quantities: [Int64: Int] = [:]
        for tier in tiers {
            let known = quantities[tier.priceMilliunits] ?? 0
            let (sum, overflows) = known.addingReportingOverflow(tier.quantity)
            quantities[tier.priceMilliunits] = overflows ? .max : sum
        }
        return quantities.sorted { $0.key > $1.key }.map { Tier(priceMilliunits: $0.key, quantity: $0.value) }
    }
}
