import GRDB
import GRDBSQLite

extension Session {
    /// The system's own number for the error that happened last on the connection.
    var systemError: Int32 {
        unsafe sqlite3_system_errno(self.database.sqliteConnection)
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
