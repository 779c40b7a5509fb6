/// What the head of a PNG file says (W3C PNG specification, sections 5 and 11).
struct PNGPicture {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The width in pixels.
    let width: Int
    /// The height in pixels.
    let height: Int
    /// Whether any pixel could be transparent: an alpha channel, or a `tRNS` chunk.
    let isTransparent: Bool

    /// Reads a file chunk by chunk to its end; `nil` when it is no PNG, is cut short, or has no pixels.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature) else { return nil }
        var place = Self.signature.count
        var head: ArraySlice<UInt8>?
        var hasPixels = false
        var hasTransparency = false
        while let chunk = Self.chunk(of: bytes, at: place) {
            place = chunk.end
            if head == nil {
                guard chunk.type == "IHDR", chunk.data.count == 13 else { return nil }
                head = chunk.data
            }
            hasPixels = hasPixels || chunk.type == "IDAT"
            hasTransparency = hasTransparency || chunk.type == "tRNS"
            if chunk.type == "IEND" { break }
        }
        guard let head, hasPixels, place == bytes.count else { return nil }
        self.width = Self.number(head.prefix(4))
        self.height = Self.number(head.dropFirst(4).prefix(4))
        // Colour types 4 and 6 are grey and colour with alpha.
        let colourType = head[head.startIndex + 9]
        self.isTransparent = hasTransparency || colourType & 4 != 0
    }

    private static func chunk(
        of bytes: [UInt8],
        at place: Int
    ) -> (type: String, data: ArraySlice<UInt8>, end: Int)? {
        // Length, type and checksum are four bytes each.
        guard bytes.count - place >= 12 else { return nil }
        let length = Self.number(bytes[place..<place + 4])
        guard length <= bytes.count - place - 12 else { return nil }
        let start = place + 8
        let type = String(decoding: bytes[(place + 4)..<start], as: UTF8.self)
        return (type, bytes[start..<start + length], start + length + 4)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
