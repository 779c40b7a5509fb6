/// Why a database file could not be opened, with a sentence for the operator.
package enum SQLiteOpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process has the file open.
    case locked(path: String)
    /// The file was written by a newer version.
    case tooNewSchema(path: String)
    /// The file or its folder cannot be read.
    case unreadable(path: String)
    /// The file is something else, or damaged.
    case notADatabase(path: String)
    /// The file or its folder cannot be written.
    case notWritable(path: String)
    /// SQLite does not promise that a commit is on disk.
    case notDurable(path: String, journalMode: String, synchronous: Int64)

    /// One plain sentence: what is wrong, and what helps.
    package var description: String {
        switch self {
        case .locked(let path):
            "Another process is using the database \(path); stop it first, or choose another file."
        case .tooNewSchema(let path):
            "The database \(path) was written by a newer version of Purser; run that version, or restore a backup."
        case .unreadable(let path):
            "The database \(path) cannot be read; check that the folder exists and belongs to this user."
        case .notADatabase(let path):
            "The file \(path) is not a Purser database, or is damaged; restore a backup, or choose another file."
        case .notWritable(let path):
            "The database \(path) cannot be written; check its permissions and the free space on its disk."
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
        case .tooNewSchema: "database_too_new"
        case .unreadable: "database_unreadable"
        case .notADatabase: "database_not_a_database"
        case .notWritable: "database_not_writable"
        case .notDurable: "database_not_durable"
        }
    }
}
