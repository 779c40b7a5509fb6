/// Coins that came into a wallet at once, and what has become of them.
///
/// Every coin of a lot is in one place: still there, spent, lent to a debt, revoked, or gone. What is there is what
/// the other places leave of the amount, so a lot cannot lose or make a coin.
package struct Lot: Hashable, Sendable {
    /// How coins come.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// They were paid for.
        case paid
        /// A purchase brought them on top of what was paid for.
        case bonus
        /// They make up for a price in the App Store that is above the shop's own.
        case difference
        /// Somebody gave them by hand.
        case granted
    }

    /// Its number in the wallet, from 1.
    package let number: Int64
    /// How its coins came.
    package let kind: Kind
    /// The purchase that brought it; `nil` for granted coins.
    package let purchase: PurchaseKey?
    /// How many coins it brought.
    package let amount: Int64
    /// When it came.
    package let createdAt: Instant
    /// When what is left of it expires; `nil` for never.
    package let expiresAt: Instant?
    /// How many the customer has spent.
    package var spent: Int64 = 0
    /// How many repay debts of other lots now; they are not spent.
    package var lent: Int64 = 0
    /// How many are to be revoked.
    package var target: Int64 = 0
    /// How many were revoked.
    package var revoked: Int64 = 0
    /// How many have expired or were taken away by hand.
    package var removed: Int64 = 0
    /// How many of those that are owed were repaid by other lots.
    package var repaid: Int64 = 0
    /// Whether what could not be revoked is forgiven.
    package var forgives = false
    /// Whether what is left is held, so that it cannot be spent.
    package var isHeld = false

    /// A lot as it comes.
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

    /// What is still there, held or not.
    package var left: Int64 { self.amount - self.spent - self.lent - self.revoked - self.removed }

    /// What can be spent.
    package var spendable: Int64 { self.isHeld ? 0 : self.left }

    /// What was to be revoked and was not there.
    package var missing: Int64 { self.target - self.revoked }

    /// What was missing and became a debt, repaid or not.
    ///
    /// What has expired, or was taken away by hand, is not owed: nobody
    /// had anything of it.
    package var owed: Int64 { self.forgives ? 0 : self.missing - min(self.missing, self.removed) }

    /// What is owed and not repaid.
    package var debt: Int64 { self.owed - self.repaid }

    /// Where what is left lies.
    var place: Movement.Account { self.isHeld ? .held : .available }

    /// The place in the order of spending that is given to lots like it.
    package var rank: SpendOrder.Rank {
        if self.expiresAt != nil { return .expiring }
        switch self.kind {
        case .paid: return .paid
        case .bonus: return .bonus
        case .difference: return .difference
        case .granted: return .granted
        }
    }

    /// The same lot under another number, as it is in another wallet.
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

/// In which order lots are spent: by rank, and within a rank what expires first, then what came first.
package struct SpendOrder: Hashable, Sendable {
    /// What an order tells apart.
    package enum Rank: String, Hashable, Sendable, CaseIterable {
        /// Whatever expires, however it came.
        case expiring
        /// Bonus coins that do not expire.
        case bonus
        /// Coins that somebody gave by hand and that do not expire.
        case granted
        /// Coins that make up for a price.
        case difference
        /// Coins that were paid for.
        case paid
    }

    /// Expiring first, then what cost nothing, then what was paid for.
    package static let standard = Self([])

    /// Every rank once, first to last.
    package let ranks: [Rank]

    /// The order of these ranks; those that it does not name follow in the standard order.
    package init(_ first: [Rank]) {
        var ranks: [Rank] = []
        for rank in first + Rank.allCases where !ranks.contains(rank) { ranks.append(rank) }
        self.ranks = ranks
    }

    /// Lots in the order in which they are spent.
    package func sorted(_ lots: [Lot]) -> [Lot] {
        func place(_ lot: Lot) -> (Int, Instant, Int64) {
            let rank = self.ranks.firstIndex(of: lot.rank) ?? self.ranks.count
            return (rank, lot.expiresAt ?? Instant(milliseconds: .max), lot.number)
        }
        return lots.sorted { place($0) < place($1) }
    }
}
