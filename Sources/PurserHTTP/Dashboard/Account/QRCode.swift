/// A QR code (ISO/IEC 18004) of a short text: byte mode, versions 1 to 10, error correction level M.
package struct QRCode: Hashable, Sendable {
    /// The number of light modules that have to surround the code.
    static let quietZone = 4

    /// The parameters of one version at level M.
    private struct Version {
        /// The number, 1 to 10.
        let number: Int
        /// The number of all codewords.
        let codewords: Int
        /// The number of blocks.
        let blocks: Int
        /// The number of codewords for the correction of errors in each block.
        let correction: Int
        /// The centers of the alignment patterns, along both axes.
        let alignment: [Int]

        /// The number of codewords with data.
        var dataCodewords: Int { self.codewords - self.blocks * self.correction }
        /// The number of modules on a side.
        var size: Int { 17 + 4 * self.number }
        /// The number of bits that state the length of the text.
        var lengthBits: Int { self.number < 10 ? 8 : 16 }
        /// The maximum length of a text in bytes: the mode takes four bits.
        var capacity: Int { (self.dataCodewords * 8 - 4 - self.lengthBits) / 8 }
    }

    private static let versions = [
        Version(number: 1, codewords: 26, blocks: 1, correction: 10, alignment: []),
        Version(number: 2, codewords: 44, blocks: 1, correction: 16, alignment: [6, 18]),
        Version(number: 3, codewords: 70, blocks: 1, correction: 26, alignment: [6, 22]),
        Version(number: 4, codewords: 100, blocks: 2, correction: 18, alignment: [6, 26]),
        Version(number: 5, codewords: 134, blocks: 2, correction: 24, alignment: [6, 30]),
        Version(number: 6, codewords: 172, blocks: 4, correction: 16, alignment: [6, 34]),
        Version(number: 7, codewords: 196, blocks: 4, correction: 18, alignment: [6, 22, 38]),
        Version(number: 8, codewords: 242, blocks: 4, correction: 22, alignment: [6, 24, 42]),
        Version(number: 9, codewords: 292, blocks: 5, correction: 22, alignment: [6, 26, 46]),
        Version(number: 10, codewords: 346, blocks: 5, correction: 26, alignment: [6, 28, 50]),
    ]

    /// The number of modules on a side.
    package let size: Int
    /// The modules row by row; `true` is dark.
    package private(set) var modules: [Bool]
    /// The modules that carry no data, which a mask leaves as they are.
    private var isFixed: [Bool]

    /// Creates the code of a text; `nil` for one of more than 213 bytes.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = Self.versions.first(where: { bytes.count <= $0.capacity }) else { return nil }
        self.size = version.size
        self.modules = Array(repeating: false, count: version.size * version.size)
        self.isFixed = self.modules
        self.drawPatterns(version)
        self.draw(Self.codewords(of: bytes, version))
        let masks = (0..<8).map { mask -> Self in
            var masked = self
            masked.apply(mask)
            masked.drawFormat(mask)
            return masked
        }
        if let best = masks.min(by: { $0.penalty < $1.penalty }) { self.modules = best.modules }
    }

    /// Whether a module is dark.
    package subscript(x: Int, y: Int) -> Bool { self.modules[y * self.size + x] }

    /// The dark modules as the data of an SVG path, in modules, with the quiet zone at the left and above.
    var path: String {
        var path = ""
        for y in 0..<self.size {
            var x = 0
            while x < self.size {
                let begin = x
                while x < self.size, self[x, y] { x += 1 }
                if x > begin {
                    path += "M\(begin + Self.quietZone) \(y + Self.quietZone)h\(x - begin)v1h-\(x - begin)z"
                } else {
                    x += 1
                }
            }
        }
        return path
    }

    // MARK: Codewords

    /// Returns all codewords in the order in which they are drawn: the blocks interleaved, data first.
    private static func codewords(of bytes: [UInt8], _ version: Version) -> [UInt8] {
        var bits = BitWriter()
        bits.write(0b0100, 4)
        bits.write(bytes.count, version.lengthBits)
        for byte in bytes { bits.write(Int(byte), 8) }
        bits.write(0, min(4, version.dataCodewords * 8 - bits.count))
        bits.write(0, (8 - bits.count % 8) % 8)
        var data = bits.bytes
        for pad in 0..<(version.dataCodewords - data.count) { data.append(pad.isMultiple(of: 2) ? 0xEC : 0x11) }
        // The last blocks have one codeword more where the data cannot be divided evenly.
        let short = version.dataCodewords / version.blocks
        let shortBlocks = version.blocks - version.dataCodewords % version.blocks
        var blocks: [[UInt8]] = []
        for number in 0..<version.blocks {
            let count = short + (number < shortBlocks ? 0 : 1)
            blocks.append(Array(data.prefix(count)))
            data.removeFirst(count)
        }
        let corrections = blocks.map { ReedSolomon.remainder(of: $0, count: version.correction) }
        return Self.interleaved(blocks) + Self.interleaved(corrections)
    }

    private static func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
        (0..<(blocks.map(\.count).max() ?? 0)).flatMap { place in
            blocks.compactMap { place < $0.count ? $0[place] : nil }
        }
    }

    // MARK: Drawing

    private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        self.modules[y * self.size + x] = isDark
        self.isFixed[y * self.size + x] = true
    }

    private mutating func drawPatterns(_ version: Version) {
        for place in 0..<self.size {
            self.fix(6, place, place.isMultiple(of: 2))
            self.fix(place, 6, place.isMultiple(of: 2))
        }
        for (x, y) in [(3, 3), (self.size - 4, 3), (3, self.size - 4)] { self.drawSquare(x, y, radius: 4) }
        let last = version.alignment.last
        for x in version.alignment {
            for y in version.alignment where !(x == 6 && (y == 6 || y == last) || x == last && y == 6) {
                self.drawSquare(x, y, radius: 2)
            }
        }
        self.drawFormat(0)
        guard version.number >= 7 else { return }
        let bits = version.number << 12 | Self.remainder(version.number << 12, 0x1F25, bits: 12)
        for bit in 0..<18 {
            let (long, short) = (self.size - 11 + bit % 3, bit / 3)
            self.fix(long, short, bits >> bit & 1 == 1)
            self.fix(short, long, bits >> bit & 1 == 1)
        }
    }

    /// Draws concentric squares: a position pattern with its separator (radius 4), or an alignment pattern (radius 2).
    private mutating func drawSquare(_ centerX: Int, _ centerY: Int, radius: Int) {
        for dy in -radius...radius {
            for dx in -radius...radius {
                let (x, y, distance) = (centerX + dx, centerY + dy, max(abs(dx), abs(dy)))
                guard (0..<self.size).contains(x), (0..<self.size).contains(y) else { continue }
                self.fix(x, y, radius == 4 ? distance != 2 && distance != 4 : distance != 1)
            }
        }
    }

    /// Draws the level, which is M, and the mask, twice.
    private mutating func drawFormat(_ mask: Int) {
        let bits = (mask << 10 | Self.remainder(mask << 10, 0x537, bits: 10)) ^ 0x5412
        func isDark(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
        for bit in 0..<6 { self.fix(8, bit, isDark(bit)) }
        self.fix(8, 7, isDark(6))
        self.fix(8, 8, isDark(7))
        self.fix(7, 8, isDark(8))
        for bit in 9..<15 { self.fix(14 - bit, 8, isDark(bit)) }
        for bit in 0..<8 { self.fix(self.size - 1 - bit, 8, isDark(bit)) }
        for bit in 8..<15 { self.fix(8, self.size - 15 + bit, isDark(bit)) }
        self.fix(8, self.size - 8, true)
    }

    /// Draws codewords in columns of two modules from the right, upward and downward by turns.
    private mutating func draw(_ codewords: [UInt8]) {
        var place = 0
        var isUpward = true
        for right in [Array(stride(from: self.size - 1, to: 6, by: -2)), [5, 3, 1]].joined() {
            for step in 0..<self.size {
                let y = isUpward ? self.size - 1 - step : step
                for x in [right, right - 1] where !self.isFixed[y * self.size + x] && place < codewords.count * 8 {
                    self.modules[y * self.size + x] = codewords[place / 8] >> (7 - place % 8) & 1 == 1
                    place += 1
                }
            }
            isUpward.toggle()
        }
    }

    // MARK: Masks

    private mutating func apply(_ mask: Int) {
        for y in 0..<self.size {
            for x in 0..<self.size where !self.isFixed[y * self.size + x] && Self.inverts(mask, x, y) {
                self.modules[y * self.size + x].toggle()
            }
        }
    }

    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y).isMultiple(of: 2)
        case 1: y.isMultiple(of: 2)
        case 2: x.isMultiple(of: 3)
        case 3: (x + y).isMultiple(of: 3)
        case 4: (x / 3 + y / 2).isMultiple(of: 2)
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3).isMultiple(of: 2)
        default: ((x + y) % 2 + x * y % 3).isMultiple(of: 2)
        }
    }

    /// What makes the code hard to read: long runs, blocks of one color, shapes like a position pattern, an uneven mix.
    private var penalty: Int {
        let all = 0..<self.size
        let lines = all.map { y in all.map { self[$0, y] } } + all.map { x in all.map { self[x, $0] } }
        var penalty = lines.reduce(0) { $0 + Self.penalty(ofLine: $1) }
        for y in 1..<self.size {
            for x in 1..<self.size {
                let isDark = self[x, y]
                if self[x - 1, y] == isDark, self[x, y - 1] == isDark, self[x - 1, y - 1] == isDark { penalty += 3 }
            }
        }
        // Ten for each five percent by which the dark modules are more or fewer than half.
        let (dark, count) = (self.modules.count { $0 }, self.modules.count)
        return penalty + 10 * (abs(dark * 20 - count * 10) / count)
    }

    private static func penalty(ofLine line: [Bool]) -> Int {
        var penalty = 0
        var run = 0
        for (place, isDark) in line.enumerated() {
            run = place > 0 && line[place - 1] == isDark ? run + 1 : 1
            penalty += run == 5 ? 3 : run > 5 ? 1 : 0
        }
        let finder = [true, false, true, true, true, false, true]
        let light = [Bool](repeating: false, count: 4)
        for pattern in [finder + light, light + finder] {
            for begin in 0...(line.count - pattern.count) where line[begin...].starts(with: pattern) { penalty += 40 }
        }
        return penalty
    }

    /// Returns the remainder of a polynomial over bits by a generator of a degree.
    private static func remainder(_ value: Int, _ generator: Int, bits: Int) -> Int {
        var rest = value
        while rest >> bits > 0 {
            rest ^= generator << (rest.bitWidth - rest.leadingZeroBitCount - 1 - bits)
        }
        return rest
    }
}

