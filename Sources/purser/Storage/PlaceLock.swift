import PersistenceSQLite

/// The lock on a place where only one server keeps its key files and takes its operators' commands.
///
/// An SQLite file has its own; where the database is on a server, the place beside which the files lie has this one.
final class PlaceLock: Sendable {
    private let lock: FileLock

    /// Takes the place, as long as the value lives.
    init(_ path: String) throws(StorageFailure) {
        do throws(SQLiteOpenError) {
            self.lock = try FileLock(databasePath: path)
        } catch {
            guard case .locked = error else {
                throw StorageFailure(description: error.description, code: error.code)
            }
            throw StorageFailure(
                description:
                    "Another server has its files at \(path); give each a configuration in a folder of its own.",
                code: error.code
            )
        }
    }
}
