import Notation

/// What tells a device apart in its receipts.
enum DeviceIdentifier {
    /// The 16 bytes of `identifierForVendor`, or the six of a Mac's network address, from hexadecimal digits that may have
    /// hyphens or colons between them; `nil` for anything else.
    static func bytes(of text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
        return digits.count == 32 || digits.count == 12 ? Hexadecimal.bytes(digits) : nil
    }
}
