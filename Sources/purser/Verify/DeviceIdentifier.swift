/// What tells a device apart in its receipts.
enum DeviceIdentifier {
    /// The 16 bytes of `identifierForVendor`, or the six of a Mac's network address, from hexadecimal digits that may have
    /// hyphens or colons between them; `nil` for anything else.
    static func bytes(of text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
        guard digits.count == 32 || digits.count == 12,
            digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
        else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }
}
