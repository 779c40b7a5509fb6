/// An encoding in which some bytes are written as a mark and two hexadecimal digits, as in URLs (RFC 3986, section
/// 2.1).
///
/// The type works on bytes, because Foundation's decoding either drops a byte order mark or replaces invalid UTF-8 with
/// U+FFFD. Both would give one customer the name of another.
package struct PercentEncoding: Sendable {
    /// The encoding of URLs, which encodes every byte except the unreserved ones of RFC 3986, section 2.3.
    package static let address = Self(signs: "-._~")

    private let mark: UInt8
    private let isUppercase: Bool
    private let isPlain: @Sendable (UInt8) -> Bool

    /// Creates an encoding.
    ///
    /// - Parameters:
    ///   - mark: The byte before the two digits.
    ///   - isUppercase: Whether digits are written in uppercase; decoding accepts both cases.
    ///   - isPlain: Whether a byte is written unchanged.
    package init(
        mark: UInt8 = UInt8(ascii: "%"),
        isUppercase: Bool = true,
        isPlain: @escaping @Sendable (UInt8) -> Bool
    ) {
        self.mark = mark
        self.isUppercase = isUppercase
        self.isPlain = isPlain
    }

    /// Creates an encoding in which ASCII letters and digits and these signs are written unchanged.
    package init(mark: UInt8 = UInt8(ascii: "%"), isUppercase: Bool = true, signs: String) {
        let signs = Array(signs.utf8)
        self.init(mark: mark, isUppercase: isUppercase) { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: signs.contains(byte)
            }
        }
    }

    /// Returns the encoded text.
    package func encoded(_ text: String) -> String {
        // Nearly all names need no encoding.
        guard !text.utf8.allSatisfy(self.isPlain) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * text.utf8.count)
        for byte in text.utf8 {
            if self.isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes.append(self.mark)
                Hexadecimal.append(byte, to: &bytes, isUppercase: self.isUppercase)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the decoded text; `nil` if an encoded byte is malformed or the decoded bytes are not UTF-8.
    ///
    /// The text is decoded once. Any byte may be unencoded; a `+` is a `+`.
    package func decoded(_ text: some StringProtocol) -> String? {
        guard text.utf8.contains(self.mark) else { return String(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == self.mark else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(Hexadecimal.value), let low = rest.next().flatMap(Hexadecimal.value)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
