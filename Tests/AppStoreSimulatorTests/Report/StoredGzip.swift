/// Reads gzip files (RFC 1952) with stored blocks, and checks everything in them.
enum StoredGzip {
    enum Mistake: Error {
        case notGzip
        case cut
        case wrongLength
        case wrongChecksum
    }

    static func content(_ file: [UInt8]) throws -> [UInt8] {
        guard file.count > 10, file.starts(with: [0x1F, 0x8B, 8, 0]) else { throw Mistake.notGzip }
        var index = 10
        var content: [UInt8] = []
        var isLast = false
        while !isLast {
            guard index + 5 <= file.count, file[index] <= 1 else { throw Mistake.cut }
            isLast = file[index] == 1
            let count = Int(file[index + 1]) | Int(file[index + 2]) << 8
            let complement = Int(file[index + 3]) | Int(file[index + 4]) << 8
            guard count ^ complement == 0xFFFF else { throw Mistake.wrongLength }
            guard index + 5 + count <= file.count else { throw Mistake.cut }
            content += file[(index + 5)..<(index + 5 + count)]
            index += 5 + count
        }
        guard file.count == index + 8 else { throw Mistake.cut }
        func number(_ index: Int) -> UInt32 {
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(file[index + $1]) << UInt32(8 * $1) }
        }
        guard number(index + 4) == UInt32(content.count) else { throw Mistake.wrongLength }
        guard number(index) == Self.checksum(content) else { throw Mistake.wrongChecksum }
        return content
    }

    /// CRC-32, bit by bit.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        }
        return ~value
    }
}
