/// Conversions between bytes and hexadecimal digits, two for each byte.
package enum Hexadecimal {
    /// Returns the lowercase digits of these bytes.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        // An array is read without a call for each byte, whatever the sequence is.
        let bytes = Array(bytes)
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes { Self.append(byte, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns all bytes of a number, the most significant first.
    package static func bytes(of number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// Returns the text of a UUID in lowercase, 8-4-4-4-12 digits, from its 16 bytes.
    package static func uuid(_ bytes: [UInt8]) -> String {
        precondition(bytes.count == 16, "A UUID has 16 bytes.")
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (place, byte) in bytes.enumerated() {
            if place == 4 || place == 6 || place == 8 || place == 10 { text.append(UInt8(ascii: "-")) }
            Self.append(byte, to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the two digits of a byte.
    package static func append(_ byte: UInt8, to text: inout [UInt8], isUppercase: Bool = false) {
        let letters = (isUppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")) - 10
        let (high, low) = (byte >> 4, byte & 15)
        text.append(high + (high < 10 ? UInt8(ascii: "0") : letters))
        text.append(low + (low < 10 ? UInt8(ascii: "0") : letters))
    }

    /// Returns the bytes of a text of digits in either case; `nil` if it has other characters or an odd number of
    /// digits.
    package static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let digit = rest.next() {
            guard let high = Self.value(digit), let low = rest.next().flatMap(Self.value) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Returns the value of a digit in either case; `nil` for any other byte.
    package static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Returns whether a byte is a digit in either case.
    package static func isDigit(_ byte: UInt8) -> Bool { Self.value(byte) != nil }
}
