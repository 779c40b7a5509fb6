/// Searching in bytes.
enum Bytes {
    /// The offsets at which `word` stands in `text`; none when `word` is empty.
    static func offsets(of word: [UInt8], in text: [UInt8]) -> [Int] {
        guard let first = word.first, text.count >= word.count else { return [] }
        var found: [Int] = []
        for offset in 0...(text.count - word.count) where text[offset] == first {
            if text[offset..<(offset + word.count)].elementsEqual(word) {
                found.append(offset)
            }
        }
        return found
    }

    /// Whether a byte can be part of a Swift identifier; bytes beyond ASCII count as such.
    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default:
            false
        }
    }
}
