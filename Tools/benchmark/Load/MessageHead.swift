/// The head of an HTTP/1 message, looked through without taking it apart: load makers share the cores with what is measured.
enum MessageHead {
    private static let lengthName = Array("content-length:".utf8)

    /// The whole length of the message at the beginning of bytes, once its head is there; the closure sees each line's
    /// place.
    @inline(__always)
    static func wholeLength(of bytes: [UInt8], line: (Range<Int>) -> Void = { _ in }) -> Int? {
        var length = 0
        var start = 0
        for end in bytes.indices where bytes[end] == 10 {
            if end - start <= 1 { return end + 1 + length }
            if Self.begins(bytes, at: start, with: Self.lengthName) {
                for byte in bytes[(start + Self.lengthName.count)..<end] where byte >= 48 && byte <= 57 {
                    length = length * 10 + Int(byte - 48)
                }
            }
            line(start..<end)
            start = end + 1
        }
        return nil
    }

    /// Whether a name in lower case stands at a place, in whichever case.
    static func begins(_ bytes: [UInt8], at start: Int, with name: [UInt8]) -> Bool {
        guard bytes.count >= start + name.count else { return false }
        return name.indices.allSatisfy { bytes[start + $0] | 0x20 == name[$0] | 0x20 }
    }
}
