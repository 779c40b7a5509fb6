import PurserService

/// Chooses what has to go where there is too much of something: from the addresses that hold the most, and the
/// costliest first.
///
/// Each address keeps up to the same level, so an address that holds little loses nothing to one that holds much,
/// however many pieces that one is cut into.
enum FairShare {
    /// One piece of what is held.
    struct Piece {
        /// Who holds it; pieces without an address belong to one holder.
        let address: NetworkAddress?
        /// How much it is.
        let size: Int
        /// What it has cost so far; the costliest pieces of an address go first.
        let cost: Double
    }

    /// Returns the indices of pieces that together are at least so much, or of all pieces where that is less.
    static func victims(among pieces: [Piece], freeing excess: Int) -> [Int] {
        guard excess > 0 else { return [] }
        var totals: [NetworkAddress?: Int] = [:]
        for piece in pieces { totals[piece.address, default: 0] += piece.size }
        let level = Self.level(of: Array(totals.values), freeing: excess)
        var victims: [Int] = []
        var freed = 0
        for index in pieces.indices.sorted(by: { pieces[$0].cost > pieces[$1].cost }) {
            let piece = pieces[index]
            guard freed < excess else { break }
            guard let total = totals[piece.address], total > level else { continue }
            totals[piece.address] = total - piece.size
            freed += piece.size
            victims.append(index)
        }
        return victims
    }

    /// How much each holder may keep so that at least `excess` is given up by those that hold more.
    private static func level(of totals: [Int], freeing excess: Int) -> Int {
        let sorted = totals.sorted(by: >)
        var sum = 0
        for (index, total) in sorted.enumerated() {
            sum += total
            // Rounded down, so that what is given up is enough.
            let level = (sum - excess) >= 0 ? (sum - excess) / (index + 1) : -1
            let next = index + 1 < sorted.count ? sorted[index + 1] : 0
            if level >= next { return level }
        }
        return 0
    }
}
