import PurserService

/// Selects what to release of a scarce resource: from the addresses that hold the most, the costliest pieces first.
///
/// Each address keeps up to the same level, so an address that holds little loses nothing to one that holds much,
/// regardless of the number of pieces.
enum FairShare {
    /// A piece of the resource.
    struct Piece {
        /// The holder; pieces without an address belong to one holder.
        let address: NetworkAddress?
        /// The size of the piece.
        let size: Int
        /// The cost so far; the costliest pieces of an address are released first.
        let cost: Double
    }

    /// Returns the indices of pieces whose total size is at least `excess`, or of all pieces if that is less.
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

    /// Returns how much each holder may keep, so that the holders with more release at least `excess`.
    private static func level(of totals: [Int], freeing excess: Int) -> Int {
        let sorted = totals.sorted(by: >)
        var sum = 0
        for (index, total) in sorted.enumerated() {
            sum += total
            // It is rounded down, so that enough is released.
            let level = (sum - excess) >= 0 ? (sum - excess) / (index + 1) : -1
            let next = index + 1 < sorted.count ? sorted[index + 1] : 0
            if level >= next { return level }
        }
        return 0
    }
}
