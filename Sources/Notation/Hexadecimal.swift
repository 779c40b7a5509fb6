/// Bytes as hexadecimal digits, two for each, as this project writes and reads them everywhere.
package enum Hexadecimal {
    /// The lowercase digits of these bytes.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes { Self.append(byte, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a number, as many as its type has, the most significant first.
    package static func bytes(of number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The bytes of a UUID as it is spelled, in lowercase: 8-4-4-4-12 digits of 16 bytes.
    package static func uuid(_ bytes: [UInt8]) -> String {
        precondition(bytes.count == 16, "A UUID has 16 bytes.")
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Self.text(bytes[$0]) }.joined(separator: "-")
    }

    /// Appends the two digits of a byte.
    package static func append(_ byte: UInt8, to text: inout [UInt8], isUppercase: Bool = false) {
        let letters = (isUppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")) - 10
        let (high, low) = (byte >> 4, byte & 15)
        text.append(high + (high < 10 ? UInt8(ascii: "0") : letters))
        text.append(low + (low < 10 ? UInt8(ascii: "0") : letters))
    }

    /// The bytes of a text of digits in either case; `nil` when it has anything else, or half a byte.
    package static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let digit = rest.next() {
            guard let high = Self.value(digit), let low = rest.next().flatMap(Self.value) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The value of a digit in either case; `nil` for any other byte.
    package static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether a byte is a digit in either case.
    package static func isDigit(_ byte: UInt8) -> Bool { Self.value(byte) != nil }
}
