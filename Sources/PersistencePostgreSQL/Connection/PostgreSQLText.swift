/// Text as PostgreSQL keeps it, which takes no zero byte.
///
/// U+0000 is kept as U+0001 U+0001, and U+0001 as U+0001 U+0002; everything else as it is. So each text has one form and
/// comes back byte for byte, different texts stay different, and their order by bytes stays the same.
enum PostgreSQLText {
    /// What the other two are kept behind.
    private static let mark: UInt8 = 1

    /// Appends a text in the form in which it is kept.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        guard text.utf8.contains(where: { $0 <= Self.mark }) else { return bytes.append(contentsOf: text.utf8) }
        for byte in text.utf8 {
            if byte <= Self.mark {
                bytes.append(Self.mark)
                bytes.append(byte + 1)
            } else {
                bytes.append(byte)
            }
        }
    }

    /// The text that is kept as these bytes.
    ///
    /// A mark before anything else is one that was kept before texts had this form, and stands for itself.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        guard unsafe bytes.contains(Self.mark) else { return unsafe String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var isMarked = false
        for byte in unsafe Array(bytes) {
            if isMarked, byte == 1 || byte == 2 {
                text[text.count - 1] = byte - 1
                isMarked = false
            } else {
                text.append(byte)
                isMarked = byte == Self.mark
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
