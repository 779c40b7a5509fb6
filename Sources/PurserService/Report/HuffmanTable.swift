/// The codes of one alphabet of a packed block (RFC 1951, 3.2.2), found by the bits that come next.
struct HuffmanTable: Sendable {
    /// The longest code in bits.
    private static let longest = 15

    /// How many bits find a symbol.
    let bitCount: Int
    /// What each value of these bits means: a symbol, and in the lowest four bits how many bits belong to it, 0 for none.
    let entries: [UInt16]

    /// The codes whose lengths are these, by symbol, 0 for a symbol that is not used; at most 288, each at most 15.
    ///
    /// `nil` where no such codes exist, or where some bits would mean nothing, unless there is one code or none.
    init?(_ lengths: some Collection<UInt8>) {
        var counts = [Int](repeating: 0, count: Self.longest + 1)
        for length in lengths { counts[Int(length)] += 1 }
        counts[0] = 0
        let codeCount = counts.reduce(0, +)
        guard codeCount > 0 else {
            self.bitCount = 1
            self.entries = [0, 0]
            return
        }
        let bitCount = counts.lastIndex { $0 > 0 } ?? 1
        var room = 1
        var code = 0
        var next = [Int](repeating: 0, count: Self.longest + 1)
        for length in 1...Self.longest {
            room = room * 2 - counts[length]
            guard room >= 0 else { return nil }
            code = (code + counts[length - 1]) * 2
            next[length] = code
        }
        guard room == 0 || (codeCount == 1 && bitCount == 1) else { return nil }
        var entries = [UInt16](repeating: 0, count: 1 << bitCount)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            let length = Int(length)
            // Codes are packed with their first bit lowest.
            var reversed = 0
            for bit in 0..<length where next[length] & (1 << bit) != 0 { reversed |= 1 << (length - 1 - bit) }
            next[length] += 1
            let entry = UInt16(symbol << 4 | length)
            for place in stride(from: reversed, to: entries.count, by: 1 << length) { entries[place] = entry }
        }
        self.bitCount = bitCount
        self.entries = entries
    }
}
