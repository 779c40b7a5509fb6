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
    func emptyLog() throws -> Bool {
        let connection = unsafe self.database.sqliteConnection
        unsafe sqlite3_busy_timeout(connection, Self.logPatienceMilliseconds)
        defer { unsafe sqlite3_busy_timeout(connection, Int32(DatabaseFile.writerPatienceSeconds * 1000)) }
        return try self.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
    }

    /// Writes the log into the database, and says whether nobody and nothing was in the way.
    ///
    /// What cannot be written stays in the log, and the next checkpoint writes it. It does not write again what an
    /// earlier one has written, although that is synced only when nothing is left. So a sync that fails may have lost
    /// what nobody would write again, and the log would be cut off as if it were in the database. Therefore the process
    /// stops then, and the next one writes the whole log again.
    func checkpoint(_ mode: Int32) throws -> Bool {
        let connection = unsafe self.database.sqliteConnection
        let code = unsafe sqlite3_wal_checkpoint_v2(connection, "main", mode, nil, nil)
        guard code != SQLITE_OK else { return true }
        // What has failed otherwise has changed nothing, a full disk for example.
        guard code & 0xFF == SQLITE_IOERR else { return false }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: unsafe sqlite3_extended_errcode(connection)),
            message: "A checkpoint failed."
        )
    }

    /// Takes GRDB's hooks for commits and rollbacks off the connection, and SQLite's own for checkpoints.
    ///
    /// GRDB expects to step every statement itself and keeps account of transactions for its observers. Nobody observes
    /// this connection and its statements are stepped here, so the account would only go wrong. SQLite's own
    /// checkpoints tell nobody that they failed; so here only the length of the log is taken down, and `tidy`
    /// checkpoints.
    ///
    /// The connection must outlive its last commit.
    func replaceHooks() {
        let connection = unsafe self.database.sqliteConnection
        unsafe sqlite3_commit_hook(connection, nil, nil)
        unsafe sqlite3_rollback_hook(connection, nil, nil)
        let this = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe sqlite3_wal_hook(
            connection,
            { context, _, _, pages in
                guard let context = unsafe context else { return SQLITE_OK }
                unsafe Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue().logPages = Int64(pages)
                return SQLITE_OK
            },
            this
        )
    }

    /// Lets nobody be told of commits any more.
    func removeHooks() {
        unsafe sqlite3_wal_hook(self.database.sqliteConnection, nil, nil)
    }
}
