import Foundation
import GRDB

/// The reason why a database file could not be opened, with a sentence for the operator.
package enum SQLiteOpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process has the file open.
    case locked(path: String)
    /// There is no file.
    case missing(path: String)
    /// A newer version wrote the file.
    case tooNewSchema(path: String)
    /// An older version wrote the file, and the policy forbids changing it.
    case olderSchema(path: String)
    /// The tables of the file are not those of any version.
    case halfMigrated(path: String, detail: String)
    /// A restore into the file was interrupted.
    case restoreInterrupted(path: String)
    /// The file or its folder cannot be read.
    case unreadable(path: String)
    /// The file is not a database, or is damaged.
    case notADatabase(path: String)
    /// The file or its folder cannot be written.
    case notWritable(path: String)
    /// The disk has no room.
    case full(path: String)
    /// The disk is mounted read-only.
    case readOnly(path: String)
    /// SQLite's settings do not guarantee that a commit is on disk.
    case notDurable(path: String, journalMode: String, synchronous: Int64)

    /// One sentence: what is wrong, and what to do.
    package var description: String {
        switch self {
        case .locked(let path):
            "Another process is using the database \(path); stop it first, or choose another file."
        case .missing(let path):
            """
            There is no database \(path) yet; purser serve makes one when it first starts. If there should be one, check \
            the path.
            """
        case .tooNewSchema(let path):
            "The database \(path) was written by a newer version of Purser; run that version, or restore a backup."
        case .olderSchema(let path):
            "The database \(path) was written by an older version of Purser; bring it up to date: purser migrate"
        case .halfMigrated(let path, let detail):
            """
            The database \(path) does not have the tables of any version of Purser (\(detail)); restore a backup: purser db \
            restore FILE
            """
        case .restoreInterrupted(let path):
            """
            A restore of the database \(path) was interrupted; run it again: purser db \
            restore FILE
            """
        case .unreadable(let path):
            "The database \(path) cannot be read; check that the folder exists and belongs to this user."
        case .notADatabase(let path):
            "The file \(path) is not a Purser database, or is damaged; restore a backup, or choose another file."
        case .notWritable(let path):
            "The database \(path) cannot be written; check that file and folder belong to this user."
        case .full(let path):
            "The disk that holds the database \(path) is full; free some space, then try again."
        case .readOnly(let path):
            "The database \(path) is on a read-only disk; mount it for writing, then try again."
        case .notDurable(let path, let journalMode, let synchronous):
            """
            The database \(path) would not keep what it acknowledges (journal mode \(journalMode), synchronous \
            \(synchronous)); use a local disk and SQLite's own library.
            """
        }
    }

    /// A stable code for logs.
    package var code: String {
        switch self {
        case .locked: "database_locked"
        case .missing: "database_missing"
        case .tooNewSchema: "database_too_new"
        case .olderSchema: "database_too_old"
        case .halfMigrated: "database_half_migrated"
        case .restoreInterrupted: "database_restore_interrupted"
        case .unreadable: "database_unreadable"
        case .notADatabase: "database_not_a_database"
        case .notWritable: "database_not_writable"
        case .full: "database_full"
        case .readOnly: "database_read_only"
        case .notDurable: "database_not_durable"
        }
    }
}

extension SQLiteOpenError {
    /// The free space below which a disk counts as full: SQLite needs some pages to open a database.
    private static let leastRoomBytes: Int64 = 128 * 1024

    /// Creates the operator's error for an error while opening.
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

    /// Returns why no file is found: it does not exist, or this user may not look into its folder.
    static func absent(path: String) -> Self {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        var found = stat()
        let isAbsent = unsafe stat(path, &found) != 0 && errno == ENOENT
        return isAbsent && FileIdentity(path: folder) != nil ? .missing(path: path) : .unreadable(path: path)
    }

    /// Returns the reason why a file cannot be written.
    ///
    /// SQLite distinguishes many of them only by the system's error, and not always; so this checks the disk.
    static func unwritable(path: String) -> Self {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard let disk = DiskState(path: path) ?? DiskState(path: folder) else {
            return .unreadable(path: path)
        }
        if disk.isReadOnly { return .readOnly(path: path) }
        return disk.freeBytes < Self.leastRoomBytes ? .full(path: path) : .notWritable(path: path)
    }
}

/// The system's information about the disk of a path.
struct DiskState {
    /// How much an unprivileged program may still write, in bytes.
    let freeBytes: Int64
    /// Whether the disk is mounted read-only.
    let isReadOnly: Bool

    /// Reads the state of the disk that holds a file or folder; `nil` when the path does not exist.
    init?(path: String) {
        var state = statvfs()
        guard unsafe statvfs(path, &state) == 0 else { return nil }
        self.freeBytes = Int64(clamping: UInt64(state.f_bavail)) * Int64(clamping: UInt64(state.f_frsize))
        self.isReadOnly = UInt64(state.f_flag) & UInt64(ST_RDONLY) != 0
    }
}
