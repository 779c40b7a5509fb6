import GRDB
import GRDBSQLite
import Ledger
import PersistenceSQL

/// A prepared statement and its rows, through SQLite's C interface.
///
/// GRDB prepares and owns the statement; binding and stepping use SQLite directly, because GRDB's arguments and rows
/// cost more than the statements themselves where one unit of work runs twenty of them.
final class PreparedQuery: SQLRows {
    private let statement: Statement

    /// Wraps a statement that GRDB has prepared.
    init(_ statement: Statement) {
        self.statement = statement
    }

    /// Begins a new run with these values for the parameters, in order.
    func start(_ values: [SQLValue]) throws {
        let handle = unsafe self.statement.sqliteStatement
        unsafe sqlite3_reset(handle)
        for (index, value) in values.enumerated() {
            let code = unsafe Self.bind(value, to: handle, at: CInt(index + 1))
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
    }

    /// Moves to the next row; returns whether there is one.
    func next() throws -> Bool {
        let code = unsafe sqlite3_step(self.statement.sqliteStatement)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
    }

    /// Ends the run, so that the statement holds no lock and no memory.
    func finish() {
        unsafe sqlite3_reset(self.statement.sqliteStatement)
    }

    /// Returns the kind of the value in a column.
    func kind(of column: Int) -> SQLKind {
        switch unsafe sqlite3_column_type(self.statement.sqliteStatement, CInt(column)) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer
        case SQLITE_TEXT: .text
        default: .bytes
        }
    }

    /// Returns the integer in a column.
    func integer(at column: Int) -> Int64 {
        unsafe sqlite3_column_int64(self.statement.sqliteStatement, CInt(column))
    }

    /// Returns the text in a column.
    func text(at column: Int) -> String {
        let handle = unsafe self.statement.sqliteStatement
        guard let start = unsafe sqlite3_column_text(handle, CInt(column)) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(handle, CInt(column)))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Returns the bytes in a column.
    func bytes(at column: Int) -> [UInt8] {
        unsafe self.withBytes(at: column) { bytes in unsafe Array(bytes) }
    }

    /// Returns the number of bytes in a column.
    func byteCount(at column: Int) -> Int {
        unsafe Int(sqlite3_column_bytes(self.statement.sqliteStatement, CInt(column)))
    }

    /// Returns whether a column has the mark of a value that is stored elsewhere.
    func isMark(at column: Int) -> Bool {
        self.kind(of: column) == .bytes && self.byteCount(at: column) == 0
    }

    /// Returns the 16 bytes in a column, as two halves.
    func halves(at column: Int) -> (high: UInt64, low: UInt64) {
        unsafe self.withBytes(at: column) { bytes in
            unsafe (
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    private func withBytes<Value>(at column: Int, _ read: (UnsafeRawBufferPointer) -> Value) -> Value {
        let handle = unsafe self.statement.sqliteStatement
        let start = unsafe sqlite3_column_blob(handle, CInt(column))
        let count = unsafe Int(sqlite3_column_bytes(handle, CInt(column)))
        return unsafe read(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private static func bind(_ value: SQLValue, to handle: OpaquePointer, at index: CInt) -> CInt {
        // With this destructor SQLite copies the value.
        let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null:
            return unsafe sqlite3_bind_null(handle, index)
        case .integer(let integer):
            return unsafe sqlite3_bind_int64(handle, index, integer)
        case .text(var text):
            return text.withUTF8 { bytes in
                guard let start = bytes.baseAddress else { return unsafe sqlite3_bind_text(handle, index, "", 0, nil) }
                return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
                    unsafe sqlite3_bind_text(handle, index, start, CInt(bytes.count), transient)
                }
            }
        case .bytes(let bytes):
            return unsafe bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return unsafe sqlite3_bind_zeroblob(handle, index, 0) }
                return unsafe sqlite3_bind_blob(handle, index, start, CInt(bytes.count), transient)
            }
        case .token(let token):
            var halves = (token.high.bigEndian, token.low.bigEndian)
            return unsafe withUnsafeBytes(of: &halves) { bytes in
                unsafe sqlite3_bind_blob(handle, index, bytes.baseAddress, CInt(bytes.count), transient)
            }
        }
    }
}
