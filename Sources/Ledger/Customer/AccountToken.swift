import Notation

/// The UUID that the app passes to StoreKit as `appAccountToken` and that identifies a customer; compared as 16 bytes.
///
/// Apple sends lower case and Swift prints upper case, so text is never compared. Version and variant bits are ignored:
/// any 8-4-4-4-12 group of hexadecimal digits is a token.
package struct AccountToken: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The first eight bytes, most significant first.
    package let high: UInt64
    /// The last eight bytes, most significant first.
    package let low: UInt64

    /// Creates a token from these 16 bytes.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates a token from its 8-4-4-4-12 spelling in either case; `nil` when the text has any other form.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return nil }
        var halves: (high: UInt64, low: UInt64) = (0, 0)
        var digits = 0
        for (index, byte) in bytes.enumerated() {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Hexadecimal.value(byte) else { return nil }
            if digits < 16 {
                halves.high = halves.high << 4 | UInt64(digit)
            } else {
                halves.low = halves.low << 4 | UInt64(digit)
            }
            digits += 1
        }
        self.high = halves.high
        self.low = halves.low
    }

    /// The lower-case 8-4-4-4-12 spelling, as Apple sends it.
    package var description: String {
        Hexadecimal.uuid(Hexadecimal.bytes(of: self.high) + Hexadecimal.bytes(of: self.low))
    }

    /// Compares the tokens as 16 bytes.
    package static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
