/// Text in which some bytes stand as a mark and two hexadecimal digits, as in addresses (RFC 3986, section 2.1).
///
/// A text is its bytes, so Foundation does not serve here: its decoding drops a byte order mark, and another one puts
/// U+FFFD in the place of what is not UTF-8. Both give one customer the name of another.
package struct PercentEncoding: Sendable {
    /// Addresses, where every byte has a form but the unreserved ones of RFC 3986, section 2.3.
    package static let address = Self(signs: "-._~")

    private let mark: UInt8
    private let isUppercase: Bool
    private let isPlain: @Sendable (UInt8) -> Bool

    /// A form.
    ///
    /// - Parameters:
    ///   - mark: What stands before two digits.
    ///   - isUppercase: Whether digits are written in uppercase; both cases are read.
    ///   - isPlain: Whether a byte stands for itself when a text is written.
    package init(
        mark: UInt8 = UInt8(ascii: "%"),
        isUppercase: Bool = true,
        isPlain: @escaping @Sendable (UInt8) -> Bool
    ) {
        self.mark = mark
        self.isUppercase = isUppercase
        self.isPlain = isPlain
    }

    /// A form in which letters and digits of ASCII stand for themselves, and these signs.
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

    /// The text in this form.
    package func encoded(_ text: String) -> String {
        // Nearly every name is as it is.
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

    /// The text that was written so, decoded once; `nil` where a form is broken, and where the bytes are not UTF-8.
    ///
    /// What stands for itself may be any byte; a `+` is a `+`.
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