/// Bits that are gathered into bytes, the most significant first.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0

    mutating func write(_ value: Int, _ bits: Int) {
        for bit in stride(from: bits - 1, through: 0, by: -1) {
            if self.count.isMultiple(of: 8) { self.bytes.append(0) }
            if value >> bit & 1 == 1 { self.bytes[self.count / 8] |= 0x80 >> UInt8(self.count % 8) }
            self.count += 1
        }
    }
}

/// The Reed-Solomon code of QR codes, over the field of 256 elements modulo x⁸ + x⁴ + x³ + x² + 1.
private enum ReedSolomon {
    /// Returns the codewords that correct errors in a block.
    static func remainder(of block: [UInt8], count: Int) -> [UInt8] {
        // The generator is the product of (x - 2ⁱ), without its leading 1.
        var generator = [UInt8](repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for place in 0..<count {
                generator[place] = Self.product(generator[place], root)
                if place + 1 < count { generator[place] ^= generator[place + 1] }
            }
            root = Self.product(root, 2)
        }
        var rest = [UInt8](repeating: 0, count: count)
        for byte in block {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for place in 0..<count { rest[place] ^= Self.product(generator[place], factor) }
        }
        return rest
    }

    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product: UInt8 = 0
        for bit in stride(from: 7, through: 0, by: -1) {
            product = (product << 1) ^ (product & 0x80 == 0 ? 0 : 0x1D)
            if right >> UInt8(bit) & 1 == 1 { product ^= left }
        }
        return product
    }
}
