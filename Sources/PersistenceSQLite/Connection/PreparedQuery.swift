import GRDB
import GRDBSQLite
import Ledger

/// A prepared statement and the only place that touches SQLite's C interface.
///
/// GRDB prepares and owns the statement; binding and stepping go straight to SQLite, because GRDB's arguments and rows
/// cost more than the statements themselves where one unit of work runs twenty of them.
struct PreparedQuery {
    private let statement: Statement

    /// A query around a statement that GRDB has prepared.
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

    /// Goes on to the next row and says whether there is one.
    func step() throws -> Bool {
        let code = unsafe sqlite3_step(self.statement.sqliteStatement)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
    }

    /// Ends the run, so that the statement holds no lock and no memory of its values' run.
    func finish() {
        unsafe sqlite3_reset(self.statement.sqliteStatement)
    }

    /// The row that `step` has reached.
    var row: Row { unsafe Row(self.statement.sqliteStatement) }

    private static func bind(_ value: SQLValue, to handle: OpaquePointer, at index: CInt) -> CInt {
        // SQLite copies what it is given with this destructor.
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
