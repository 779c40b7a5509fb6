import PersistenceSQL

/// The rows that a statement answered with, one after the other.
final class PostgreSQLRows: SQLRows {
    private let result: PostgreSQLResult
    private var row = -1

    /// The rows of an answer.
    init(_ result: PostgreSQLResult) { self.result = result }

    /// Goes on to the next row and says whether there is one.
    func next() -> Bool {
        self.row += 1
        return self.row < self.result.rowCount
    }

    /// Does nothing, because the server has given all rows already.
    func finish() {}

    /// What a column holds.
    func kind(of column: Int) -> SQLKind { self.result.kind(row: self.row, column: column) }

    /// The integer in a column.
    func integer(at column: Int) -> Int64 { self.result.knownInteger(row: self.row, column: column) }

    /// The text in a column.
    func text(at column: Int) -> String {
        self.result.knownText(row: self.row, column: column)
    }

    /// The bytes in a column.
    func bytes(at column: Int) -> [UInt8] {
        unsafe Array(self.result.knownBytes(row: self.row, column: column))
    }

    /// How many bytes are in a column.
    func byteCount(at column: Int) -> Int {
        unsafe self.result.knownBytes(row: self.row, column: column).count
    }

    /// The 16 bytes in a column.
    func halves(at column: Int) -> (high: UInt64, low: UInt64) {
        let bytes = unsafe self.result.knownBytes(row: self.row, column: column)
        return unsafe (
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// Whether a column has the mark in it that stands for a value which lies elsewhere: nothing, but not no value.
    func isMark(at column: Int) -> Bool {
        let kind = self.kind(of: column)
        return (kind == .bytes || kind == .text) && self.byteCount(at: column) == 0
    }
}
