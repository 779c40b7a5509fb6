/// Base64url without padding, as RFC 7515 (JWS) uses it, in its strictest interpretation.
///
/// Every byte sequence has exactly one encoding: no padding, no other alphabet, no whitespace, and the unused bits of
/// the last character are zero. So a decoded segment can be encoded again byte for byte.
package enum Base64URL {
    /// Returns the decoded bytes, or `nil` if the text is not the exact encoding of any bytes.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let decoded = text.withContiguousStorageIfAvailable { buffer in
            unsafe Self.decode(buffer: buffer)
        }
        return decoded ?? Self.decode(Array(text))
    }

    /// Returns the exact encoding of these bytes.
    package static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let source = Array(bytes)
        var text: [UInt8] = []
        text.reserveCapacity((source.count * 4 + 2) / 3)
        var index = 0
        while index + 3 <= source.count {
            let group = UInt32(source[index]) << 16 | UInt32(source[index + 1]) << 8 | UInt32(source[index + 2])
            text.append(Self.alphabet[Int(group >> 18)])
            text.append(Self.alphabet[Int(group >> 12 & 63)])
            text.append(Self.alphabet[Int(group >> 6 & 63)])
            text.append(Self.alphabet[Int(group & 63)])
            index += 3
        }
        switch source.count - index {
        case 1:
            let group = UInt32(source[index]) << 16
            text.append(Self.alphabet[Int(group >> 18)])
            text.append(Self.alphabet[Int(group >> 12 & 63)])
        case 2:
            let group = UInt32(source[index]) << 16 | UInt32(source[index + 1]) << 8
            text.append(Self.alphabet[Int(group >> 18)])
            text.append(Self.alphabet[Int(group >> 12 & 63)])
            text.append(Self.alphabet[Int(group >> 6 & 63)])
        default: break
        }
        return text
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// A bit that no valid character sets in any of the four tables.
    private static let invalid: UInt32 = 1 << 31

    /// Four tables of 256 entries, one for each position in a group of four characters, with the values already
    /// shifted.
    ///
    /// A group takes four lookups and three bitwise ORs, and a single test finds any invalid character in it.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: invalid, count: 4 * 256)
        for (value, character) in alphabet.enumerated() {
            for place in 0..<4 {
                tables[place * 256 + Int(character)] = UInt32(value) << UInt32(18 - 6 * place)
            }
        }
        return tables
    }()

    private static func decode(buffer: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let remainder = buffer.count & 3
        guard remainder != 1 else { return nil }
        let groups = buffer.count / 4
        let count = groups * 3 + (remainder == 0 ? 0 : remainder - 1)
        var isValid = true
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
            unsafe Self.tables.withUnsafeBufferPointer { table in
                var source = 0
                var target = 0
                var seen: UInt32 = 0
                for _ in 0..<groups {
                    let group =
                        unsafe table[Int(buffer[source])]
                        | table[256 + Int(buffer[source + 1])]
                        | table[512 + Int(buffer[source + 2])]
                        | table[768 + Int(buffer[source + 3])]
                    seen |= group
                    unsafe output[target] = UInt8(truncatingIfNeeded: group >> 16)
                    unsafe output[target + 1] = UInt8(truncatingIfNeeded: group >> 8)
                    unsafe output[target + 2] = UInt8(truncatingIfNeeded: group)
                    source += 4
                    target += 3
                }
                if remainder > 0 {
                    var group = unsafe table[Int(buffer[source])] | table[256 + Int(buffer[source + 1])]
                    if remainder == 3 { group |= unsafe table[512 + Int(buffer[source + 2])] }
                    seen |= group
                    unsafe output[target] = UInt8(truncatingIfNeeded: group >> 16)
                    let leftOver: UInt32 = remainder == 3 ? 0xFF : 0xFFFF
                    if remainder == 3 { unsafe output[target + 1] = UInt8(truncatingIfNeeded: group >> 8) }
                    if group & leftOver != 0 { isValid = false }
                }
                if seen & Self.invalid != 0 { isValid = false }
            }
            initialized = count
        }
        return isValid ? bytes : nil
    }
}
