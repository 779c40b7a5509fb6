/// The percent forms of an address (RFC 3986, section 2.1), read as exactly the bytes that they stand for.
///
/// An id is its bytes, so neither Foundation's decoding serves, which drops a byte order mark, nor one that puts U+FFFD in
/// the place of what is not UTF-8: both give one customer the name of another.
enum PercentForm {
    /// The text that a part of an address stands for.
    ///
    /// It is `nil` where a form is broken, where the bytes are not UTF-8, and where they hold U+0000, which no id has. A `+`
    /// is a `+`, and what was encoded twice is decoded once.
    static func text(_ sent: some StringProtocol) -> String? {
        // Nearly every name is as it was sent.
        guard sent.utf8.contains(UInt8(ascii: "%")) else { return sent.utf8.contains(0) ? nil : String(sent) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(sent.utf8.count)
        var rest = sent.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = Self.digit(rest.next()), let low = Self.digit(rest.next()), high | low != 0 else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The same part with only those bytes in percent form that have to be, so that all spellings of a text are one.
    ///
    /// What stands for no text stays as it was sent.
    static func plain(_ sent: some StringProtocol) -> String {
        guard let text = Self.text(sent) else { return String(sent) }
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(sent.utf8.count)
        for byte in text.utf8 {
            if Self.isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The address of a request in plain form, with the values of its query.
    static func plain(path: String, query: String?) -> (path: String, query: String?) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { Self.plain($0) }
        let pairs = query?.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { Self.plain($0) }
                .joined(separator: "=")
        }
        return (parts.joined(separator: "/"), pairs?.joined(separator: "&"))
    }

    /// Whether a byte stands for itself in every part of an address; `&` would end a value of the query.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$'()*+,;=:@".utf8.contains(byte)
        }
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        switch byte {
        case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): byte - UInt8(ascii: "0")
        case .some(let byte) where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte): byte - UInt8(ascii: "A") + 10
        case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
