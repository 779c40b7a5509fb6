/// A PNG file, correct in its outline: enough for whoever reads its head.
struct RetentionPicture {
    var width = 3840
    var height = 160
    /// 2 is colour without alpha, 6 with.
    var colourType: UInt8 = 2
    /// What comes between the head and the pixels.
    var between: [String] = []

    /// The file.
    var bytes: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += Self.chunk("IHDR", Self.number(self.width) + Self.number(self.height) + [8, self.colourType, 0, 0, 0])
        for type in self.between { file += Self.chunk(type, [0, 0]) }
        return file + Self.chunk("IDAT", [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]) + Self.chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        // Nobody here looks at the checksum.
        Self.number(data.count) + Array(type.utf8) + data + [0, 0, 0, 0]
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
