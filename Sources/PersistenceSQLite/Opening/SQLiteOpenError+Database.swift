import GRDB

extension SQLiteOpenError {
    /// What an error while opening means to the operator.
    init(_ error: any Error, path: String) {
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_BUSY?, .SQLITE_LOCKED?: self = .locked(path: path)
        case .SQLITE_NOTADB?, .SQLITE_CORRUPT?, .SQLITE_ERROR?, .SQLITE_FORMAT?: self = .notADatabase(path: path)
        case .SQLITE_FULL?, .SQLITE_READONLY?, .SQLITE_IOERR?: self = .notWritable(path: path)
        default: self = .unreadable(path: path)
        }
    }
}
