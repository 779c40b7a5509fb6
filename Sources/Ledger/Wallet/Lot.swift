/// Coins that were added to a wallet at once, and their current whereabouts.
///
/// Every coin of a lot is in one place: still in the lot, spent, lent to a debt, revoked, or removed. The coins in the
/// lot are the amount less all others, so a lot cannot lose or create a coin.
package struct Lot: Hashable, Sendable {
    /// The origin of coins.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// They were paid for.
        case paid
        /// A purchase gave them in addition to the paid ones.
        case bonus
        /// They compensate for a price in the App Store that is above the shop's own.
        case difference
        /// An operator granted them.
        case granted
    }

    /// The number of the lot in the wallet, from 1.
    package let number: Int64
    /// The origin of its coins.
    package let kind: Kind
    /// The purchase that gave it; `nil` for granted coins.
    package let purchase: PurchaseKey?
    /// The number of coins that were added.
    package let amount: Int64
    /// The instant at which it was added.
    package let createdAt: Instant
    /// The instant at which the remaining coins expire; `nil` for never.
    package let expiresAt: Instant?
    /// The number of coins that the customer has spent.
    package var spent: Int64 = 0
    /// The number of coins that repay debts of other lots now; they do not count as spent.
    package var lent: Int64 = 0
    /// The number of coins that are to be revoked.
    package var target: Int64 = 0
    /// The number of coins that were revoked.
    package var revoked: Int64 = 0
    /// The number of coins that have expired or that an operator removed.
    package var removed: Int64 = 0
    /// The number of owed coins that other lots have repaid.
    package var repaid: Int64 = 0
    /// Whether the coins that could not be revoked are forgiven.
    package var forgives = false
    /// Whether the remaining coins are held, so that they cannot be spent.
    package var isHeld = false

    /// Creates a new lot.
    package init(
        number: Int64,
        kind: Kind,
        purchase: PurchaseKey?,
        amount: Int64,
        createdAt: Instant,
        expiresAt: Instant?
    ) {
        self.number = number
        self.kind = kind
        self.purchase = purchase
        self.amount = amount
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// The remaining coins, held or not.
    package var left: Int64 { self.amount - self.spent - self.lent - self.revoked - self.removed }

    /// The coins that can be spent.
    package var spendable: Int64 { self.isHeld ? 0 : self.left }

    /// The coins that were to be revoked and were not available.
    package var missing: Int64 { self.target - self.revoked }

    /// The missing coins that became a debt, repaid or not.
    ///
    /// Coins that have expired, or that an operator removed, are not owed: the customer had no use of them.
    package var owed: Int64 { self.forgives ? 0 : self.missing - min(self.missing, self.removed) }

    /// The coins that are owed and not repaid.
    package var debt: Int64 { self.owed - self.repaid }

    /// The account of the remaining coins.
    var place: Movement.Account { self.isHeld ? .held : .available }

    /// The rank of such lots in the order of spending.
    package var rank: SpendOrder.Rank {
        if self.expiresAt != nil { return .expiring }
        switch self.kind {
        case .paid: return .paid
        case .bonus: return .bonus
        case .difference: return .difference
        case .granted: return .granted
        }
    }

    /// Returns the same lot under another number, as it is in another wallet.
    package func numbered(_ number: Int64) -> Self {
        var lot = Self(
            number: number,
            kind: self.kind,
            purchase: self.purchase,
            amount: self.amount,
            createdAt: self.createdAt,
            expiresAt: self.expiresAt
        )
        lot.spent = self.spent
        lot.lent = self.lent
        lot.target = self.target
        lot.revoked = self.revoked
        lot.removed = self.removed
        lot.repaid = self.repaid
        lot.forgives = self.forgives
        lot.isHeld = self.isHeld
        return lot
    }
}

/// The order in which lots are spent: by rank, and within a rank the earliest expiry first, then the earliest creation.
package struct SpendOrder: Hashable, Sendable {
    /// The ranks of an order of spending.
    package enum Rank: String, Hashable, Sendable, CaseIterable {
        /// Coins that expire, of any origin.
        case expiring
        /// Bonus coins that do not expire.
        case bonus
        /// Granted coins that do not expire.
        case granted
        /// Coins that compensate for a price.
        case difference
        /// Paid coins.
        case paid
    }

    /// The standard order: expiring coins first, then those that were free, then paid ones.
    package static let standard = Self([])

    /// Every rank once, first to last.
    package let ranks: [Rank]

    /// Creates the order of these ranks; those that it does not name follow in the standard order.
    package init(_ first: [Rank]) {
        var ranks: [Rank] = []
        for rank in first + Rank.allCases where !ranks.contains(rank) { ranks.append(rank) }
        self.ranks = ranks
    }

    /// Returns lots in the order in which they are spent.
    package func sorted(_ lots: [Lot]) -> [Lot] {
        func place(_ lot: Lot) -> (Int, Instant, Int64) {
            let rank = self.ranks.firstIndex(of: lot.rank) ?? self.ranks.count
            return (rank, lot.expiresAt ?? Instant(milliseconds: .max), lot.number)
        }
        return lots.sorted { place($0) < place($1) }
    }
}
