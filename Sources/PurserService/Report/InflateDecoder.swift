/// Decompresses deflate data (RFC 1951) up to a maximum size.
struct InflateDecoder {
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]
    /// The order in which the code lengths of the code length alphabet are stored.
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let fixedLengths = HuffmanTable(
        [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112) + [UInt8](repeating: 7, count: 24)
            + [UInt8](repeating: 8, count: 8)
    )
    // The last two distance codes are invalid but take part in the construction.
    private static let fixedDistances = HuffmanTable([UInt8](repeating: 5, count: 32))

    /// The size below which a block with dynamic codes counts as small, unless it is the last; compressors produce four
    /// times as much.
    private static let smallBlockByteCount = 4096

    private let input: [UInt8]
    private let limit: Int
    /// The position of the next unread byte.
    private var position: Int
    /// The number of further small blocks with dynamic codes that are allowed; building their tables costs more than
    /// they yield.
    private(set) var smallBlocks: Int
    private var bits: UInt64 = 0
    private var bitCount = 0
    /// The decompressed bytes.
    private(set) var output: [UInt8] = []

    /// Creates a decoder of compressed bytes from a position of a file.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - position: The position of the first compressed byte.
    ///   - limit: The maximum number of decompressed bytes.
    ///   - smallBlocks: The maximum number of small blocks with dynamic codes.
    init(_ input: [UInt8], from position: Int, limit: Int, smallBlocks: Int) {
        self.input = input
        self.position = position
        self.limit = limit
        self.smallBlocks = smallBlocks
    }

    /// Decompresses to the end of the last block and returns the position after it.
    ///
    /// - Throws: `ReportRefusal.gzipCut`, `.gzipDamaged`, or `.bomb` at the limit.
    mutating func run() throws(ReportRefusal) -> Int {
        var isLast = false
        repeat {
            isLast = try self.take(1) == 1
            switch try self.take(2) {
            case 0: try self.copyStored()
            case 1: try self.unpack(Self.fixedLengths, Self.fixedDistances)
            case 2: try self.unpackDynamic()
            default: throw .gzipDamaged
            }
        } while !isLast
        // Whole bytes that were read ahead and not used are returned.
        return self.position - self.bitCount / 8
    }

    private mutating func fill() {
        while self.bitCount <= 48, self.position < self.input.count {
            self.bits |= UInt64(self.input[self.position]) << UInt64(self.bitCount)
            self.position += 1
            self.bitCount += 8
        }
    }

    private mutating func take(_ count: Int) throws(ReportRefusal) -> Int {
        if self.bitCount < count {
            self.fill()
            guard self.bitCount >= count else { throw .gzipCut }
        }
        let value = Int(self.bits & ((1 << UInt64(count)) - 1))
        self.bits >>= UInt64(count)
        self.bitCount -= count
        return value
    }

    private mutating func symbol(_ table: HuffmanTable) throws(ReportRefusal) -> Int {
        if self.bitCount < table.bitCount { self.fill() }
        let entry = table.entries[Int(self.bits & ((1 << UInt64(table.bitCount)) - 1))]
        let length = Int(entry & 15)
        guard length > 0 else { throw self.bitCount < table.bitCount ? .gzipCut : .gzipDamaged }
        guard length <= self.bitCount else { throw .gzipCut }
        self.bits >>= UInt64(length)
        self.bitCount -= length
        return Int(entry >> 4)
    }

    private mutating func copyStored() throws(ReportRefusal) {
        _ = try self.take(self.bitCount % 8)
        let count = try self.take(16)
        guard try self.take(16) == count ^ 0xFFFF else { throw .gzipDamaged }
        self.position -= self.bitCount / 8
        self.bits = 0
        self.bitCount = 0
        guard count <= self.input.count - self.position else { throw .gzipCut }
        guard count <= self.limit - self.output.count else { throw .bomb }
        self.output += self.input[self.position..<self.position + count]
        self.position += count
    }

    private mutating func unpackDynamic() throws(ReportRefusal) {
        guard self.smallBlocks > 0 else { throw .gzipDamaged }
        let start = self.output.count
        let lengthCount = try self.take(5) + 257
        let distanceCount = try self.take(5) + 1
        let orderCount = try self.take(4) + 4
        guard lengthCount <= 286, distanceCount <= 30 else { throw .gzipDamaged }
        var codes = [UInt8](repeating: 0, count: 19)
        for place in Self.lengthOrder.prefix(orderCount) { codes[place] = UInt8(try self.take(3)) }
        guard let table = HuffmanTable(codes) else { throw .gzipDamaged }
        var lengths: [UInt8] = []
        while lengths.count < lengthCount + distanceCount {
            let symbol = try self.symbol(table)
            switch symbol {
            case 0...15: lengths.append(UInt8(symbol))
            case 16:
                guard let last = lengths.last else { throw .gzipDamaged }
                lengths += [UInt8](repeating: last, count: try self.take(2) + 3)
            case 17: lengths += [UInt8](repeating: 0, count: try self.take(3) + 3)
            default: lengths += [UInt8](repeating: 0, count: try self.take(7) + 11)
            }
        }
        guard lengths.count == lengthCount + distanceCount, lengths[256] > 0 else { throw .gzipDamaged }
        try self.unpack(HuffmanTable(lengths.prefix(lengthCount)), HuffmanTable(lengths.dropFirst(lengthCount)))
        if self.output.count - start < Self.smallBlockByteCount { self.smallBlocks -= 1 }
    }

    private mutating func unpack(_ lengths: HuffmanTable?, _ distances: HuffmanTable?) throws(ReportRefusal) {
        guard let lengths, let distances else { throw .gzipDamaged }
        while true {
            let symbol = try self.symbol(lengths)
            if symbol < 256 {
                guard self.output.count < self.limit else { throw .bomb }
                self.output.append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return }
            guard symbol < 286 else { throw .gzipDamaged }
            let length = Self.lengthBases[symbol - 257] + (try self.take(Self.lengthBitCount(symbol - 257)))
            let place = try self.symbol(distances)
            guard place < 30 else { throw .gzipDamaged }
            let distance = Self.distanceBases[place] + (try self.take(max(0, place / 2 - 1)))
            guard distance <= self.output.count else { throw .gzipDamaged }
            guard length <= self.limit - self.output.count else { throw .bomb }
            let start = self.output.count - distance
            for offset in 0..<length { self.output.append(self.output[start + offset]) }
        }
    }

    /// Returns the number of extra bits of a length code.
    private static func lengthBitCount(_ place: Int) -> Int { place < 8 || place == 28 ? 0 : place / 4 - 1 }
}

/// The maximum length of a code in bits.
struct HuffmanTable: Sendable {
    /// The longest code in bits.
    private static let longest = 15

    /// The number of bits that identify a symbol.
    let bitCount: Int
    /// The entry for each value of these bits: a symbol, and in the lowest four bits the length of its code; 0 for an
    /// invalid value.
    let entries: [UInt16]

    /// Creates the table from code lengths by symbol, 0 for an unused symbol; at most 288 symbols, with lengths of at
    /// most 15.
    ///
    /// `nil` for an over-subscribed set of lengths, and for an incomplete one unless it has one code or none.
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
            // Codes are packed with their first bit in the lowest position.
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
