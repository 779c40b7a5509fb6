/// Cuts a file into lines as its bytes come in.
package struct LineReader: Sendable {
    /// A line, without its end.
    package struct Line: Hashable, Sendable {
        /// Its number; the first is 1.
        package let number: Int64
        /// Its bytes; none when it is too long.
        package let bytes: [UInt8]
        /// Whether it has more bytes than a row may have.
        package let isTooLong: Bool
    }

    private let limit: Int
    private var number: Int64 = 1
    private var bytes: [UInt8] = []
    private var isTooLong = false

    /// A reader at the beginning of a file whose lines have at most so many bytes.
    package init(limit: Int = ImportLimits.rowBytes) {
        self.limit = limit
    }

    /// Reads on, and passes each line that is complete to a closure; empty ones are left out.
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

    /// The last line, which has no end, if there is one.
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
