/// Decompresses gzip files (RFC 1952) within limits, because a small untrusted file may expand to any size.
enum GzipFile {
    /// The maximum ratio of decompressed to compressed size.
    private static let ratio = 200
    /// The decompressed size that is allowed regardless of the ratio.
    private static let freeByteCount = 1 << 20
    /// The maximum length of a member's name and of its comment.
    private static let maximumNameByteCount = 4096
    /// The maximum number of small blocks with dynamic Huffman codes.
    private static let smallBlockCount = 1000

    /// Returns whether bytes begin with the gzip magic number.
    static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// Returns the decompressed content of a file with one or more members, each of which is verified.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - maximumByteCount: The maximum decompressed size.
    /// - Returns: The concatenated content of all members.
    /// - Throws: `ReportRefusal` for a file that is truncated, damaged, followed by other bytes, or too large.
    static func unpacked(_ file: [UInt8], maximumByteCount: Int) throws(ReportRefusal) -> [UInt8] {
        var packedCount = file.count
        var smallBlocks = Self.smallBlockCount
        var text: [UInt8] = []
        var position = 0
        repeat {
            let begin = try Self.end(ofHeaderAt: position, in: file)
            // The header does not count for the ratio.
            packedCount -= begin - position
            let limit = min(maximumByteCount, max(Self.freeByteCount, packedCount * Self.ratio))
            guard text.count <= limit else { throw .bomb }
            var inflation = InflateDecoder(file, from: begin, limit: limit - text.count, smallBlocks: smallBlocks)
            do throws(ReportRefusal) {
                position = try inflation.run()
            } catch {
                throw error == .bomb && limit == maximumByteCount ? .tooLarge(maximumByteCount) : error
            }
            guard position + 8 <= file.count else { throw .gzipCut }
            smallBlocks = inflation.smallBlocks
            let output = inflation.output
            guard Self.number(in: file, at: position) == Self.checksum(output),
                Self.number(in: file, at: position + 4) == UInt32(truncatingIfNeeded: output.count)
            else { throw .gzipDamaged }
            if text.isEmpty { text = output } else { text += output }
            position += 8
        } while position < file.count
        return text
    }

    /// Returns the position at which a member's compressed data begins.
    private static func end(ofHeaderAt start: Int, in file: [UInt8]) throws(ReportRefusal) -> Int {
        let rest = file[start...]
        guard rest.starts(with: [0x1F, 0x8B]) else { throw .gzipTrailing }
        guard rest.count >= 10 else { throw .gzipCut }
        let flags = file[start + 3]
        // Method 8 is deflate; the upper three flags are reserved.
        guard file[start + 2] == 8, flags & 0xE0 == 0 else { throw .gzipDamaged }
        var position = start + 10
        if flags & 4 != 0 {
            guard position + 2 <= file.count else { throw .gzipCut }
            position += 2 + Int(file[position]) + Int(file[position + 1]) << 8
        }
        // A name and a comment, each terminated by zero.
        for flag in [8, 16] as [UInt8] where flags & flag != 0 {
            let start = position
            while position < file.count, file[position] != 0 { position += 1 }
            guard position - start <= Self.maximumNameByteCount else { throw .gzipDamaged }
            position += 1
        }
        if flags & 2 != 0 { position += 2 }
        guard position <= file.count else { throw .gzipCut }
        return position
    }

    private static func number(in file: [UInt8], at position: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(file[position + $1]) << UInt32($1 * 8) }
    }

    private static let checksums: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    /// Returns the CRC-32 of bytes.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        let table = Self.checksums
        var value = UInt32.max
        for byte in bytes { value = table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8) }
        return ~value
    }
}
