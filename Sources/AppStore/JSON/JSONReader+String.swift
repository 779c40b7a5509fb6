extension JSONReader {
    /// The range of a string's content in the text, without its quotes, and whether it has escapes.
    struct StringToken {
        /// The bytes between the quotes.
        let range: Range<Int>
        /// Whether a backslash is among the bytes.
        let isEscaped: Bool
    }

    /// Reads a string.
    package mutating func readString() throws(JSONError) -> String {
        guard self.next == UInt8(ascii: "\"") else { throw self.mismatch() }
        return self.text(of: try self.scanString())
    }

    /// Reads a string as its UTF-8 bytes.
    package mutating func readStringBytes() throws(JSONError) -> [UInt8] {
        guard self.next == UInt8(ascii: "\"") else { throw self.mismatch() }
        return self.bytes(of: try self.scanString())
    }

    /// Returns the decoded content of a scanned string.
    @inline(__always)
    func text(of token: StringToken) -> String {
        guard !token.isEscaped else { return String(decoding: self.unescaped(token.range), as: UTF8.self) }
        return unsafe self.withBytes(token.range) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the decoded content of a scanned string as bytes.
    @inline(__always)
    func bytes(of token: StringToken) -> [UInt8] {
        unsafe token.isEscaped ? self.unescaped(token.range) : self.withBytes(token.range) { unsafe Array($0) }
    }

    /// Advances past a string whose opening quote is the next byte, and checks each of its bytes.
    mutating func scanString() throws(JSONError) -> StringToken {
        let start = self.position + 1
        var isEscaped = false
        var offset = start
        while true {
            offset = self.plainEnd(from: offset)
            let byte = self.byte(at: offset)
            switch byte {
            case UInt8(ascii: "\""):
                self.position = offset + 1
                return StringToken(range: start..<offset, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                offset += try self.escapeLength(at: offset)
            case 0x80...:
                offset += try self.sequenceLength(at: offset)
            default:
                // A control character, or the end of the text.
                throw JSONError(.invalid, offset: min(offset, self.count))
            }
        }
    }

    /// Returns the offset of the first byte that is not plain: a quote, a backslash, a control character, a byte that
    /// is not ASCII, or the end.
    @inline(__always)
    private func plainEnd(from start: Int) -> Int {
        var offset = start
        while offset + 8 <= self.count {
            let marks = Self.marks(self.word(at: offset)) & 0x8080_8080_8080_8080
            if marks != 0 { return offset + marks.trailingZeroBitCount / 8 }
            offset += 8
            if offset - start == 32 { offset = self.plainBlocksEnd(from: offset) }
        }
        while offset < self.count {
            let byte = self.byte(at: offset)
            if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { break }
            offset += 1
        }
        return offset
    }

    /// Skips blocks of 64 plain bytes, because nested signed objects are strings of several kilobytes.
    @inline(never)
    private func plainBlocksEnd(from start: Int) -> Int {
        var offset = start
        while offset + 64 <= self.count {
            var marks: UInt64 = 0
            for part in 0..<8 { marks |= Self.marks(self.word(at: offset + part * 8)) }
            if marks & 0x8080_8080_8080_8080 != 0 { return offset }
            offset += 64
        }
        return offset
    }

    /// Returns a word in which the top bit of each byte that is not plain is set; the other bits have no meaning.
    ///
    /// A borrow can only mark bytes above one that is marked correctly, so the lowest mark is always correct.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        // The word itself marks bytes beyond ASCII, so the other terms need not be correct for them.
        return (quote &- ones) | (backslash &- ones) | (word &- (ones &* 0x20)) | word
    }

    /// Returns the length of the escape at an offset after checking it; a lone surrogate is not valid text.
    private func escapeLength(at offset: Int) throws(JSONError) -> Int {
        switch self.byte(at: offset + 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            guard let unit = self.codeUnit(at: offset) else { throw JSONError(.invalid, offset: offset) }
            if !(0xD800..<0xE000).contains(unit) { return 6 }
            guard unit < 0xDC00, let low = self.codeUnit(at: offset + 6), (0xDC00..<0xE000).contains(low) else {
                throw JSONError(.invalid, offset: offset)
            }
            return 12
        default:
            throw JSONError(.invalid, offset: offset)
        }
    }

    /// Returns the UTF-16 code unit of `\uXXXX` at an offset, or `nil` if the syntax is invalid.
    private func codeUnit(at offset: Int) -> UInt32? {
        guard self.byte(at: offset) == UInt8(ascii: "\\"), self.byte(at: offset + 1) == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt32 = 0
        for index in 2..<6 {
            let byte = self.byte(at: offset + index)
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(byte - 0x30)
            case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(byte - 0x57)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(byte - 0x37)
            default: return nil
            }
        }
        return unit
    }

    /// Returns the length of the UTF-8 sequence at an offset, according to table 3-7 of the Unicode standard.
    private func sequenceLength(at offset: Int) throws(JSONError) -> Int {
        let lead = self.byte(at: offset)
        let second = self.byte(at: offset + 1)
        let length: Int
        let seconds: ClosedRange<UInt8>
        switch lead {
        case 0xC2...0xDF: (length, seconds) = (2, 0x80...0xBF)
        case 0xE0: (length, seconds) = (3, 0xA0...0xBF)
        case 0xED: (length, seconds) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, seconds) = (3, 0x80...0xBF)
        case 0xF0: (length, seconds) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, seconds) = (4, 0x80...0xBF)
        case 0xF4: (length, seconds) = (4, 0x80...0x8F)
        default: throw JSONError(.notUTF8, offset: offset)
        }
        guard seconds.contains(second) else { throw JSONError(.notUTF8, offset: offset) }
        for index in 2..<max(length, 2) where self.byte(at: offset + index) & 0xC0 != 0x80 {
            throw JSONError(.notUTF8, offset: offset)
        }
        return length
    }

    /// Decodes the escapes of a scanned string.
    private func unescaped(_ range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var offset = range.lowerBound
        while offset < range.upperBound {
            let byte = self.byte(at: offset)
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                offset += 1
                continue
            }
            let escape = self.byte(at: offset + 1)
            offset += 2
            switch escape {
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "u"):
                let high = self.codeUnit(at: offset - 2) ?? 0xFFFD
                var scalar = high
                if (0xD800..<0xDC00).contains(high), let low = self.codeUnit(at: offset + 4) {
                    scalar = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
                    offset += 6
                }
                offset += 4
                bytes.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
            default: bytes.append(escape)
            }
        }
        return bytes
    }
}
