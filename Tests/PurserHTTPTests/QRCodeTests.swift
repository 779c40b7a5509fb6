import PurserHTTP
import PurserTesting
import Testing

@Suite struct QRCodeTests {
    /// The blocks of the versions at level M, from table 9 of ISO/IEC 18004: data codewords of each block, and the
    /// number of those that correct errors.
    private static let blocks: [(data: [Int], correction: Int)] = [
        ([16], 10), ([28], 16), ([44], 26), ([32, 32], 18), ([43, 43], 24), ([27, 27, 27, 27], 16),
        ([31, 31, 31, 31], 18), ([38, 38, 39, 39], 22), ([36, 36, 36, 37, 37], 22), ([43, 43, 43, 43, 44], 26),
    ]
    /// The centers of alignment patterns, from annex E.
    private static let alignment = [
        [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
    ]
    /// The words of the format of level M for each mask, from table C.1.
    private static let formats = [
        "101010000010010", "101000100100101", "101111001111100", "101101101001011", "100010111111001",
        "100000011001110", "100111110010111", "100101010100000",
    ]

    /// Reads a code as a scanner does, and checks that every block is a codeword of the Reed-Solomon code.
    private static func read(_ code: QRCode) throws -> String {
        let size = code.size
        let version = (size - 17) / 4
        // The first copy of the format, whose first bit is the most significant.
        let places = (0..<6).map { (8, $0) } + [(8, 7), (8, 8), (7, 8)] + (9..<15).map { (14 - $0, 8) }
        let word = String(places.reversed().map { code[$0.0, $0.1] ? "1" : "0" as Character })
        let mask = try #require(Self.formats.firstIndex(of: word), "\(word)")
        let second = (0..<8).map { (size - 1 - $0, 8) } + (8..<15).map { (8, size - 15 + $0) }
        #expect(String(second.reversed().map { code[$0.0, $0.1] ? "1" : "0" as Character }) == word)

        var bits: [Bool] = []
        var right = size - 1
        var isUpward = true
        while right > 0 {
            if right == 6 { right = 5 }
            for step in 0..<size {
                let y = isUpward ? size - 1 - step : step
                for x in [right, right - 1] where !Self.isFunction(x, y, version) {
                    bits.append(code[x, y] != Self.isMasked(mask, x, y))
                }
            }
            isUpward.toggle()
            right -= 2
        }
        let codewords = stride(from: 0, to: bits.count / 8 * 8, by: 8).map { first in
            bits[first..<first + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        let (data, correction) = Self.blocks[version - 1]
        #expect(codewords.count == data.reduce(0, +) + data.count * correction)
        var blocks = data.map { _ in [UInt8]() }
        var next = codewords.startIndex
        for place in 0..<(data.max() ?? 0) {
            for block in data.indices where place < data[block] {
                blocks[block].append(codewords[next])
                next += 1
            }
        }
        let content = blocks.flatMap(\.self)
        for _ in 0..<correction {
            for block in data.indices {
                blocks[block].append(codewords[next])
                next += 1
            }
        }
        for block in blocks { #expect(Self.syndromes(block, correction).allSatisfy { $0 == 0 }, "version \(version)") }

        let stream = content.flatMap { byte -> [Bool] in (0..<8).map { byte >> (7 - UInt8($0)) & 1 == 1 } }
        func number(_ range: Range<Int>) -> Int { stream[range].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
        #expect(number(0..<4) == 4, "Byte mode.")
        let begin = version < 10 ? 12 : 20
        let count = number(4..<begin)
        let bytes = (0..<count).map { UInt8(number(begin + 8 * $0..<begin + 8 * $0 + 8)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isFunction(_ x: Int, _ y: Int, _ version: Int) -> Bool {
        let size = 17 + 4 * version
        if x == 6 || y == 6 { return true }
        if x < 9 && y < 9 || x >= size - 8 && y < 9 || x < 9 && y >= size - 8 { return true }
        if version >= 7, x >= size - 11 && y < 6 || y >= size - 11 && x < 6 { return true }
        let centers = Self.alignment[version - 1]
        guard let last = centers.last else { return false }
        for centerX in centers {
            for centerY in centers {
                let isFinder = [(6, 6), (6, last), (last, 6)].contains { $0 == (centerX, centerY) }
                if !isFinder, abs(x - centerX) <= 2, abs(y - centerY) <= 2 { return true }
            }
        }
        return false
    }

    private static func isMasked(_ mask: Int, _ column: Int, _ row: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: (row * column) % 2 + (row * column) % 3 == 0
        case 6: ((row * column) % 2 + (row * column) % 3) % 2 == 0
        default: ((row + column) % 2 + (row * column) % 3) % 2 == 0
        }
    }

    /// The values of a block as a polynomial at the roots of the generator.
    private static func syndromes(_ block: [UInt8], _ count: Int) -> [UInt8] {
        var exponents: [UInt8] = []
        var value = 1
        for _ in 0..<255 {
            exponents.append(UInt8(value))
            value <<= 1
            if value > 255 { value ^= 0x11D }
        }
        let logarithms = Dictionary(uniqueKeysWithValues: exponents.enumerated().map { ($1, $0) })
        return (0..<count).map { root in
            block.reduce(UInt8(0)) { sum, byte in
                guard let logarithm = logarithms[sum] else { return byte }
                return exponents[(logarithm + root) % 255] ^ byte
            }
        }
    }

    @Test("A text of every length is read back from its code, whatever its bytes")
    func lengths() throws {
        var generator = SeededGenerator(seed: 31)
        for count in 0...213 {
            let text = String(
                String.UnicodeScalarView((0..<count).map { _ in Unicode.Scalar(UInt8(generator.next() % 128)) })
            )
            let code = try #require(QRCode(text), "\(count)")
            #expect(try Self.read(code) == text, "\(count)")
        }
        #expect(QRCode(String(repeating: "a", count: 214)) == nil)
    }

    @Test("The smallest version that holds a text is used")
    func versions() {
        let capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]
        for (place, capacity) in capacities.enumerated() {
            let size = 21 + 4 * place
            #expect(QRCode(String(repeating: "x", count: capacity))?.size == size)
            #expect(QRCode(String(repeating: "x", count: capacity - 1))?.size == size)
            if place < 9 { #expect(QRCode(String(repeating: "x", count: capacity + 1))?.size == size + 4) }
        }
    }

    @Test("Position patterns, timing patterns and the version are where scanners look for them")
    func patterns() throws {
        let code = try #require(QRCode(String(repeating: "x", count: 110)))
        let pattern = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
        for (left, top) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
            for y in 0..<7 {
                let row = String((0..<7).map { code[left + $0, top + y] ? "1" : "0" as Character })
                #expect(row == pattern[y])
            }
        }
        for place in 8..<(code.size - 8) {
            #expect(code[place, 6] == place.isMultiple(of: 2) && code[6, place] == place.isMultiple(of: 2))
        }
        // Version 7 is the first that states itself: 000111110010010100, from table D.1.
        let word = (0..<18).reversed().map { bit -> Character in
            let (long, short) = (code.size - 11 + bit % 3, bit / 3)
            #expect(code[long, short] == code[short, long])
            return code[long, short] ? "1" : "0"
        }
        #expect(String(word) == "000111110010010100")
    }
}
