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
