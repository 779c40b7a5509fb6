/// The reason why a copy was not made or a database not checked, with a sentence for the operator.
package enum MaintenanceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database cannot be opened.
    case cannotOpen(SQLiteOpenError)
    /// A file exists at the path of the copy.
    case exists(path: String)
    /// The copy would replace the database itself.
    case ontoItself(path: String)
    /// No file can be created at the path of the copy.
    case cannotCreate(path: String, reason: String)
    /// The disk has not enough room for the copy.
    case noRoom(path: String, neededBytes: Int64, freeBytes: Int64)
    /// The disk did not accept the whole copy.
    case notWritten(path: String)
    /// The copy is damaged; it was removed.
    case damaged(path: String, flaw: String)
    /// The database cannot be read completely.
    case unreadable(path: String, reason: String)
    /// The task was canceled.
    case canceled

    /// One sentence: what is wrong, and what to do.
    package var description: String {
        switch self {
        case .cannotOpen(let error): error.description
        case .exists(let path): "The file \(path) exists already; choose another name, or replace it: --yes"
        case .ontoItself(let path): "\(path) is the database itself; choose another name for the copy."
        case .cannotCreate(let path, let reason):
            "\(path) cannot be written (\(reason)); choose a folder that exists and belongs to the user who writes it."
        case .noRoom(let path, let needed, let free):
            "\(path) needs \(Self.megabytes(needed)) MB and its disk has \(Self.megabytes(free)) MB; free some space."
        case .notWritten(let path):
            "The copy for \(path) could not be written completely; check the disk, and start again."
        case .damaged(let path, let flaw):
            "\(path) is damaged (\(flaw)); use another one, or check it: purser db check \(path)"
        case .unreadable(let path, let reason):
            "\(path) cannot be read completely (\(reason)); check the disk, and the file: purser db check"
        case .canceled: "The operation was canceled; nothing was left behind."
        }
    }

    /// A stable code.
    package var code: String {
        switch self {
        case .cannotOpen(let error): error.code
        case .exists: "copy_exists"
        case .ontoItself: "copy_onto_itself"
        case .cannotCreate: "copy_cannot_be_created"
        case .noRoom: "copy_no_room"
        case .notWritten: "copy_not_written"
        case .damaged: "copy_damaged"
        case .unreadable: "database_read_failed"
        case .canceled: "maintenance_canceled"
        }
    }

    private static func megabytes(_ bytes: Int64) -> Int64 { (bytes + 999_999) / 1_000_000 }
}
