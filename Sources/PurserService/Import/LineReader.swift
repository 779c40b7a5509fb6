/// A streaming reader of lines.
package struct LineReader: Sendable {
    /// A line, without its end.
    package struct Line: Hashable, Sendable {
        /// The number of the line; the first is 1.
        package let number: Int64
        /// The bytes of the line; empty if the line is too long.
        package let bytes: [UInt8]
        /// Whether the line is longer than a row may be.
        package let isTooLong: Bool
    }

    private let limit: Int
    private var number: Int64 = 1
    private var bytes: [UInt8] = []
    private var isTooLong = false

    /// Creates a reader of a file whose lines have at most `limit` bytes.
    package init(limit: Int = ImportLimits.rowBytes) {
        self.limit = limit
    }

    /// Reads the next bytes, and passes each complete line to a closure; empty lines are skipped.
    package mutating func read<Failure: Error>(
        _ bytes: some Sequence<UInt8>,
        _ take: (Line) throws(Failure) -> Void
    ) throws(Failure) {
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if self.bytes.count >= self.limit {
                    self.isTooLong = true
                    self.bytes = []
                }
                if !self.isTooLong { self.bytes.append(byte) }
                continue
            }
            if let line = self.end() { try take(line) }
        }
    }

    /// Returns the last line if it has no line break.
    package mutating func rest() -> Line? { self.end() }

    private mutating func end() -> Line? {
        if self.bytes.last == UInt8(ascii: "\r") { self.bytes.removeLast() }
        defer {
            self.bytes = []
            self.isTooLong = false
            self.number += 1
        }
        guard self.isTooLong || !self.bytes.isEmpty else { return nil }
        return Line(number: self.number, bytes: self.bytes, isTooLong: self.isTooLong)
    }
}
