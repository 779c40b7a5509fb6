/// The lines of a report that are not empty, in order.
struct ReportLines {
    private let bytes: [UInt8]
    /// The offset at which the next line begins.
    private(set) var offset: Int
    /// The number of the line that `next` returned last, counted from 1.
    private(set) var line: Int
    private var nextLine: Int
    /// Whether the line that `next` returned last ends with a line break, as every line of a complete file does.
    private(set) var hasEnd = true

    /// Creates the lines from an offset on; the first of them has this number.
    init(_ bytes: [UInt8], from offset: Int, line: Int) {
        self.bytes = bytes
        self.offset = offset
        self.line = line
        self.nextLine = line
    }

    /// Returns the range of the next line with content, without its line break.
    mutating func next() throws(ReportError) -> Range<Int>? {
        while self.offset < self.bytes.count {
            let start = self.offset
            var end = start
            var isBlank = true
            while end < self.bytes.count, self.bytes[end] != 0x0A {
                let byte = self.bytes[end]
                if byte != 0x20 && byte != 0x09 && byte != 0x0D { isBlank = false }
                end += 1
            }
            self.line = self.nextLine
            self.nextLine += 1
            self.offset = end + 1
            self.hasEnd = end < self.bytes.count
            guard end - start <= ReportTable.maximumLineByteCount else { throw .lineTooLong(line: self.line) }
            guard !isBlank else { continue }
            return start..<(end > start && self.bytes[end - 1] == 0x0D ? end - 1 : end)
        }
        return nil
    }

    /// Returns the fields of a line without surrounding spaces.
    static func fields(of bytes: [UInt8], in range: Range<Int>, line: Int) throws(ReportError) -> [String] {
        var fields: [String] = []
        var start = range.lowerBound
        while true {
            var end = start
            while end < range.upperBound, bytes[end] != 0x09 { end += 1 }
            fields.append(try Self.text(of: bytes, in: start..<end, line: line))
            guard end < range.upperBound else { return fields }
            start = end + 1
        }
    }

    /// Returns the text of a field without surrounding spaces.
    static func text(of bytes: [UInt8], in range: Range<Int>, line: Int) throws(ReportError) -> String {
        var range = range
        while let first = range.first, bytes[first] == 0x20 { range.removeFirst() }
        while let last = range.last, bytes[last] == 0x20 { range.removeLast() }
        guard !range.isEmpty else { return "" }
        guard let text = String(validating: bytes[range], as: UTF8.self) else { throw .notText(line: line) }
        return text
    }
}
