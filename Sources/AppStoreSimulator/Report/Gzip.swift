/// A writer of gzip files (RFC 1952) with stored, uncompressed blocks (RFC 1951, 3.2.4), which every gzip reader
/// accepts.
enum Gzip {
    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    /// Returns a gzip file with these bytes.
    static func file(_ bytes: [UInt8]) -> [UInt8] {
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        var start = 0
        repeat {
            let end = min(start + 0xFFFF, bytes.count)
            let count = UInt16(end - start)
            file.append(end == bytes.count ? 1 : 0)
            file += Self.littleEndian(UInt32(count) | UInt32(~count) << 16)
            file += bytes[start..<end]
            start = end
        } while start < bytes.count
        file += Self.littleEndian(Self.checksum(bytes))
        file += Self.littleEndian(UInt32(truncatingIfNeeded: bytes.count))
        return file
    }

    /// Returns the CRC-32 of bytes.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { Self.table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
