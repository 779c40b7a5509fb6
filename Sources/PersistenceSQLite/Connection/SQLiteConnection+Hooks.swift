import GRDB
import GRDBSQLite

extension SQLiteConnection {
    /// The system's own number for the error that happened last on the connection.
    var systemError: Int32 {
        unsafe sqlite3_system_errno(self.database.sqliteConnection)
    }

    /// How long emptying the log waits for readers, in milliseconds: longer than any but an operator's takes.
    private static let logPatienceMilliseconds: Int32 = 250

    /// Writes the whole log into the database and cuts it off, and says whether that could be done.
    ///
    /// Otherwise what was forgotten would lie there until other pages come to lie in its place.
    func emptyLog() -> Bool {
        let connection = unsafe self.database.sqliteConnection
        unsafe sqlite3_busy_timeout(connection, Self.logPatienceMilliseconds)
        defer { unsafe sqlite3_busy_timeout(connection, Int32(DatabaseFile.writerPatienceSeconds * 1000)) }
        let code = unsafe sqlite3_wal_checkpoint_v2(connection, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        return code == SQLITE_OK
    }

    /// Takes GRDB's hooks for commits and rollbacks off the connection.
    ///
    /// GRDB expects to step every statement itself and keeps account of transactions for its observers. Nobody observes
    /// this connection and its statements are stepped here, so the account would only go wrong.
    func removeHooks() {
        let connection = unsafe self.database.sqliteConnection
        unsafe sqlite3_commit_hook(connection, nil, nil)
        unsafe sqlite3_rollback_hook(connection, nil, nil)
    }
}
