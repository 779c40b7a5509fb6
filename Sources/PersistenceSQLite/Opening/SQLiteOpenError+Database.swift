import Foundation
import GRDB

extension SQLiteOpenError {
    /// Less room than this on a disk is none: SQLite needs some pages to open a database.
    private static let leastRoomBytes: Int64 = 128 * 1024

    /// What an error while opening means to the operator.
    init(_ error: any Error, path: String) {
        if let error = error as? SQLiteOpenError {
            self = error
            return
        }
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_BUSY?, .SQLITE_LOCKED?: self = .locked(path: path)
        case .SQLITE_NOTADB?, .SQLITE_CORRUPT?, .SQLITE_ERROR?, .SQLITE_FORMAT?: self = .notADatabase(path: path)
        case .SQLITE_FULL?: self = .full(path: path)
        case .SQLITE_READONLY?, .SQLITE_IOERR?, .SQLITE_CANTOPEN?, .SQLITE_PERM?: self = .unwritable(path: path)
        default: self = .unreadable(path: path)
        }
    }

    /// Why there seems to be no file: because there is none, or because nobody may look.
    static func absent(path: String) -> Self {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        var found = stat()
        let isAbsent = unsafe stat(path, &found) != 0 && errno == ENOENT
        return isAbsent && FileIdentity(path: folder) != nil ? .missing(path: path) : .unreadable(path: path)
    }

    /// Which of the reasons it is that a file cannot be written.
    ///
    /// SQLite tells many of them apart only by the system's error, and not always; the disk is asked instead.
    static func unwritable(path: String) -> Self {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard let disk = DiskState(path: path) ?? DiskState(path: folder) else {
            return .unreadable(path: path)
        }
        if disk.isReadOnly { return .readOnly(path: path) }
        return disk.freeBytes < Self.leastRoomBytes ? .full(path: path) : .notWritable(path: path)
    }
}
