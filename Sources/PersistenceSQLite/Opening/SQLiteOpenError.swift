/// Why a database file could not be opened, with a sentence for the operator.
package enum SQLiteOpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process has the file open.
    case locked(path: String)
    /// There is no file.
    case missing(path: String)
    /// The file was written by a newer version.
    case tooNewSchema(path: String)
    /// The file was written by an older version and is not to be changed now.
    case olderSchema(path: String)
    /// The tables of the file are not those of any version.
    case halfMigrated(path: String, detail: String)
    /// A backup was being put in place of the file when the command ended.
    case restoreInterrupted(path: String)
    /// The file or its folder cannot be read.
    case unreadable(path: String)
    /// The file is something else, or damaged.
    case notADatabase(path: String)
    /// The file or its folder cannot be written.
    case notWritable(path: String)
    /// The disk has no room.
    case full(path: String)
    /// The disk may only be read.
    case readOnly(path: String)
    /// SQLite does not promise that a commit is on disk.
    case notDurable(path: String, journalMode: String, synchronous: Int64)

    /// One plain sentence: what is wrong, and what helps.
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
            The database \(path) is not as any version of Purser leaves it (\(detail)); restore a backup: purser db \
            restore FILE
            """
        case .restoreInterrupted(let path):
            """
            A backup was being put in place of the database \(path) and that did not end; do it again: purser db \
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
            "The database \(path) is on a disk that may only be read; mount it for writing, then try again."
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
