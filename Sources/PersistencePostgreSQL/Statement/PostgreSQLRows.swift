import CLibPQ
import Ledger
import PersistenceSQL

/// The rows that a statement returned, in order.
final class PostgreSQLRows: SQLRows {
    private let result: PostgreSQLResult
    private var row = -1

    /// Creates the rows of a result.
    init(_ result: PostgreSQLResult) { self.result = result }

    /// Moves to the next row; returns whether there is one.
    func next() -> Bool {
        self.row += 1
        return self.row < self.result.rowCount
    }

    /// Does nothing, because the server has sent all rows already.
    func finish() {}

    /// Returns the kind of the value in a column.
    func kind(of column: Int) -> SQLKind { self.result.kind(row: self.row, column: column) }

    /// Returns the integer in a column.
    func integer(at column: Int) -> Int64 { self.result.knownInteger(row: self.row, column: column) }

    /// Returns the text in a column.
    func text(at column: Int) -> String {
        self.result.knownText(row: self.row, column: column)
    }

    /// Returns the bytes in a column.
    func bytes(at column: Int) -> [UInt8] {
        unsafe Array(self.result.knownBytes(row: self.row, column: column))
    }

    /// Returns the number of bytes in a column.
    func byteCount(at column: Int) -> Int {
        unsafe self.result.knownBytes(row: self.row, column: column).count
    }

    /// Returns the 16 bytes in a column, as two halves.
    func halves(at column: Int) -> (high: UInt64, low: UInt64) {
        let bytes = unsafe self.result.knownBytes(row: self.row, column: column)
        return unsafe (
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// Returns whether a column has the mark of a value that is stored elsewhere: an empty value, which is not null.
    func isMark(at column: Int) -> Bool {
        let kind = self.kind(of: column)
        return (kind == .bytes || kind == .text) && self.byteCount(at: column) == 0
    }
}

extension PostgreSQLResult {
    /// Returns the kind of the value in a column of a row.
    func kind(row: Int, column: Int) -> SQLKind {
        if unsafe PQgetisnull(self.handle, CInt(row), CInt(column)) == 1 { return .null }
        return switch self.type(of: column) {
        case .int8, .int4, .int2, .oid, .boolean: .integer
        case .bytes, .uuid: .bytes
        default: .text
        }
    }

    /// Returns the integer in a column that is known to contain one.
    func knownInteger(row: Int, column: Int) -> Int64 {
        let bytes = unsafe self.knownBytes(row: row, column: column)
        return switch bytes.count {
        case 8: unsafe Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: unsafe Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 2: unsafe Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        default: unsafe bytes.first.map(Int64.init) ?? 0
        }
    }

    /// Returns the text in a column that is known to contain one.
    func knownText(row: Int, column: Int) -> String {
        unsafe PostgreSQLText.text(self.knownBytes(row: row, column: column))
    }

    /// Returns the bytes in a column that is known to contain some; they are valid as long as the result lives.
    func knownBytes(row: Int, column: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(self.handle, CInt(row), CInt(column)),
            count: Int(PQgetlength(self.handle, CInt(row), CInt(column)))
        )
    }
}
